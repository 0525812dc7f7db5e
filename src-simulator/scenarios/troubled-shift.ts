/**
 * A shift on which people have something to do: a failure of each kind, one eUICC that is tried three times, a country in
 * which allocation fails, change requests of which some or all failed. Its first minute is told, not drawn by chance, so
 * that whoever practises, and whoever tests, finds the same cases again.
 */
import type { ConnectivityRequest, RequestedChange, ResourceFailure } from '../connectivity-request.ts';
import type { Fleet } from '../fleet/fleet.ts';
import {
  type InnerError,
  localizationFailure,
  type LocalizationMessage,
  type LocalizedDevice,
  localizationSteps,
} from '../localization.ts';
import type { Random } from '../random.ts';
import type { Scenario, Stage, Steps } from '../scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './happenings.ts';

/** Rows of the fleet, so that no two parts of it speak of one eUICC by chance. */
const ROWS = { tried: 40, each: 50, unknown: 60, norway: 100, requests: 200 };

/** When each thing happens, ms after the opening. */
type Told = readonly [atMs: number, act: (stage: Stage) => void];

const NO_FREE_PROFILE: InnerError = {
  errorCode: '4102',
  errorMessage: 'Allocation refused: no free profile in the pool',
};
const TIMED_OUT: InnerError = {
  errorCode: '4177',
  errorMessage: 'Allocation timed out in the connectivity platform',
};

function device(fleet: Fleet, row: number): LocalizedDevice {
  const { eid, iccid, countryCode } = fleet.subscription(row % fleet.size);
  return { eid, iccid, countryCode };
}

/** Fails, is tried again, fails again, and succeeds; PROVISIONED is reported on the way. */
function* triedThreeTimes(fleet: Fleet, random: Random): Generator<Told> {
  const tried = device(fleet, ROWS.tried);
  const failure = (errors: readonly InnerError[]) => localizationFailure(tried, 'ALLOCATED', random, errors);
  yield [1_500, tell(failure([NO_FREE_PROFILE]))];
  yield [12_000, tell(failure([TIMED_OUT, NO_FREE_PROFILE]))];
  yield [30_000, tell(completed(tried, 'PROVISIONED'))];
  yield [33_000, tell(completed(tried, 'FALLBACK_SET'))];
}

/** One eUICC for each of the six documented codes. */
function* eachCode(fleet: Fleet, random: Random): Generator<Told> {
  for (const [place, step] of localizationSteps.entries())
    yield [3_000 + place * 900, tell(localizationFailure(device(fleet, ROWS.each + place), step, random))];
}

/** A code and an operation that no document names. */
function* notDocumented(fleet: Fleet, random: Random): Generator<Told> {
  const known = localizationFailure(device(fleet, ROWS.unknown), 'ACTIVATED', random);
  const detailedMessage = { ...known.detailedMessage, errorCode: 'PROFILE_QUARANTINED' };
  yield [10_500, tell({ ...known, detailedMessage })];
  const other = localizationFailure(device(fleet, ROWS.unknown + 1), 'ENABLED', random);
  const certified = { ...other.detailedMessage, errorCode: 'CERTIFICATE_RENEWAL_FAILED' };
  yield [11_200, tell({ operation: 'CERTIFIED', state: 'FAILED', detailedMessage: certified })];
}

/** Two dozen in one country within seconds, two thirds of them with one inner code. */
function* norway(fleet: Fleet, random: Random): Generator<Told> {
  for (let place = 0; place < 24; place += 1) {
    const norwegian = { ...device(fleet, ROWS.norway + place), countryCode: 'NO' };
    const errors = [place % 3 === 2 ? TIMED_OUT : NO_FREE_PROFILE];
    yield [15_000 + place * 350, tell(localizationFailure(norwegian, 'ALLOCATED', random, errors))];
  }
}

const SAME_PACKAGE: ResourceFailure = {
  errorCode: '73',
  errorMessage: 'Cannot move a subscription to the package it already belongs to',
};
const WRONG_STATE: ResourceFailure = {
  errorCode: '70',
  errorMessage: 'Cannot change the current subscription state DEACTIVATED to PAUSE',
};
const QUOTA: ResourceFailure = { errorCode: '412', errorMessage: 'Quota of the package is exhausted' };

function* requests(fleet: Fleet): Generator<Told> {
  const move: RequestedChange = { kind: 'package', target: 'IOT-EU-500MB' };
  const pause: RequestedChange = { kind: 'state', target: 'PAUSE' };
  const bulk = [...times(31, SAME_PACKAGE), ...times(9, WRONG_STATE), ...times(3, QUOTA), ...times(497, null)];
  yield [6_000, ask(request(fleet, move, 'maria.kowalska', bulk))];
  yield [20_000, ask(request(fleet, pause, 'nils.berg', times(8, WRONG_STATE)))];
  yield [26_000, ask({ ...request(fleet, pause, 'olivia', [WRONG_STATE, ...times(9, null)]), unaccounted: 2 })];
  yield [40_000, ask(request(fleet, move, 'svc-fleet-automation', times(60, null)))];
}

function request(
  fleet: Fleet,
  change: RequestedChange,
  createdBy: string,
  failures: readonly (ResourceFailure | null)[],
): ConnectivityRequest {
  const resources = failures.map((failure, place) => ({
    subscription: fleet.subscription((ROWS.requests + place) % fleet.size),
    failure,
  }));
  return { change, createdBy, resources };
}

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

function completed(of: LocalizedDevice, operation: string): LocalizationMessage {
  const { eid, iccid, countryCode } = of;
  return { operation, state: 'COMPLETED', detailedMessage: { eid, localizedProfile: { iccid, countryCode } } };
}

const tell = (message: LocalizationMessage) => (stage: Stage) => stage.localization(message);
const ask = (asked: ConnectivityRequest) => (stage: Stage) => stage.connectivityRequest(asked);

export const troubledShift: Scenario = {
  name: 'troubled-shift',
  title: 'Troubled shift',
  description:
    'Work for a shift within the first minute: every kind of failed localization, one that is tried again and succeeds, a storm in one country, requests that failed in part. Then calm.',
  steps: function* (random, fleet) {
    yield* opening(random, fleet);
    yield* inTime([
      ...triedThreeTimes(fleet, random),
      ...eachCode(fleet, random),
      ...notDocumented(fleet, random),
      ...norway(fleet, random),
      ...requests(fleet),
    ]);
    yield* calm(random, fleet);
  },
};

function* inTime(told: readonly Told[]): Steps {
  let reached = 0;
  for (const [at, act] of told.toSorted(([one], [other]) => one - other)) {
    yield { afterMs: at - reached, act };
    reached = at;
  }
}
