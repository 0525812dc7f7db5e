/**
 * With jitter. The first wait is from 0 to the base, so that clients that lost the same server do not return together.
 * Later waits stay in the upper quarter of their bound, never faster than the doubling allows.
 */
export function backoffMs(options: {
  failures: number;
  baseMs: number;
  capMs: number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: number;
}): number {
  // 2^30 s is far above every cap; without the limit the power overflows to Infinity.
  const doublings = Math.min(options.failures - 1, 30);
  const bound = Math.min(options.capMs, options.baseMs * 2 ** doublings);
  return Math.floor(bound * (options.failures === 1 ? options.random : 0.75 + options.random / 4));
}
