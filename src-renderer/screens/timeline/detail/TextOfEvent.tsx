import { LaterNote, laterPart } from '../../../components/later-part.tsx';
import type { TextOfEventViewProps } from './ReceivedText.tsx';

const { Part, provide } = laterPart<TextOfEventViewProps>();

export const provideTextOfEvent = provide;

export function TextOfEvent(props: TextOfEventViewProps) {
  return <Part {...props} otherwise={<LaterNote name="text" />} />;
}
