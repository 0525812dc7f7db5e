import type { Random } from '../random.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { Scenario, Steps } from '../scenario.ts';
import { connectivityRequest, localization, opening } from './happenings.ts';

/** An event every one to three seconds, seldom a failure: also the background of the scenarios about connections. */
export function* calm(random: Random, fleet: Fleet): Steps {
  for (;;) {
    const pause = random.integer(1000, 3000);
    if (random.percent(75)) yield* localization(random, fleet, pause, 6);
    else {
      const resources = random.integer(1, 12);
      yield connectivityRequest(random, fleet, pause, { resources, failed: random.percent(8) ? 1 : 0 });
    }
  }
}

export const calmShift: Scenario = {
  name: 'calm-shift',
  title: 'Calm shift',
  description: 'An event every one to three seconds, most of them successes.',
  steps: function* (random, fleet) {
    yield* opening(random, fleet);
    yield* calm(random, fleet);
  },
};
