import type { Scenario } from './scenario.ts';
import { connectivityRequest, localization, localizationWithEnding, opening } from './fleet-events.ts';

export const failureStorm: Scenario = {
  name: 'failure-storm',
  title: 'Failure storm',
  description: 'Allocation fails for hundreds of eUICCs, tens of events a second; every other error code occurs too.',
  steps: function* (shift) {
    yield* opening(shift);
    const chance = shift.fork('storm');
    for (;;) {
      const pause = chance.integer(15, 50);
      if (chance.percent(70)) yield* localizationWithEnding(shift, pause, { kind: 'failed', step: 'ALLOCATED' });
      else if (chance.percent(5)) {
        const resources = chance.integer(20, 200);
        yield* connectivityRequest(shift, pause, { resources, failed: chance.integer(1, resources) });
      } else yield* localization(shift, pause, 80);
    }
  },
};
