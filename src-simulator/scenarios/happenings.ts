/** What happens in the fleet of itself: localizations and connectivity requests, drawn by chance. */
import { refusal, type ConnectivityRequest, type RequestedChange } from '../connectivity-request.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { chooseEnding, localizationRun, type LocalizedDevice } from '../localization.ts';
import type { Random } from '../random.ts';
import type { Step, Steps } from '../scenario.ts';

const requesters = ['olivia', 'nils.berg', 'svc-fleet-automation', 'maria.kowalska'] as const;

const changes = [
  { kind: 'state', target: 'PAUSE' },
  { kind: 'state', target: 'DEACTIVATED' },
  { kind: 'package', target: 'IOT-EU-500MB' },
  { kind: 'package', target: 'IOT-WORLD-100MB' },
] as const satisfies readonly RequestedChange[];

export function anyDevice(random: Random, fleet: Fleet): LocalizedDevice {
  const { eid, iccid, countryCode } = fleet.subscription(random.integer(0, fleet.size - 1));
  return { eid, iccid, countryCode };
}

/** The steps of one localization: its first event after `afterMs`, the others a few seconds apart. */
export function* localization(random: Random, fleet: Fleet, afterMs: number, failurePercent: number): Steps {
  const run = localizationRun(anyDevice(random, fleet), chooseEnding(random, failurePercent), random);
  for (const [position, message] of run.entries())
    yield {
      afterMs: position === 0 ? afterMs : random.integer(1500, 4000),
      act: (stage) => stage.localization(message),
    };
}

/** A request over chance subscriptions, exactly so many of which fail. */
export function someResources(
  random: Random,
  fleet: Fleet,
  counts: { resources: number; failed: number },
): ConnectivityRequest {
  const change = random.pick(changes);
  const resources = Array.from({ length: counts.resources }, (_, position) => {
    const subscription = fleet.subscription(random.integer(0, fleet.size - 1));
    const current = change.kind === 'state' ? { state: change.target } : { subscriptionPackage: change.target };
    const failing = { ...subscription, ...current };
    return position < counts.failed
      ? { subscription: failing, failure: refusal(failing, change) }
      : { subscription, failure: null };
  });
  return { change, createdBy: random.pick(requesters), resources };
}

/** The one step of a connectivity request. */
export function connectivityRequest(
  random: Random,
  fleet: Fleet,
  afterMs: number,
  counts: { resources: number; failed: number },
): Step {
  const request = someResources(random, fleet, counts);
  return { afterMs, act: (stage) => stage.connectivityRequest(request) };
}

/** A few events within the first second, so that whoever opens Practice sees rows at once. */
export function* opening(random: Random, fleet: Fleet): Steps {
  yield* takeSteps(localization(random, fleet, 150, 0), 1);
  yield* takeSteps(localization(random, fleet, 200, 100), 1);
  yield connectivityRequest(random, fleet, 200, { resources: 3, failed: 0 });
  yield connectivityRequest(random, fleet, 200, { resources: 4, failed: 1 });
}

function* takeSteps(steps: Steps, count: number): Steps {
  let left = count;
  for (const step of steps) {
    if (left-- <= 0) return;
    yield step;
  }
}
