/**
 * The columns of the timeline, words first: one line reads as a sentence. Everything that came with the event is
 * untrusted and shown as text.
 */
import { Flag, Globe } from 'lucide-react';
import { useMemo } from 'react';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { ErrorCode } from '../../components/ErrorCode.tsx';
import type { GridColumn } from '../../components/grid/grid-model.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Time } from '../../components/Time.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { markWords } from '../../words/event-words.ts';
import { isSessionEvent, summarize } from '../../words/summarize.ts';
import styles from './columns.module.css';
import type { TimelineRow } from './timeline-items.tsx';

/** A provider's clock that is further from ours than this is no delay any more. */
const MAX_PROVIDER_DELAY_MS = 60_000;

export interface ColumnsLayout {
  readonly zone: string;
  /** Identifiers have room for all of themselves. */
  readonly isWide: boolean;
  /** And error codes as well. */
  readonly hasFullCodes: boolean;
  /** Hardly more than the words and their time has room. */
  readonly isNarrow: boolean;
  /** Nobody reads identifiers from across a room. */
  readonly hasIds: boolean;
}

export function useColumns({
  zone,
  isWide,
  hasFullCodes: hasWholeCodes,
  isNarrow,
  hasIds,
}: ColumnsLayout): readonly GridColumn<TimelineRow>[] {
  return useMemo(
    () => columns({ zone, isWide, hasFullCodes: hasWholeCodes, isNarrow }).filter(({ id }) => hasIds || id !== 'about'),
    [zone, isWide, hasWholeCodes, isNarrow, hasIds],
  );
}

function columns({
  zone,
  isWide,
  hasFullCodes: hasWholeCodes,
  isNarrow,
}: Omit<ColumnsLayout, 'hasIds'>): readonly GridColumn<TimelineRow>[] {
  return [
    {
      id: 'outcome',
      title: 'Outcome',
      icon: '',
      width: { px: 16 },
      priority: 90,
      cell: ({ event }) =>
        !isSessionEvent(event) &&
        event.outcome !== null && (
          <span className={styles['mark']}>
            <OutcomeMark outcome={event.outcome} />
          </span>
        ),
    },
    {
      id: 'received',
      title: `Received (${zone})`,
      icon: zone,
      // With a day, which lines of another than today have: it must not get wider when the first of them is read.
      width: { px: 132 },
      priority: 80,
      cell: ({ event, sharesSecond }) => (
        <Time at={event.receivedAt} date="when-not-today" precision={sharesSecond ? 'millis' : 'second'} />
      ),
    },
    {
      id: 'summary',
      title: 'Summary',
      // Half a line of text: further away an id is not read as the same line's.
      width: { share: 1, min: isNarrow ? 180 : 220, max: 560 },
      priority: 100,
      cell: ({ event }) => <Summary event={event} />,
    },
    {
      id: 'about',
      title: 'EID or request',
      width: { px: isWide ? 296 : 128 },
      priority: 70,
      cell: ({ event }) => <About event={event} isWhole={isWide} />,
    },
    {
      id: 'country',
      title: 'Country',
      icon: <Globe size={13} aria-hidden="true" />,
      width: { px: 28 },
      priority: 50,
      cell: ({ event }) => event.countryCode !== null && <Untrusted text={event.countryCode} truncate="end" />,
    },
    {
      id: 'code',
      title: 'Error code',
      width: { px: hasWholeCodes ? 270 : 184 },
      priority: 40,
      cell: ({ event }) => event.errorCode !== null && <ErrorCode code={event.errorCode} />,
    },
    {
      id: 'operation',
      title: 'Operation',
      width: { px: 150 },
      priority: 30,
      isOptional: true,
      cell: ({ event }) => event.operation !== null && <Name text={event.operation} />,
    },
    {
      id: 'kind',
      title: 'Kind',
      width: { px: 120 },
      priority: 20,
      isOptional: true,
      cell: ({ event }) => <Name text={event.kind} />,
    },
    {
      id: 'created',
      title: `Provider time (${zone})`,
      width: { px: 132 },
      priority: 10,
      isOptional: true,
      cell: ({ event }) => event.createdAt !== null && <Created event={event} at={event.createdAt} />,
    },
  ];
}

function Summary({ event }: { event: EventSummary }) {
  return (
    <span className={styles['summary']}>
      {event.marks.length > 0 && (
        <Tooltip label={() => event.marks.map(markWords).join('\n')}>
          <span className={styles['odd']}>
            <Flag size={12} aria-label="Something is odd about it" />
          </span>
        </Tooltip>
      )}
      <span className={isSessionEvent(event) ? undefined : styles['words']}>{summarize(event)}</span>
      {event.repeats > 0 && <span className={styles['repeats']}>received {event.repeats + 1} times</span>}
    </span>
  );
}

/** The one identifier that says best what an event is about. */
function About({ event, isWhole }: { event: EventSummary; isWhole: boolean }) {
  if (event.eid !== null) return <ShortId name="EID" value={event.eid} isFull={isWhole} />;
  if (event.requestId !== null)
    return (
      <span className={styles['about']}>
        <span className={styles['label']}>req</span>
        <ShortId name="Request" value={event.requestId} isFull={isWhole} />
      </span>
    );
  return (
    event.iccid !== null && (
      <span className={styles['about']}>
        <span className={styles['label']}>ICCID</span>
        <ShortId name="ICCID" value={event.iccid} isFull={isWhole} />
      </span>
    )
  );
}

function Name({ text }: { text: string }) {
  return (
    <span className={styles['name']}>
      <Untrusted text={text} truncate="end" />
    </span>
  );
}

/** With its day where it differs, and marked where the clocks do. */
function Created({ event, at }: { event: EventSummary; at: number }) {
  return (
    <span className={styles['created']} data-off={Math.abs(at - event.receivedAt) > MAX_PROVIDER_DELAY_MS}>
      <Time at={at} date="when-not-today" />
    </span>
  );
}
