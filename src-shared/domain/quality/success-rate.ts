/** Rates and shares. Attempts with an unknown outcome, and open ones, are in none: they are counted beside it. */
import type { EndingCounts } from './ending.ts';
import type { Rate } from './quality-schemas.ts';

/** With fewer, the interval is wider than 40 percentage points around one half. */
export const MIN_ATTEMPTS = 20;

/** The 97.5 % point of the standard normal distribution. */
const Z = 1.959963984540054;

/** A request of which some resources failed has not succeeded. */
export function successRate(endings: EndingCounts): Rate {
  return rateOf({ hits: endings.succeeded, of: endedIn(endings) });
}

export function endedIn({ succeeded, partial, failed }: EndingCounts): number {
  return succeeded + partial + failed;
}

export function rateOf({ hits, of }: Pick<Rate, 'hits' | 'of'>): Rate {
  if (of < MIN_ATTEMPTS) return { kind: 'too-few', hits, of };
  return { kind: 'rate', rate: hits / of, ...wilsonInterval(hits, of), hits, of };
}

/** E. B. Wilson, 1927, without continuity correction. `of` is at least 1. */
export function wilsonInterval(hits: number, of: number): { readonly low: number; readonly high: number } {
  const rate = hits / of;
  const square = Z * Z;
  const center = rate + square / (2 * of);
  const margin = Z * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of * of));
  const whole = 1 + square / of;
  // Rounding must not move an end that is exactly 0 or 1.
  return {
    low: hits === 0 ? 0 : (center - margin) / whole,
    high: hits === of ? 1 : (center + margin) / whole,
  };
}
