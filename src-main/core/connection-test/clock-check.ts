import { isNotableOffset } from '../../../src-shared/domain/coverage/notable-offset.ts';
import { type CheckOutcome, passed, skipped, warned } from '../connection-findings/check-outcome.ts';

/** `offsets`: service clock minus ours, in ms. The largest deviation counts. */
export function clockOutcome(offsets: readonly number[]): CheckOutcome {
  const [first, ...others] = offsets;
  if (first === undefined) return skipped({ key: 'clock-unknown', facts: {} });
  const furthest = others.reduce((max, offset) => (Math.abs(offset) > Math.abs(max) ? offset : max), first);
  // Adding 0 turns -0 into 0.
  const seconds = Math.round(furthest / 1_000) + 0;
  return isNotableOffset(furthest)
    ? warned({ key: 'clock-off', facts: { seconds } })
    : passed({ key: 'clock-right', facts: { seconds } });
}
