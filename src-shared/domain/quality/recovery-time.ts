/** The time for which a case was open before a success ended it, in classes that can be added for any span. */
import { MIN_ATTEMPTS } from './success-rate.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';

/** Lower ends of the classes. The last class has no upper end. */
export const RECOVERY_CLASSES = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
  72 * HOUR_MS,
  168 * HOUR_MS,
] as const;

export function recoveryClass(lengthMs: number): number {
  return Math.max(
    0,
    RECOVERY_CLASSES.findLastIndex((from) => lengthMs >= from),
  );
}

/** Least number of retries of each class. The last class has no upper end. */
export const RETRY_CLASSES = [0, 1, 2, 3, 4, 6] as const;

export function retryClass(retries: number): number {
  return RETRY_CLASSES.findLastIndex((least) => retries >= least);
}

type RecoveryTime =
  /** Between `fromMs` and `toMs`; null if it has no upper end. */
  | { readonly kind: 'time'; readonly fromMs: number; readonly toMs: number | null; readonly recovered: number }
  | { readonly kind: 'too-few'; readonly recovered: number };

/** @param counts recovered cases in each class; @param part 0.5 for the median, 0.9 for nine of ten */
export function recoveryTime(counts: readonly number[], part: number): RecoveryTime {
  const recovered = counts.reduce((sum, count) => sum + count, 0);
  if (recovered < MIN_ATTEMPTS) return { kind: 'too-few', recovered };
  let before = 0;
  const found = counts.findIndex((count) => (before += count) >= recovered * part);
  return { kind: 'time', fromMs: RECOVERY_CLASSES[found] ?? 0, toMs: RECOVERY_CLASSES[found + 1] ?? null, recovered };
}
