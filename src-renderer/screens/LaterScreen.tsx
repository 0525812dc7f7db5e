/** Shows a screen of the second chunk, which the page fetches soon after its first rows, or when such a screen is shown. */
import { LaterNote, laterPart } from '../components/later-part.tsx';
import type { LaterScreenProps } from './later-screens.tsx';

const { Part, provide } = laterPart<LaterScreenProps>();

export const provideLaterScreens = provide;

export function LaterScreen({ name }: LaterScreenProps) {
  return <Part name={name} otherwise={<LaterNote name="screen" />} />;
}
