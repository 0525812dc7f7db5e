/** Counts attempts of a span by hour, and finds the hours in which too many failed. */
import type { Span } from '../coverage/coverage-figures.ts';
import { attemptsIn, type DayTally, isEnding, parseCombination } from './day-tally.ts';
import { type Ending, type EndingCounts, NO_ENDINGS } from './ending.ts';
import { endedIn, wilsonInterval } from './success-rate.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

/** Fewer failures in an hour are no sign: one of one would be below every target. */
const MIN_FAILURES = 3;

export const attemptKinds = ['localization', 'request'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export interface CountedHours {
  readonly totals: Readonly<Record<AttemptKind, EndingCounts>>;
  /** By the start of the hour, UTC epoch ms. */
  readonly hours: ReadonlyMap<number, Readonly<Record<AttemptKind, EndingCounts>>>;
}

/** An end within an hour, as in a zone of UTC+05:30, moves to its start, so adjacent spans count each attempt once. */
export function countHours(tallies: Iterable<DayTally>, { from, to }: Span): CountedHours {
  const [first, end] = [from, to].map((at) => Math.floor(at / HOUR_MS) * HOUR_MS);
  const totals = noCounts();
  const hours = new Map<number, ReturnType<typeof noCounts>>();
  for (const { day, combination, counts } of tallies) {
    const { kind, of } = parseCombination(combination);
    if (!isEnding(of) || attemptsIn(counts) === 0) continue;
    for (const [hour, count] of Object.entries(counts.slots)) {
      const at = day * DAY_MS + Number(hour) * HOUR_MS;
      if (at < (first ?? 0) || at >= (end ?? 0)) continue;
      let counted = hours.get(at);
      if (counted === undefined) hours.set(at, (counted = noCounts()));
      counted[kind][of] += count;
      totals[kind][of] += count;
    }
  }
  return { totals, hours };
}

/**
 * Returns the hours in which at least three attempts of a kind failed, and more than chance explains at the target rate:
 * the interval of 95 % is below it. Adjacent hours are one span; in order.
 */
export function badSpans({ hours }: CountedHours, success: number, { from, to }: Span): Span[] {
  const bad = [...hours]
    .filter(([, counts]) => attemptKinds.some((kind) => isBad(counts[kind], success)))
    .map(([at]) => ({ from: Math.max(from, at), to: Math.min(to, at + HOUR_MS) }));
  return joinedSpans(bad.filter((span) => span.from < span.to));
}

function isBad(counts: EndingCounts, success: number): boolean {
  const failed = counts.partial + counts.failed;
  return failed >= MIN_FAILURES && wilsonInterval(counts.succeeded, endedIn(counts)).high < success;
}

/** Joins spans that touch; in order. */
export function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last === undefined || span.from > last.to) joined.push(span);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return joined;
}

function noCounts(): Record<AttemptKind, Record<Ending, number>> {
  return { localization: { ...NO_ENDINGS }, request: { ...NO_ENDINGS } };
}
