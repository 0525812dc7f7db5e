/** The summary comes first, so that a line reads as a sentence. All content of an event is untrusted. */
import { Flag, Globe } from 'lucide-react';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { ErrorCode } from '../../components/ErrorCode.tsx';
import type { GridColumn } from '../../grid/grid-model.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Time } from '../../components/Time.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { markWords } from '../../words/event-words.ts';
import { isSessionEvent, summarize } from '../../../src-shared/words/events/summarize.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import styles from './columns.module.css';
import type { TimelineRow } from './timeline-items.tsx';

/** A larger difference is marked, because it is a wrong clock and not a delay. */
const MAX_PROVIDER_DELAY_MS = 60_000;

/** Includes the day, which older lines show, and in wide windows also milliseconds. */
const TIME_WIDTH = { min: 122, fits: 138 };

interface ColumnsLayout {
  readonly zone: string;
  readonly isWide: boolean;
  readonly isNarrow: boolean;
  /** False on the wall, where identifiers are too small to read. */
  readonly hasIds: boolean;
}

export function timelineColumns({ zone, isWide, isNarrow, hasIds }: ColumnsLayout) {
  const columns: readonly GridColumn<TimelineRow>[] = [
    {
      id: 'outcome',
      title: 'Outcome',
      icon: '',
      width: { px: 16 },
      priority: 90,
      cell: ({ event }) =>
        !isSessionEvent(event) &&
        event.outcome !== null && (
          <span className="row">
            <OutcomeMark outcome={event.outcome} />
          </span>
        ),
    },
    {
      id: 'received',
      title: `Received (${zone})`,
      icon: zone,
      width: isNarrow ? { px: TIME_WIDTH.min } : TIME_WIDTH,
      priority: 80,
      cell: ({ event, sharesSecond }) => (
        <Time at={event.receivedAt} date="when-not-today" precision={sharesSecond && !isNarrow ? 'millis' : 'second'} />
      ),
    },
    {
      id: 'summary',
      title: 'Summary',
      // Limited, because an identifier further to the right is hard to connect with its line.
      width: { share: 1, min: isNarrow ? 128 : 220, max: 560 },
      priority: 100,
      cell: ({ event }) => <Summary event={event} />,
    },
    {
      id: 'about',
      title: 'EID or request',
      width: { px: isWide ? 296 : 128 },
      priority: 70,
      cell: ({ event }) => <About event={event} hasFullCodes={isWide} />,
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
      // The longest documented code.
      width: { min: 184, fits: 228 },
      priority: 40,
      cell: ({ event }) => event.errorCode !== null && <ErrorCode code={event.errorCode} />,
    },
    {
      id: 'company',
      title: 'Company',
      width: { px: 150 },
      priority: 36,
      isOptional: true,
      cell: ({ event }) => event.company !== null && <Untrusted text={event.company} truncate="end" />,
    },
    {
      id: 'target',
      title: 'Target',
      width: { px: 110 },
      priority: 34,
      isOptional: true,
      cell: ({ event }) => event.targets.length > 0 && <Name text={event.targets.join(', ')} />,
    },
    {
      id: 'size',
      title: 'Resources',
      width: { px: 76 },
      priority: 32,
      isOptional: true,
      align: 'end',
      cell: ({ event }) => event.resourceCount !== null && numberText(event.resourceCount),
    },
    {
      id: 'user',
      title: 'Created by',
      width: { px: 150 },
      priority: 31,
      isOptional: true,
      cell: ({ event }) => event.createdBy !== null && <Untrusted text={event.createdBy} truncate="end" />,
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
      width: TIME_WIDTH,
      priority: 10,
      isOptional: true,
      cell: ({ event }) => event.createdAt !== null && <Created event={event} at={event.createdAt} />,
    },
  ];
  return columns.filter(({ id }) => hasIds || id !== 'about');
}

function Summary({ event }: { event: EventSummary }) {
  return (
    <span className="row gap-2">
      {event.marks.length > 0 && (
        <Tooltip label={() => event.marks.map(markWords).join('\n')}>
          <span className="quiet fixed inline-flex">
            <Flag size={12} aria-label="It is unusual" />
          </span>
        </Tooltip>
      )}
      <span className={hasFailed(event) ? 'ellipsis strong' : isSessionEvent(event) ? undefined : 'ellipsis'}>
        {summarize(event)}
      </span>
      {event.repeats > 0 && <span className="meta">received {event.repeats + 1} times</span>}
    </span>
  );
}

function hasFailed({ outcome }: EventSummary): boolean {
  return outcome === 'failed' || outcome === 'partial';
}

function About({ event, hasFullCodes }: { event: EventSummary; hasFullCodes: boolean }) {
  if (event.eid !== null) return <ShortId name="EID" value={event.eid} isFull={hasFullCodes} />;
  const isRequest = event.requestId !== null;
  const value = event.requestId ?? event.iccid;
  return (
    value !== null && (
      <span className="baseline gap-1">
        <span className="mono quiet">{isRequest ? 'req' : 'ICCID'}</span>
        <ShortId name={isRequest ? 'Request' : 'ICCID'} value={value} isFull={hasFullCodes} />
      </span>
    )
  );
}

function Name({ text }: { text: string }) {
  return <Untrusted className="meta mono-face" text={text} truncate="end" />;
}

/** Shows the day if it is not today, and marks a wrong clock. */
function Created({ event, at }: { event: EventSummary; at: number }) {
  return (
    <span className={styles['created']} data-off={Math.abs(at - event.receivedAt) > MAX_PROVIDER_DELAY_MS}>
      <Time at={at} date="when-not-today" />
    </span>
  );
}
