import type { Scenario } from './scenario.ts';
import { connectivityRequest, opening } from './fleet-events.ts';

export const partialRequests: Scenario = {
  name: 'partial-requests',
  title: 'Partial requests',
  description:
    'Connectivity requests of up to 500 resources: some succeed, some partly fail, some fail. Each has the state COMPLETED.',
  steps: function* (shift) {
    yield* opening(shift);
    const chance = shift.fork('sizes');
    for (;;) {
      // Two of the three sizes are common; the third is occasionally a bulk request.
      const resources = chance.pick([chance.integer(2, 9), chance.integer(10, 60), chance.percent(10) ? 500 : 5]);
      const failed = chance.pick([0, Math.ceil(resources / 10), Math.ceil(resources / 2), resources]);
      yield* connectivityRequest(shift, chance.integer(1500, 4000), { resources, failed });
    }
  },
};
