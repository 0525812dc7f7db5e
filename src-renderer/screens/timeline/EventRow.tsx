/** One event in one line. Everything that came with the event is untrusted and shown as text. */
import { Flag } from 'lucide-react';
import { memo } from 'react';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { Identifier } from '../../components/Identifier.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { middleEllipsis } from '../../text/middle-ellipsis.ts';
import { visibleText } from '../../text/visible-text.ts';
import { bothZonesText, clockText, dayText, type Zone } from '../../time/time-text.ts';
import { markWords } from '../../words/event-words.ts';
import { isPulse, summarize } from '../../words/summarize.ts';
import styles from './EventList.module.css';

interface EventRowProps {
  readonly event: EventSummary;
  /** Among the rows of the grid, the head is the first. */
  readonly position: number;
  /** px */
  readonly top: number;
  readonly height: number;
  readonly zone: Zone;
  /** Some moment of today; rows of another day show theirs. */
  readonly today: number;
  readonly marked: boolean;
  readonly open: boolean;
  readonly onOpen: (seq: number) => void;
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, zone } = props;
  const about = whatAbout(event);
  const day = dayText(event.receivedAt, zone);
  return (
    // The list handles keys for all of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      id={`event-${event.seq}`}
      aria-rowindex={props.position}
      aria-selected={props.open}
      className={styles['row']}
      data-seq={event.seq}
      data-pulse={isPulse(event.kind)}
      data-marked={props.marked}
      style={{ top: props.top, height: props.height }}
      onClick={() => props.onOpen(event.seq)}
    >
      <td className={styles['outcome']}>
        {event.outcome !== null && !isPulse(event.kind) && <OutcomeMark outcome={event.outcome} />}
      </td>
      <td className={styles['received']} title={receivedTitle(event)}>
        {day !== dayText(props.today, zone) && <span className={styles['day']}>{day} </span>}
        {clockText(event.receivedAt, zone)}
      </td>
      <td className={styles['provider']} title={receivedTitle(event)}>
        {event.createdAt === null ? '–' : clockText(event.createdAt, zone)}
      </td>
      <Cell name="kind" text={event.kind} />
      <Cell name="operation" text={event.operation === '-' ? '' : (event.operation ?? '')} length={15} />
      <td className={styles['about']}>
        {about !== null && (
          <>
            <span className={styles['label']}>{about.name}</span>
            <Identifier name={about.name} value={about.value} length={20} />
          </>
        )}
      </td>
      <Cell name="country" text={event.countryCode ?? ''} />
      <Cell name="code" text={event.errorCode ?? ''} />
      <td className={styles['summary']} title={summarize(event)}>
        {event.marks.length > 0 && (
          <span className={styles['marks']} title={event.marks.map(markWords).join('\n')}>
            <Flag size={12} aria-label="Marked" />
          </span>
        )}
        {summarize(event)}
        {event.repeats > 0 && <span className={styles['repeats']}>received {event.repeats + 1} times</span>}
      </td>
    </tr>
  );
});

/** @param length most characters shown; the end of a long operation tells it from its neighbours. */
function Cell(props: { name: 'kind' | 'operation' | 'country' | 'code'; text: string; length?: number }) {
  const visible = visibleText(props.text);
  return (
    <td className={styles[props.name]} title={visible}>
      {props.length === undefined ? visible : middleEllipsis(visible, props.length)}
    </td>
  );
}

/** The one identifier that says best what an event is about. */
function whatAbout(event: EventSummary): { name: string; value: string } | null {
  if (event.eid !== null) return { name: 'EID', value: event.eid };
  if (event.requestId !== null) return { name: 'Request', value: event.requestId };
  return event.iccid === null ? null : { name: 'ICCID', value: event.iccid };
}

function receivedTitle(event: EventSummary): string {
  const created = event.createdDateTime === null ? 'no time given' : visibleText(event.createdDateTime);
  return `Received\n${bothZonesText(event.receivedAt)}\nProvider's time\n${created}`;
}
