/** Adds tallies of days up by one field. Each attempt is in exactly one line. */
import { assertNever } from '../../lib/assert-never.ts';
import { type Cause, parseCauseKey } from '../cases/case-keys.ts';
import { type DayCounts, type DayTally, attemptsIn, type Combination, DAY_MS, parseCombination } from './day-tally.ts';
import { type Ending, type EndingCounts, NO_ENDINGS } from './ending.ts';
import { RECOVERY_CLASSES } from './recovery-time.ts';
import { type SuccessRate, successRate } from './success-rate.ts';

export type QualityField = 'country' | 'customer' | 'cause' | 'step' | 'hour' | 'weekday' | 'day';

export interface QualityLine {
  /** The text of the tally; an hour of 0 to 23, a weekday of 0 (Sunday) to 6 and a day (`2026-11-29`), all in UTC. */
  readonly value: string | null;
  readonly endings: EndingCounts;
  readonly rate: SuccessRate;
  /** Attempts during which a gap may have hidden a report; null by hour, because it is counted by day. */
  readonly weakened: number | null;
  /** Cases in each class of `RECOVERY_CLASSES`. */
  readonly recovered: readonly number[];
  /** Resources of change requests. */
  readonly resources: { readonly completed: number; readonly failed: number };
}

interface Sums {
  readonly endings: Record<Ending, number>;
  weakened: number;
  readonly recovered: number[];
  readonly resources: { completed: number; failed: number };
}

/** @param by null for one line with everything */
export function qualityLines(
  tallies: Iterable<DayTally>,
  kind: Cause['kind'],
  by: QualityField | null,
): readonly QualityLine[] {
  const lines = new Map<string | null, Sums>();
  const lineOf = (value: string | null): Sums => {
    let line = lines.get(value);
    if (line === undefined) lines.set(value, (line = noSums()));
    return line;
  };
  for (const { day, combination, counts } of tallies) {
    const named = parseCombination(combination);
    if (named.kind !== kind) continue;
    if (by === 'hour') addHours(lineOf, named, counts);
    else add(lineOf(by === null ? null : valueOf(by, named, day)), named, counts);
  }
  return [...lines].map(([value, { endings, weakened, recovered, resources }]) => ({
    value,
    endings,
    rate: successRate(endings),
    // A clock that was set between two events of an attempt may have moved a gap.
    weakened: by === 'hour' ? null : Math.max(0, weakened),
    recovered,
    resources,
  }));
}

function noSums(): Sums {
  return {
    endings: { ...NO_ENDINGS },
    weakened: 0,
    recovered: RECOVERY_CLASSES.map(() => 0),
    resources: { completed: 0, failed: 0 },
  };
}

function valueOf(by: Exclude<QualityField, 'hour'>, { country, customer, cause }: Combination, day: number) {
  switch (by) {
    case 'country':
      return country;
    case 'customer':
      return customer;
    case 'cause':
      return cause;
    case 'step':
      return parseCauseKey(cause)?.operation ?? null;
    case 'weekday':
      return String(new Date(day * DAY_MS).getUTCDay());
    case 'day':
      return new Date(day * DAY_MS).toISOString().slice(0, 10);
    default:
      return assertNever(by);
  }
}

function add(line: Sums, { of }: Combination, counts: DayCounts): void {
  if (of === 'recovered')
    for (const [slot, count] of Object.entries(counts.slots))
      line.recovered[Number(slot)] = (line.recovered[Number(slot)] ?? 0) + count;
  else line.endings[of] += attemptsIn(counts);
  line.weakened += counts.weakened;
  line.resources.completed += counts.completed;
  line.resources.failed += counts.failed;
}

function addHours(lineOf: (value: string) => Sums, { of }: Combination, { slots }: DayCounts): void {
  if (of === 'recovered') return;
  for (const [hour, count] of Object.entries(slots)) lineOf(hour).endings[of] += count;
}
