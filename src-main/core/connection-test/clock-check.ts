/** Whether this computer and the service agree on the time, from what both have said. */
import { isNotableOffset } from '../../../src-shared/domain/notable-offset.ts';
import { type CheckOutcome, passed, skipped, warned } from './check-outcome.ts';

/** `offsets`: the service's clock less ours, in ms; the one furthest off counts. */
export function clockOutcome(offsets: readonly number[]): CheckOutcome {
  const [first, ...others] = offsets;
  if (first === undefined) return skipped({ key: 'clock-unknown', facts: {} });
  const furthest = others.reduce((most, offset) => (Math.abs(offset) > Math.abs(most) ? offset : most), first);
  // Adding 0 turns -0 into 0.
  const seconds = Math.round(furthest / 1_000) + 0;
  return isNotableOffset(furthest)
    ? warned({ key: 'clock-off', facts: { seconds } })
    : passed({ key: 'clock-right', facts: { seconds } });
}
