/** Attempts with an unknown outcome, and open ones, are in no rate: they are counted beside it. */
import type { EndingCounts } from './ending.ts';

export interface Share {
  readonly succeeded: number;
  /** Attempts that succeeded or failed. */
  readonly ended: number;
}

/** `low`, `high`: Wilson interval of 95 %. All three are between 0 and 1. */
export type SuccessRate =
  | ({ readonly kind: 'rate'; readonly rate: number; readonly low: number; readonly high: number } & Share)
  | ({ readonly kind: 'too-few' } & Share);

/** With fewer, the interval is wider than 40 percentage points around one half. */
export const MIN_ATTEMPTS = 20;

/** The 97.5 % point of the standard normal distribution. */
const Z = 1.959963984540054;

/** A request of which some resources failed has not succeeded. */
export function successRate({ succeeded, partial, failed }: EndingCounts): SuccessRate {
  return rateOf({ succeeded, ended: succeeded + partial + failed });
}

export function rateOf({ succeeded, ended }: Share): SuccessRate {
  if (ended < MIN_ATTEMPTS) return { kind: 'too-few', succeeded, ended };
  return { kind: 'rate', rate: succeeded / ended, ...wilsonInterval(succeeded, ended), succeeded, ended };
}

/** E. B. Wilson, 1927, without continuity correction. `ended` is at least 1. */
export function wilsonInterval(succeeded: number, ended: number): { readonly low: number; readonly high: number } {
  const rate = succeeded / ended;
  const square = Z * Z;
  const center = rate + square / (2 * ended);
  const margin = Z * Math.sqrt((rate * (1 - rate)) / ended + square / (4 * ended * ended));
  const whole = 1 + square / ended;
  // Rounding must not move an end that is exactly 0 or 1.
  return {
    low: succeeded === 0 ? 0 : (center - margin) / whole,
    high: succeeded === ended ? 1 : (center + margin) / whole,
  };
}
