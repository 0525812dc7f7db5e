import type { Scenario } from './scenario.ts';
import { connectivityRequest, localization, opening } from './fleet-events.ts';
import type { Shift } from './shift.ts';
import type { ScenarioSteps } from './stage.ts';

/** Plays an event every 1 to 3 s with few failures. Also the background of the scenarios about connections. */
export function* calm(shift: Shift): ScenarioSteps {
  const chance = shift.fork('calm');
  for (;;) {
    const pause = chance.integer(1000, 3000);
    if (chance.percent(75)) yield* localization(shift, pause, 6);
    else {
      const resources = chance.integer(1, 12);
      yield* connectivityRequest(shift, pause, { resources, failed: chance.percent(8) ? 1 : 0 });
    }
  }
}

export const calmShift: Scenario = {
  name: 'calm-shift',
  title: 'Calm shift',
  description: 'An event every one to three seconds, most of them successes.',
  steps: function* (shift) {
    yield* opening(shift);
    yield* calm(shift);
  },
};
