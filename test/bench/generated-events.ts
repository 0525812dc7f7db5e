/**
 * Generates events in the format of the service (`docs/service.md` §4). Each event depends only on its number, so that
 * any part of ten million events can be made alone and is the same in every run. They are as hard as real ones:
 * scattered identifiers, EIDs with runs of zeros, eUICCs that come back much later, and sets of error codes, which make
 * 24 000 facets in a million events.
 */
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { Dice } from './dice.ts';

/** Occurs in one of 800 events. */
export const UNCOMMON_CODE = 'PROVISION_PROFILE_FAILED';
/** Occurs in six of a million events, and in one of the first 100 000. */
export const NEEDLE_CODE = 'CMP-90417';
export const NEEDLE_WORDS = 'roaming partner withdrew the quota';
const NEEDLE_EVERY = 166_667;
const NEEDLE_AT = 12_345;
export const needleCount = (count: number): number => Math.floor((count - 1 - NEEDLE_AT) / NEEDLE_EVERY) + 1;

export interface Pace {
  /** Receive time of the first event, UTC epoch ms. */
  readonly startAt: number;
  readonly stepMs: number;
}
const USUAL_PACE: Pace = { startAt: Date.UTC(2026, 0, 5, 8), stepMs: 20 };

export function generatedEvent(index: number, { startAt, stepMs }: Pace = USUAL_PACE): ReceivedEvent {
  const receivedAt = Math.floor(startAt + index * stepMs);
  const dice = new Dice(index);
  const id = dice.uuid();
  const { kind, detailedMessage, ...rest } = contentOf(index, dice, receivedAt);
  const data = JSON.stringify({
    createdDateTime: new Date(receivedAt - 20 - dice.below(200)).toISOString(),
    // The document describes a string, but its examples show an object. Half of the events have each.
    detailedMessage:
      typeof detailedMessage === 'string' || dice.oneIn(2) ? detailedMessage : JSON.stringify(detailedMessage),
    principal: 'acme/emea/fleet',
    ...rest,
  });
  return { receivedAt, kind, id, data };
}

export function* generatedEvents(from: number, count: number, pace?: Pace): Generator<ReceivedEvent> {
  for (let index = from; index < from + count; index += 1) yield generatedEvent(index, pace);
}

/** Generates failures that each have another eUICC and another error code. */
export function* failuresWithCodes(from: number, count: number): Generator<ReceivedEvent> {
  for (let index = from; index < from + count; index += 1) {
    const dice = new Dice(index);
    const receivedAt = USUAL_PACE.startAt;
    const id = dice.uuid();
    const { kind, ...rest } = failedLocalization(eidOf(index), dice, 'ALLOCATED', [`CODE_${index}`]);
    const createdDateTime = new Date(receivedAt).toISOString();
    yield { receivedAt, kind, id, data: JSON.stringify({ createdDateTime, principal: 'acme/emea/fleet', ...rest }) };
  }
}

export function wireText({ kind, id, data }: ReceivedEvent): string {
  return `event: ${kind}\nid: ${id}\nretry: 3000\ndata: ${data}\n\n`;
}

interface Content {
  readonly kind: string;
  readonly operation: string;
  readonly state: string;
  readonly detailedMessage: string | object;
}

function contentOf(index: number, dice: Dice, at: number): Content {
  // Drawn first for every event, so that `eventsOfEid` need not create the others.
  const eid = eidOf(euiccOf(index, dice));
  if (index % NEEDLE_EVERY === NEEDLE_AT) return needle(eid, dice);
  if (dice.oneIn(800)) return failedLocalization(eid, dice, 'PROVISIONED', [UNCOMMON_CODE, ...someCodes(dice)]);
  const share = dice.below(100);
  if (share < 5) return { kind: 'HEARTBEAT', operation: '-', state: 'IN_PROGRESS', detailedMessage: 'Heartbeat' };
  if (share >= 54) return request(dice, at);
  if (!dice.oneIn(4)) return localization(eid, dice);
  const [operation, code] = dice.oneOf(STEPS);
  return failedLocalization(eid, dice, operation, [code, ...someCodes(dice)]);
}

const FEWEST_EUICCS = 1_000;
const EVENTS_PER_EUICC = 8;

/**
 * Chooses from a fleet that grows with the events, so that a eUICC occurs about five times in a run of any length, and
 * its events are far apart. Every second event is of a eUICC.
 */
function euiccOf(index: number, dice: Dice): number {
  return dice.below(FEWEST_EUICCS + Math.floor(index / EVENTS_PER_EUICC));
}

/** Separates the seeds of eUICCs from those of events. */
const OF_EUICCS = 1_000_000_000;

/** Returns 32 digits: runs of zeros after the issuer, ten scattered digits, and a running number. */
function eidOf(euicc: number): string {
  const lot = new Dice(OF_EUICCS + euicc);
  return `8904903200000${lot.below(9)}${lot.digits(10)}${String(euicc).padStart(8, '0')}`;
}

/** Returns the EID of an event that has one, else null. */
export function eidAt(index: number): string | null {
  return /\d{32}/.exec(generatedEvent(index).data)?.[0] ?? null;
}

/** Counts the events of one EID among the first `count`. */
export function eventsOfEid(eid: string, count: number): number {
  let found = 0;
  for (let index = 0; index < count; index += 1) {
    const dice = new Dice(index);
    dice.uuid();
    if (Number(eid.slice(-8)) === euiccOf(index, dice) && eidAt(index) === eid) found += 1;
  }
  return found;
}

const STEPS = [
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
  ['FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'],
] as const;

/** 60 countries; the first ones are chosen far more often than the last. */
export const COUNTRIES =
  'SE DE FR US GB BR JP IN ZA ES IT NL PL FI NO DK BE AT CH PT CZ HU RO GR IE TR UA MX CA AR CL CO PE AU NZ KR CN TW SG MY TH VN ID PH AE SA IL EG MA NG KE GH TZ UG ET SN CI TN DZ JO'.split(
    ' ',
  );

function device(eid: string, dice: Dice) {
  return { eid, localizedProfile: { iccid: `89460${dice.digits(14)}`, countryCode: dice.fewOf(COUNTRIES) } };
}

function localization(eid: string, dice: Dice): Content {
  const operation = dice.oneOf(['LOCALIZED', 'LOCALIZED', 'FALLBACK_SET', 'ENABLED']);
  return { kind: 'LOCALIZATION', operation, state: 'COMPLETED', detailedMessage: device(eid, dice) };
}

const INNER_CODES = Array.from({ length: 8 }, (_, place) => `CMP-50${20 + place}`);

/** Returns at most three codes of the platform. */
function someCodes(dice: Dice): readonly string[] {
  return Array.from({ length: dice.below(4) }, () => dice.oneOf(INNER_CODES));
}

function failedLocalization(eid: string, dice: Dice, operation: string, codes: readonly string[], words?: string) {
  const errorType = 'CMP_ERROR';
  const message = words ?? 'The eUICC did not answer within the time that is set for its operator';
  const detailedError = codes.map((errorCode, place) => ({
    errorCode,
    errorMessage: place === 0 ? `${operation} did not succeed.` : `${message}, transaction ${dice.uuid()}`,
    errorType,
  }));
  const detailedMessage = { ...device(eid, dice), errorCode: codes[0], detailedError };
  return { kind: 'LOCALIZATION', operation, state: 'FAILED', detailedMessage };
}

function needle(eid: string, dice: Dice): Content {
  const codes = ['START_PROFILE_ALLOCATION_FAILED', NEEDLE_CODE];
  return failedLocalization(eid, dice, 'ALLOCATED', codes, `The ${NEEDLE_WORDS}`);
}

const COMPANIES = Array.from({ length: 40 }, (_, position) => ({
  createdBy: `operations-${position % 25}@example.com`,
  companyId: String(10_000 + position * 7),
  companyName: `Example Fleet ${position}`,
}));

function request(dice: Dice, at: number): Content {
  const isPackage = dice.oneIn(3);
  const operation = isPackage ? 'CHANGE_SUBSCRIPTIONPACKAGE' : 'CHANGE_SUBSCRIPTIONSTATE';
  const size = resourceCount(dice);
  const failed = dice.below(100) < 12 ? 1 + dice.below(size) : 0;
  const infos = failures(isPackage, dice);
  const target = isPackage ? `Package ${dice.below(20)}` : dice.oneOf(['PAUSE', 'DEACTIVATED']);
  const detailedMessage = {
    subscriptionRequestId: dice.uuid(),
    subscriptionRequestType: operation,
    subscriptionRequestState: failed > 0 ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED',
    ...dice.oneOf(COMPANIES),
    timeCreated: { epochSecond: Math.floor(at / 1_000) - 2, nano: dice.below(1_000) * 1_000_000 },
    lastUpdated: { epochSecond: Math.floor(at / 1_000), nano: dice.below(1_000) * 1_000_000 },
    size,
    subscriptionRequestResourceCounters: {
      inProgress: 0,
      pending: 0,
      canceled: 0,
      rejected: 0,
      completed: size - failed,
      failed,
    },
    ...(failed > 0 && { subscriptionRequestFailureInfos: infos }),
    subscriptionRequestResources: Array.from({ length: size }, (_, position) =>
      resource(dice, isPackage, target, position < failed ? infos : null),
    ),
  };
  return { kind: 'CMP_EVENT', operation, state: 'COMPLETED', detailedMessage };
}

/** Returns 1 to 200, mostly small numbers. */
function resourceCount(dice: Dice): number {
  const share = dice.below(1_000);
  if (share < 800) return 1 + dice.below(2);
  if (share < 970) return 3 + dice.below(6);
  return share < 995 ? 9 + dice.below(32) : 41 + dice.below(160);
}

function resource(dice: Dice, isPackage: boolean, target: string, failed: readonly object[] | null) {
  const operation = isPackage ? 'SUBSCRIPTION_PACKAGE_CHANGE' : 'SUBSCRIPTION_STATE_CHANGE';
  const property = (type: string, value: string) => ({ type, value, operation });
  return {
    resourceProperties: [
      property('IMSI', `24001${dice.digits(10)}`),
      property('MSISDN', `46${dice.digits(11)}`),
      property('ICCID', `89460${dice.digits(14)}`),
      property(isPackage ? 'TARGET_SUBSCRIPTION_PACKAGE' : 'TARGET_SUBSCRIPTION_STATE', target),
    ],
    resourceState: failed === null ? 'COMPLETED' : 'FAILED',
    ...(failed !== null && { resourceFailureInfos: failed.slice(0, 1) }),
    resourceId: dice.uuid(),
  };
}

const REQUEST_FAILURES = [
  { errorCode: '70', errorMessage: 'Cannot change the current subscription state to PAUSE' },
  { errorCode: '73', errorMessage: 'Cannot move the subscription to the package that it belongs to' },
];

/** Returns one or two documented failures. */
function failures(isPackage: boolean, dice: Dice) {
  const infos = REQUEST_FAILURES.map((errorObject) => ({ errorObject, errorType: 'DCP_ERROR' }));
  return dice.oneIn(4) ? infos : infos.slice(isPackage ? 1 : 0, isPackage ? 2 : 1);
}
