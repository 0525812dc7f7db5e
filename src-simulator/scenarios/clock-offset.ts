import type { Scenario } from './scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './fleet-events.ts';

export const clockOffset: Scenario = {
  name: 'clock-offset',
  title: 'Clock offset',
  description: 'The provider’s clock is two hours ahead in every createdDateTime.',
  conditions: { clockOffsetMs: 2 * 60 * 60_000 },
  steps: function* (shift) {
    yield* opening(shift);
    yield* calm(shift);
  },
};
