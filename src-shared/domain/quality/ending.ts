/**
 * How an attempt ended, for every rate and count. An attempt counts once, in the hour in which an event last set its
 * outcome; while no event did, it counts as open.
 */
import type { Outcome } from '../event/outcomes.ts';

/** `open`: only steps in progress were reported. After a silence no result will come, so it is then without a result. */
export const endings = ['succeeded', 'partial', 'failed', 'unknown', 'open'] as const;
export type Ending = (typeof endings)[number];

/** Numbers of a line. An attempt that is weakened by a gap also has another ending. */
export const countedEndings = [...endings, 'weakened'] as const;
export type CountedEnding = (typeof countedEndings)[number];

export type EndingCounts = Readonly<Record<Ending, number>>;

export const NO_ENDINGS: EndingCounts = { succeeded: 0, partial: 0, failed: 0, unknown: 0, open: 0 };

export function endingOf(outcome: Outcome): Ending {
  return outcome === 'in-progress' ? 'open' : outcome;
}
