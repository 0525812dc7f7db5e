import { chooseEnding, type LocalizationEnding } from '../model/localization.ts';
import type { RequestSize } from '../model/request-selection.ts';
import type { Shift } from './shift.ts';
import type { ScenarioSteps } from './stage.ts';

export function* localization(shift: Shift, afterMs: number, failurePercent: number): ScenarioSteps {
  const chance = shift.chance();
  const ending = chooseEnding(chance, failurePercent);
  yield* shift.happen(afterMs, (stage) => shift.localize(stage, chance, ending));
}

export function* localizationWithEnding(shift: Shift, afterMs: number, ending: LocalizationEnding): ScenarioSteps {
  const chance = shift.chance();
  yield* shift.happen(afterMs, (stage) => shift.localize(stage, chance, ending));
}

export function* connectivityRequest(shift: Shift, afterMs: number, demand: RequestSize): ScenarioSteps {
  const chance = shift.chance();
  yield* shift.happen(afterMs, (stage) => shift.request(stage, chance, demand));
}

/** Plays a few events within the first second, so that a user who opens Practice sees rows immediately. */
export function* opening(shift: Shift): ScenarioSteps {
  yield* localizationWithEnding(shift, 150, { kind: 'localized' });
  yield* localization(shift, 200, 100);
  yield* connectivityRequest(shift, 200, { resources: 3, failed: 0 });
  yield* connectivityRequest(shift, 200, { resources: 4, failed: 1 });
}

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
