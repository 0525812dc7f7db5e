import type { Scenario } from '../scenario.ts';
import { connectivityRequest, opening } from './happenings.ts';

export const partialRequests: Scenario = {
  name: 'partial-requests',
  title: 'Partial requests',
  description:
    'Connectivity requests of up to 500 resources: some succeed, some fail in part, some wholly. Each says COMPLETED.',
  steps: function* (random, fleet) {
    yield* opening(random, fleet);
    for (;;) {
      // Two of the three sizes are common; the bulk request is the shift's big one.
      const resources = random.pick([random.integer(2, 9), random.integer(10, 60), random.percent(10) ? 500 : 5]);
      const failed = random.pick([0, Math.ceil(resources / 10), Math.ceil(resources / 2), resources]);
      yield connectivityRequest(random, fleet, random.integer(1500, 4000), { resources, failed });
    }
  },
};
