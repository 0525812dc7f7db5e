/** Adds tallies of days up by one field. Each attempt is in exactly one line. */
import { assertNever } from '../../lib/assert-never.ts';
import { type Cause, parseCauseKey } from '../cases/case-keys.ts';
import { type DayCounts, type DayTally, attemptsIn, type Combination, DAY_MS, parseCombination } from './day-tally.ts';
import { type Ending, type EndingCounts, NO_ENDINGS } from './ending.ts';
import { RECOVERY_CLASSES } from './recovery-time.ts';
import { endedIn, type Rate, rateOf, successRate } from './success-rate.ts';

export const qualityFields = ['country', 'customer', 'cause', 'step', 'hour', 'weekday', 'day'] as const;
export type QualityField = (typeof qualityFields)[number];

export interface QualityLine {
  /**
   * For each field the text of the tally, null if no event named one; an hour of 0 to 23, a weekday of 0 (Sunday) to 6 and
   * a day (`2026-11-29`), all in UTC. The cause is null if the attempt did not fail.
   */
  readonly values: readonly (string | null)[];
  readonly endings: EndingCounts;
  readonly rate: Rate;
  /** Share of all ended attempts that failed here. For a cause or a step, which only failures have, it says more. */
  readonly failures: Rate;
  /** Attempts during which a gap may have hidden a report; null by hour, because it is counted by day. */
  readonly weakened: number | null;
  /** Cases in each class of `RECOVERY_CLASSES`. */
  readonly recovered: readonly number[];
  /** Resources of change requests. */
  readonly resources: { readonly completed: number; readonly failed: number };
}

interface Sums extends Pick<QualityLine, 'values'> {
  readonly endings: Record<Ending, number>;
  weakened: number;
  readonly recovered: number[];
  readonly resources: { completed: number; failed: number };
}

/** Returns the total, and a line for each combination of values; none if there are no fields. */
export function qualityLines(
  tallies: Iterable<DayTally>,
  kind: Cause['kind'],
  by: readonly QualityField[],
): { readonly total: QualityLine; readonly lines: readonly QualityLine[] } {
  const total = noSums([]);
  const lines = new Map<string, Sums>();
  const lineOf = (values: QualityLine['values']): Sums => {
    const key = JSON.stringify(values);
    let line = lines.get(key);
    if (line === undefined) lines.set(key, (line = noSums(values)));
    return line;
  };
  const byHour = by.includes('hour');
  for (const { day, combination, counts } of tallies) {
    const named = parseCombination(combination);
    if (named.kind !== kind) continue;
    const valuesAt = (hour: string | null) => by.map((field) => valueOf(field, named, day, hour));
    add(total, named, counts);
    if (by.length === 0) continue;
    if (!byHour) add(lineOf(valuesAt(null)), named, counts);
    else if (named.of !== 'recovered')
      for (const [hour, count] of Object.entries(counts.slots)) lineOf(valuesAt(hour)).endings[named.of] += count;
  }
  const of = endedIn(total.endings);
  const finished = (line: Sums): QualityLine => ({
    ...line,
    rate: successRate(line.endings),
    failures: rateOf({ hits: line.endings.partial + line.endings.failed, of }),
    // A clock that was set between two events of an attempt may have moved a gap.
    weakened: Math.max(0, line.weakened),
  });
  return {
    total: finished(total),
    lines: Array.from(lines.values(), (line) => (byHour ? { ...finished(line), weakened: null } : finished(line))),
  };
}

function noSums(values: QualityLine['values']): Sums {
  return {
    values,
    endings: { ...NO_ENDINGS },
    weakened: 0,
    recovered: RECOVERY_CLASSES.map(() => 0),
    resources: { completed: 0, failed: 0 },
  };
}

function valueOf(
  by: QualityField,
  { of, country, customer, cause }: Combination,
  day: number,
  hour: string | null,
): string | null {
  switch (by) {
    case 'country':
      return country;
    case 'customer':
      return customer;
    case 'cause':
      return of === 'succeeded' || of === 'open' ? null : cause;
    case 'step':
      return parseCauseKey(cause)?.operation ?? null;
    case 'hour':
      return hour;
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
