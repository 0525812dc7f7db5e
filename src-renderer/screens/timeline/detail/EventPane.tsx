/**
 * The open event, from what it means to what was received. What the list knows of it stands there at once; the rest
 * comes when it was read. All of its text is untrusted and is shown as text.
 */
import { useRef } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { EventActions } from './EventActions.tsx';
import { EventFields } from './EventFields.tsx';
import { EventLinks } from './EventLinks.tsx';
import styles from './EventPane.module.css';
import { EventState } from './EventState.tsx';
import { EventWords } from './EventWords.tsx';
import { type EventPosition, PaneHead } from './PaneHead.tsx';
import { ProviderSays } from './ProviderSays.tsx';
import { RawText } from './RawText.tsx';
import { UnknownFields } from './UnknownFields.tsx';
import { useEvent } from './use-event.ts';
import { useJsonLayout, useProviderSentences } from './use-received-text.ts';
import { useSeen } from './use-seen.ts';

interface EventPaneProps {
  readonly seq: number;
  /** What the list knows of it; `null` where the list does not have it. */
  readonly row: EventSummary | null;
  readonly position: EventPosition | null;
  /** Opens the next event further down (1) or up (-1). */
  readonly step: (by: 1 | -1) => void;
}

export function EventPane({ seq, row, position, step }: EventPaneProps) {
  const { opened, retry } = useEvent(seq);
  const scroller = useRef<HTMLElement>(null);
  const whole = opened.kind === 'ready' ? opened.event : null;
  const sentences = useProviderSentences(whole?.raw ?? '');
  const layout = useJsonLayout(whole?.raw ?? '');
  useSeen(seq, whole?.seen ?? null);
  // Stepping on, the row of the event before is here for a moment longer.
  const event = whole ?? (row?.seq === seq ? row : null);
  return (
    <div className={styles['pane']}>
      <PaneHead position={position} step={step}>
        <EventActions seq={seq} event={event} raw={whole?.raw ?? null} sentences={sentences} />
      </PaneHead>
      <section
        key={seq}
        ref={scroller}
        className={styles['scroll']}
        aria-label="Event in full"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
        tabIndex={0}
      >
        <div className={styles['content']}>
          {event !== null && (
            <>
              <EventWords event={event} />
              <ProviderSays sentences={sentences} />
              <EventLinks event={event} raw={whole?.raw ?? null} />
              <EventFields event={event} />
              {whole !== null && layout !== 'working' && layout !== null && (
                <UnknownFields layout={layout} kind={event.kind} />
              )}
            </>
          )}
          {whole === null ? (
            <EventState opened={opened} retry={retry} hasRow={event !== null} />
          ) : (
            <RawText
              raw={whole.raw}
              layout={layout}
              rawLength={whole.rawLength}
              isLost={whole.marks.some(({ code }) => code === 'text-lost')}
              scroller={scroller}
            />
          )}
        </div>
      </section>
    </div>
  );
}
