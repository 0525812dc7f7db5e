import { badRequest } from '../service/refusal.ts';
import { calm, connectivityRequest, localization, localizationWithEnding, opening } from './fleet-events.ts';
import { flakyNetwork } from './flaky-network.ts';
import { poisonSteps } from './poison-events.ts';
import { NO_SCENARIO, type ScenarioDescription, scenarios } from '../configuration/scenario-list.ts';
import type { ScenarioSteps, Step } from './stage.ts';
import type { Shift } from './shift.ts';
import { troubles } from './troubled-shift.ts';

/** Endless. All random values come from its own sequence, so the same seed plays the same scenario. */
export interface Scenario extends ScenarioDescription {
  readonly conditions?: {
    readonly clockOffsetMs?: number;
    /** Lifetime of access tokens in seconds of the service; streams are closed when their token ends. */
    readonly tokenSeconds?: number;
  };
  readonly steps: (shift: Shift) => ScenarioSteps;
}

/** A scenario plays the opening, then its events, which its interruptions interleave by time. */
interface Plot extends Pick<Scenario, 'conditions'> {
  readonly events?: (shift: Shift) => ScenarioSteps;
  readonly interruptions?: (shift: Shift) => ScenarioSteps;
}

const plots: Readonly<Record<(typeof scenarios)[number]['name'], Plot>> = {
  'calm-shift': {},
  'troubled-shift': {
    events: troubles,
  },
  'failure-storm': {
    events: storm,
  },
  'partial-requests': {
    events: requestsOfAllSizes,
  },
  'seat-taken': {
    interruptions: () =>
      repeated([
        { afterMs: 20_000, act: (stage) => stage.takeSeat(true) },
        { afterMs: 60_000, act: (stage) => stage.takeSeat(false) },
      ]),
  },
  'clock-offset': {
    conditions: { clockOffsetMs: 2 * 60 * 60_000 },
  },
  'flaky-network': {
    interruptions: flakyNetwork,
  },
  'silent-stall': {
    interruptions: () =>
      repeated([
        { afterMs: 15_000, act: (stage) => stage.stall(true) },
        // Longer than the 75 s after which a watcher must report that it is blind.
        { afterMs: 120_000, act: (stage) => stage.stall(false) },
      ]),
  },
  'token-expiry': {
    conditions: { tokenSeconds: 20 },
    interruptions: () =>
      repeated([
        {
          afterMs: 60_000,
          act: (stage) => {
            stage.revokeTokens();
            stage.drop('end');
          },
        },
      ]),
  },
  'poison-events': {
    interruptions: poisonSteps,
  },
};

/** Null for {@link NO_SCENARIO}. @throws Refusal for an unknown name; its message lists the known ones */
export function findScenario(name: string): Scenario | null {
  if (name === NO_SCENARIO) return null;
  const scenario = scenarios.find((candidate) => candidate.name === name);
  if (scenario === undefined) {
    const names = scenarios.map((each) => each.name).join(', ');
    throw badRequest(`There is no scenario "${name}". Choose one of: ${names}.`);
  }
  const plot = plots[scenario.name];
  return { ...scenario, ...plot, steps: (shift) => stepsOf(plot, shift) };
}

function* stepsOf({ events = calm, interruptions }: Plot, shift: Shift): ScenarioSteps {
  yield* opening(shift);
  if (interruptions === undefined) yield* events(shift);
  else yield* interrupted(events(shift), interruptions(shift));
}

/** Merges two endless sequences of steps by time. If times are equal, `events` goes first. */
function* interrupted(events: ScenarioSteps, interruptions: ScenarioSteps): ScenarioSteps {
  let event = nextOf(events);
  let fault = nextOf(interruptions);
  while (event !== undefined && fault !== undefined) {
    if (event.afterMs <= fault.afterMs) {
      yield event;
      fault = { ...fault, afterMs: fault.afterMs - event.afterMs };
      event = nextOf(events);
    } else {
      yield fault;
      event = { ...event, afterMs: event.afterMs - fault.afterMs };
      fault = nextOf(interruptions);
    }
  }
}

function nextOf(steps: ScenarioSteps): Step | undefined {
  const next = steps.next();
  return next.done === true ? undefined : next.value;
}

function* repeated(steps: readonly Step[]): ScenarioSteps {
  for (;;) yield* steps;
}

function* storm(shift: Shift): ScenarioSteps {
  const chance = shift.fork('storm');
  for (;;) {
    const pause = chance.integer(15, 50);
    if (chance.percent(70)) yield* localizationWithEnding(shift, pause, { kind: 'failed', step: 'ALLOCATED' });
    else if (chance.percent(5)) {
      const resources = chance.integer(20, 200);
      yield* connectivityRequest(shift, pause, { resources, failed: chance.integer(1, resources) });
    } else yield* localization(shift, pause, 80);
  }
}

function* requestsOfAllSizes(shift: Shift): ScenarioSteps {
  const chance = shift.fork('sizes');
  for (;;) {
    // Two of the three sizes are common; the third is occasionally a bulk request.
    const resources = chance.pick([chance.integer(2, 9), chance.integer(10, 60), chance.percent(10) ? 500 : 5]);
    const failed = chance.pick([0, Math.ceil(resources / 10), Math.ceil(resources / 2), resources]);
    yield* connectivityRequest(shift, chance.integer(1500, 4000), { resources, failed });
  }
}
