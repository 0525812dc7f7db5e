/** Reads what was recorded about a span, whatever the rules are: stays of cases, actions, faults of watching, stops. */
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { MAX_STORED_ALARMS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Gap, GapReason } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { allActions } from '../../cases/all-actions.ts';
import type { CaseProjectionReader } from '../../ports/case-projection.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { ALARM_PROJECTION, storedAlarms } from '../alarm-projection.ts';
import type { ActiveSignal } from '../alarm-step.ts';
import type { KeyedStay } from './replayed-cases.ts';

interface RecordedSignal extends ActiveSignal {
  /** When it alarmed, and when it was over, UTC epoch ms. */
  readonly from: number;
  readonly to: number | null;
}

export interface RecordedHistory {
  /** Later than asked for if too many stays are stored. UTC epoch ms. */
  readonly from: number;
  /** In the order in which they began. */
  readonly stays: readonly KeyedStay[];
  /** In their order in the log. */
  readonly actions: readonly StoredActionEntry[];
  readonly signals: readonly RecordedSignal[];
  /** Signals that are derived from gaps, because their alarms are not stored any more. */
  readonly estimatedSignals: number;
  /** Times in which the process did not run. */
  readonly stops: readonly Pick<Gap, 'from' | 'to'>[];
}

export interface HistorySources {
  readonly projection: Pick<CaseProjectionReader, 'stays'>;
  readonly scanner: Pick<EventReader, 'actions' | 'coverage' | 'projectionRecords'>;
}

/** About 150 MB, and 5 s for a back-test. */
const MAX_STAYS = 200_000;
/** Read whatever it has. */
const MIN_SPAN_MS = 3 * 86_400_000;
const STOPPED: ReadonlySet<GapReason> = new Set<GapReason>(['stopped', 'crashed']);
/** A shorter gap does not alarm: the watch is blind after ten seconds, and the alarm waits for ten more. */
const MIN_GAP_MS = 20_000;
const SIGNALS: Partial<Record<GapReason, ActiveSignal['signal']>> = {
  'seat-taken': 'seat-taken',
  'sign-in-needed': 'sign-in-needed',
};

/** @throws the signal's reason */
export async function readHistory(
  { projection, scanner }: HistorySources,
  span: Span,
  signal: AbortSignal,
): Promise<RecordedHistory> {
  const stays: KeyedStay[] = [];
  let { from } = span;
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<typeof projection.stays>> = await projection.stays({ ...span, after });
    for (const one of page.stays) stays.push(one);
    after = page.next;
    if (after === null) break;
    const readFrom = (page.stays.at(-1)?.stay.to ?? span.to) + 1;
    if (stays.length > MAX_STAYS && span.to - readFrom > MIN_SPAN_MS) {
      from = readFrom;
      break;
    }
  }
  const inOrder = stays.toSorted((one, other) => one.stay.fromSeq - other.stay.fromSeq);
  const actions: StoredActionEntry[] = [];
  for await (const action of allActions(scanner, signal)) actions.push(action);
  const { gaps } = await scanner.coverage({ from, to: span.to });
  const alarms = storedAlarms(await scanner.projectionRecords(ALARM_PROJECTION));
  const recorded = alarms.flatMap(({ about, since, firstAt }): readonly RecordedSignal[] =>
    about.kind === 'signal' ? [{ signal: about.signal, since, cause: null, from: firstAt, to: about.endedAt }] : [],
  );
  // Only the newest alarms are stored.
  const knownFrom = alarms.length < MAX_STORED_ALARMS ? -Infinity : Math.min(...alarms.map(({ lastAt }) => lastAt));
  const estimated = gaps.filter((gap) => gap.from < knownFrom && isAlarming(gap, span.to)).map(signalOf);
  return {
    from,
    stays: inOrder.filter((one, index) => !isSame(one, inOrder[index - 1])),
    actions,
    signals: [...estimated, ...recorded],
    estimatedSignals: estimated.length,
    stops: gaps.filter(({ reason }) => STOPPED.has(reason)),
  };
}

function isAlarming(gap: Gap, now: number): boolean {
  return !STOPPED.has(gap.reason) && !isReconnect(gap, now) && (gap.to ?? now) - gap.from >= MIN_GAP_MS;
}

function signalOf({ reason, from, to }: Gap): RecordedSignal {
  return { signal: SIGNALS[reason] ?? 'blind', since: from, cause: null, from: from + MIN_GAP_MS, to };
}

/** A stay that ended while the pages were read may come twice. */
function isSame({ key, stay }: KeyedStay, other: KeyedStay | undefined): boolean {
  return other?.key === key && other.stay.fromSeq === stay.fromSeq;
}
