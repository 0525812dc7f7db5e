/**
 * Full-jitter exponential backoff: a random wait between 0 and base × 2^(failures − 1), never more than the cap.
 * Full jitter spreads many clients that lost the same server; a fixed fraction would let them return together.
 */
export function fullJitterMs(options: {
  /** Consecutive failures, from 1. */
  failures: number;
  baseMs: number;
  capMs: number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: number;
}): number {
  // 2^30 s is far above every cap; without the limit the power overflows to Infinity and 0 × Infinity is NaN.
  const doublings = Math.min(options.failures - 1, 30);
  return Math.floor(options.random * Math.min(options.capMs, options.baseMs * 2 ** doublings));
}
