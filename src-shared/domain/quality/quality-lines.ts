/** Adds tallies of days up by one field. Each attempt is in exactly one line. */
import { assertNever } from '../../lib/assert-never.ts';
import { type Cause, parseCauseKey } from '../cases/case-keys.ts';
import {
  type DayCounts,
  type DayTally,
  isEnding,
  attemptsIn,
  type Combination,
  dayText,
  parseCombination,
  type TallySums,
} from './day-tally.ts';
import { type Ending, endings, NO_ENDINGS } from './ending.ts';
import type { QualityField, QualityLine } from './quality-schemas.ts';
import { RECOVERY_CLASSES, RETRY_CLASSES } from './recovery-time.ts';
import { endedIn, rateOf, successRate } from './success-rate.ts';
import { DAY_MS } from '../../lib/durations.ts';

interface Sums extends Pick<QualityLine, 'values'> {
  readonly endings: Record<Ending, number>;
  weakened: number;
  readonly recovered: number[];
  readonly resources: { completed: number; failed: number };
}

/** Returns the total, and a line for each combination of values: by time, or the most attempts first. */
export function qualityLines(
  tallies: Iterable<DayTally>,
  kind: Cause['kind'],
  by: readonly QualityField[],
): { readonly total: QualityLine; readonly lines: QualityLine[] } {
  const total = noSums([]);
  const lines = new Map<string, Sums>();
  const lineOf = (values: QualityLine['values']): Sums => {
    const key = JSON.stringify(values);
    let line = lines.get(key);
    if (line === undefined) lines.set(key, (line = noSums(values)));
    return line;
  };
  const byHour = by.includes('hour');
  const hasTime = by.some(isTime);
  // Each of 400 days has the same combinations, so each is parsed once.
  const known = new Map<string, { readonly named: Combination; readonly line: Sums | null }>();
  for (const { day, combination, counts } of tallies) {
    let one = known.get(combination);
    if (one === undefined) {
      const parsed = parseCombination(combination);
      const isLine = parsed.kind === kind && parsed.of !== 'retried' && by.length > 0 && !hasTime;
      const line = isLine ? lineOf(by.map((field) => valueOf(field, parsed, day, null))) : null;
      known.set(combination, (one = { named: parsed, line }));
    }
    const { named, line } = one;
    if (named.kind !== kind || named.of === 'retried') continue;
    const valuesAt = (hour: string | null) => by.map((field) => valueOf(field, named, day, hour));
    add(total, named, counts);
    if (by.length === 0) continue;
    if (!byHour) add(line ?? lineOf(valuesAt(null)), named, counts);
    else if (isEnding(named.of))
      for (const [hour, count] of Object.entries(counts.slots))
        lineOf(valuesAt(hour.padStart(2, '0'))).endings[named.of] += count;
  }
  const of = endedIn(total.endings);
  const finished = (line: Sums): QualityLine => ({
    ...line,
    rate: successRate(line.endings),
    failures: rateOf({ hits: line.endings.partial + line.endings.failed, of }),
    // A clock that was set between two events of an attempt may have moved a gap.
    weakened: Math.max(0, line.weakened),
  });
  const found = Array.from(lines.values(), (line) => (byHour ? { ...finished(line), weakened: null } : finished(line)));
  return { total: finished(total), lines: found.toSorted(by.every(isTime) ? byValues : byAttempts) };
}

/** Counts the recovered localizations in each class of `RETRY_CLASSES`. */
export function recoveredAfterRetries(tallies: Iterable<DayTally>): number[] {
  const sums = RETRY_CLASSES.map(() => 0);
  for (const { combination, counts } of tallies)
    if (parseCombination(combination).of === 'retried')
      for (const [slot, count] of Object.entries(counts.slots)) sums[Number(slot)] = (sums[Number(slot)] ?? 0) + count;
  return sums;
}

/** Returns the smallest sums that have these fields. */
export function sumsFor(by: readonly QualityField[]): TallySums {
  if (by.every(isTime)) return 'day';
  return by.some(isTime) ? 'each' : 'combination';
}

function isTime(field: QualityField): boolean {
  return field === 'hour' || field === 'weekday' || field === 'day';
}

function byValues(one: QualityLine, other: QualityLine): number {
  return one.values.join(' ') < other.values.join(' ') ? -1 : 1;
}

/** The most first; those with as many by their values. */
function byAttempts(one: QualityLine, other: QualityLine): number {
  return attemptsOf(other) - attemptsOf(one) || byValues(one, other);
}

function attemptsOf({ endings: counts }: QualityLine): number {
  return endings.reduce((sum, ending) => sum + counts[ending], 0);
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

/** @param hour `00` to `23`, only used for the hour */
export function valueOf(
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
      return String(((new Date(day * DAY_MS).getUTCDay() + 6) % 7) + 1);
    case 'day':
      return dayText(day);
    default:
      return assertNever(by);
  }
}

function add(line: Sums, { of }: Combination, counts: DayCounts): void {
  if (of === 'recovered')
    for (const [slot, count] of Object.entries(counts.slots))
      line.recovered[Number(slot)] = (line.recovered[Number(slot)] ?? 0) + count;
  else if (isEnding(of)) line.endings[of] += attemptsIn(counts);
  line.weakened += counts.weakened;
  line.resources.completed += counts.completed;
  line.resources.failed += counts.failed;
}
