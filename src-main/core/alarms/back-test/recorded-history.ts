/** Reads what was recorded about a span, whatever the rules are: stays of cases, actions, faults of watching, stops. */
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { MAX_STORED_ALARMS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Gap, GapReason } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { attemptsIn, dayOf, parseCombination, type Tallied } from '../../../../src-shared/domain/quality/day-tally.ts';
import { allActions } from '../../cases/all-actions.ts';
import { stayPages } from '../../cases/stay-pages.ts';
import type { CaseProjectionReader, KeyedStay } from '../../ports/case-projection.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { ALARM_PROJECTION, storedAlarms } from '../alarm-projection.ts';
import type { ActiveSignal } from '../alarm-step.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

interface RecordedSignal extends ActiveSignal {
  /** When it alarmed, and when it was over, UTC epoch ms. */
  readonly from: number;
  readonly to: number | null;
}

export interface RecordedHistory {
  /** Later than asked for if too many failures are stored. UTC epoch ms. */
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
  readonly projection: Pick<CaseProjectionReader, 'stays' | 'tallies'>;
  readonly scanner: Pick<EventReader, 'actions' | 'coverage' | 'projectionRecords'>;
}

/** A back-test of them takes up to 5 s. */
const MAX_FAILURES = 75_000;
/** Read whatever it has. */
const MIN_DAYS = 3;
const FAILED: ReadonlySet<Tallied> = new Set<Tallied>(['failed', 'partial', 'unknown']);
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
  const { to } = span;
  const from = await affordableFrom(projection, span);
  const stays: KeyedStay[] = [];
  for await (const page of stayPages(projection, { from, to, isThinned: true }, signal))
    for (const one of page) stays.push(one);
  const inOrder = stays.toSorted((one, other) => one.stay.fromSeq - other.stay.fromSeq);
  const actions: StoredActionEntry[] = [];
  for await (const action of allActions(scanner, signal)) actions.push(action);
  const { gaps } = await scanner.coverage({ from, to });
  const alarms = storedAlarms(await scanner.projectionRecords(ALARM_PROJECTION));
  const recorded = alarms.flatMap(({ about, since, firstAt }): readonly RecordedSignal[] =>
    about.kind === 'signal' ? [{ signal: about.signal, since, cause: null, from: firstAt, to: about.endedAt }] : [],
  );
  // Only the newest alarms are stored.
  const knownFrom = alarms.length < MAX_STORED_ALARMS ? -Infinity : Math.min(...alarms.map(({ lastAt }) => lastAt));
  const estimated = gaps.filter((gap) => gap.from < knownFrom && isAlarming(gap, to)).map(signalOf);
  return {
    from,
    stays: inOrder.filter((one, index) => !isSame(one, inOrder[index - 1])),
    actions,
    signals: [...estimated, ...recorded],
    estimatedSignals: estimated.length,
    stops: gaps.filter(({ reason }) => STOPPED.has(reason)),
  };
}

/** Returns `from`, or a later day since which not too many attempts failed, UTC epoch ms. */
async function affordableFrom(projection: HistorySources['projection'], { from, to }: Span): Promise<number> {
  const failures = new Map<number, number>();
  for (const { day, combination, counts } of await projection.tallies({
    from: dayOf(from),
    to: dayOf(to),
    sums: 'day',
  }))
    if (FAILED.has(parseCombination(combination).of)) failures.set(day, (failures.get(day) ?? 0) + attemptsIn(counts));
  let sum = 0;
  for (let day = dayOf(to); day >= dayOf(from); day -= 1) {
    sum += failures.get(day) ?? 0;
    if (sum > MAX_FAILURES && day <= dayOf(to) - MIN_DAYS) return (day + 1) * DAY_MS;
  }
  return from;
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
