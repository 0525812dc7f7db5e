import type { Scenario } from '../scenario.ts';
import { anyDevice, connectivityRequest, localization, opening } from './happenings.ts';
import { localizationFailure } from '../localization.ts';

export const failureStorm: Scenario = {
  name: 'failure-storm',
  title: 'Failure storm',
  description: 'Allocation fails for hundreds of eUICCs, tens of events a second; every other error code shows up too.',
  steps: function* (random, fleet) {
    yield* opening(random, fleet);
    for (;;) {
      const pause = random.integer(15, 50);
      if (random.percent(70)) {
        const message = localizationFailure(anyDevice(random, fleet), 'ALLOCATED', random);
        yield { afterMs: pause, act: (stage) => stage.localization(message) };
      } else if (random.percent(5)) {
        const resources = random.integer(20, 200);
        yield connectivityRequest(random, fleet, pause, { resources, failed: random.integer(1, resources) });
      } else yield* localization(random, fleet, pause, 80);
    }
  },
};
