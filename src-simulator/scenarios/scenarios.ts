/** Lists the named scenarios in the order in which users see them: `product.md` "Practice". */
import { UnfulfillableRequest } from '../service/unfulfillable-request.ts';
import { calm, connectivityRequest, localization, localizationWithEnding, opening } from './fleet-events.ts';
import { flakyNetwork } from './flaky-network.ts';
import { poisonSteps } from './poison-events.ts';
import type { ScenarioSteps, Step } from './stage.ts';
import type { Shift } from './shift.ts';
import { troubles } from './troubled-shift.ts';

export interface ScenarioDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/**
 * An endless sequence of steps. All random values come from its own sequence, so the same seed plays the same scenario.
 */
export interface Scenario extends ScenarioDescription {
  /** Differences from the default service while this scenario plays. */
  readonly conditions?: {
    readonly clockOffsetMs?: number;
    /** Lifetime of access tokens in seconds of the service; streams are closed when their token ends. */
    readonly tokenSeconds?: number;
  };
  readonly steps: (shift: Shift) => ScenarioSteps;
}

/** A scenario plays the opening, then its events, which its interruptions interleave by time. */
interface ListedScenario extends ScenarioDescription, Pick<Scenario, 'conditions'> {
  /** Default: {@link calm}. */
  readonly events?: (shift: Shift) => ScenarioSteps;
  readonly interruptions?: (shift: Shift) => ScenarioSteps;
}

const listed: readonly ListedScenario[] = [
  {
    name: 'calm-shift',
    title: 'Calm shift',
    description: 'An event every one to three seconds, most of them successes.',
  },
  {
    name: 'troubled-shift',
    title: 'Troubled shift',
    description:
      'Work for a shift in the first minute: every kind of failed localization, one that succeeds on retry, a storm in one country, partly failed requests. Then calm.',
    events: troubles,
  },
  {
    name: 'failure-storm',
    title: 'Failure storm',
    description: 'Allocation fails for hundreds of eUICCs, tens of events a second; every other error code occurs too.',
    events: storm,
  },
  {
    name: 'partial-requests',
    title: 'Partial requests',
    description:
      'Connectivity requests of up to 500 resources: some succeed, some partly fail, some fail. Each has the state COMPLETED.',
    events: requestsOfAllSizes,
  },
  {
    name: 'seat-taken',
    title: 'Stream in use',
    description: 'After twenty seconds another client takes the domain’s only stream for a minute; this repeats.',
    interruptions: () =>
      repeated([
        { afterMs: 20_000, act: (stage) => stage.takeSeat(true) },
        { afterMs: 60_000, act: (stage) => stage.takeSeat(false) },
      ]),
  },
  {
    name: 'clock-offset',
    title: 'Clock offset',
    description: 'The provider’s clock is two hours ahead in every createdDateTime.',
    conditions: { clockOffsetMs: 2 * 60 * 60_000 },
  },
  {
    name: 'flaky-network',
    title: 'Flaky network',
    description:
      'The stream is cut every ten to thirty seconds, sometimes in the middle of an event; some reconnects meet 503 or a proxy’s page.',
    interruptions: flakyNetwork,
  },
  {
    name: 'silent-stall',
    title: 'Silent stall',
    description:
      'After fifteen seconds the connection stays open, but nothing arrives, not even heartbeats; two minutes later it works again; this repeats.',
    interruptions: () =>
      repeated([
        { afterMs: 15_000, act: (stage) => stage.stall(true) },
        // Longer than the 75 s after which a watcher must report that it is blind.
        { afterMs: 120_000, act: (stage) => stage.stall(false) },
      ]),
  },
  {
    name: 'token-expiry',
    title: 'Token expiry',
    description:
      'Access tokens expire after twenty seconds, and the stream ends with its token; every minute all tokens are revoked too.',
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
  {
    name: 'poison-events',
    title: 'Poison events',
    description:
      'Broken, unknown, huge and hostile events among good ones: each must become a row, and none may stop the next.',
    interruptions: poisonSteps,
  },
];

export const scenarios: readonly ScenarioDescription[] = listed.map(({ name, title, description }) => ({
  name,
  title,
  description,
}));

/** Plays only session events, for tests that send their own events. */
export const NO_SCENARIO = 'none';

/**
 * Returns null for {@link NO_SCENARIO}.
 * @throws UnfulfillableRequest for an unknown name; its message lists the known ones
 */
export function findScenario(name: string): Scenario | null {
  if (name === NO_SCENARIO) return null;
  const scenario = listed.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return { ...scenario, steps: (shift) => stepsOf(scenario, shift) };
  const names = listed.map((each) => each.name).join(', ');
  throw new UnfulfillableRequest(`There is no scenario "${name}". Choose one of: ${names}.`);
}

function* stepsOf({ events = calm, interruptions }: ListedScenario, shift: Shift): ScenarioSteps {
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
