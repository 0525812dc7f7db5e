import type { RefObject } from 'react';
import type { EventDetail } from '../../../../src-shared/api/timeline.ts';
import { RawText } from '../../../components/detail/RawText.tsx';
import { useJsonLayout } from '../../../components/detail/use-json-layout.ts';
import { markWords } from '../../../words/event-words.ts';
import { EventState } from './EventState.tsx';
import { useEvent } from './use-event.ts';

interface ReceivedTextProps {
  readonly event: EventDetail;
  readonly layout: ReturnType<typeof useJsonLayout>;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function ReceivedText({ event: { raw, rawLength, marks }, layout, scroller }: ReceivedTextProps) {
  const isDamaged = marks.some(({ code }) => code === 'text-lost');
  const replaced = marks.find(({ code }) => code === 'not-utf8');
  const remark = replaced === undefined ? undefined : markWords(replaced);
  const shown = { raw, layout, rawLength, isDamaged, remark, scroller };
  return <RawText {...shown} />;
}

export interface TextOfEventViewProps {
  readonly seq: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function TextOfEventView({ seq, scroller }: TextOfEventViewProps) {
  const { opened, retry } = useEvent(seq);
  const event = opened.kind === 'ready' ? opened.event : null;
  const layout = useJsonLayout(event?.raw ?? '');
  if (event === null) return <EventState opened={opened} retry={retry} hasRow={false} close={null} />;
  return <ReceivedText event={event} layout={layout} scroller={scroller} />;
}
