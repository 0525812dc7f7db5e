/**
 * Generates events in the format of the service (`service-spec.md`, "Events"). Each event depends only on its number,
 * so that any part of ten million events can be made alone and is the same in every run. Identifiers are scattered like
 * real ones, because consecutive numbers would make the index of the baseline cheaper and texts smaller.
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
  if (index % NEEDLE_EVERY === NEEDLE_AT) return needle(dice);
  if (dice.oneIn(800)) return failedLocalization(dice, 'PROVISIONED', UNCOMMON_CODE);
  const share = dice.below(100);
  if (share < 5) return { kind: 'HEARTBEAT', operation: '-', state: 'IN_PROGRESS', detailedMessage: 'Heartbeat' };
  if (share >= 54) return request(dice, at);
  if (!dice.oneIn(7)) return localization(dice);
  const [operation, code] = dice.oneOf(STEPS);
  return failedLocalization(dice, operation, code);
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

function device(dice: Dice) {
  return {
    eid: `8904903200${dice.digits(22)}`,
    localizedProfile: { iccid: `89460${dice.digits(14)}`, countryCode: dice.fewOf(COUNTRIES) },
  };
}

function localization(dice: Dice): Content {
  const operation = dice.oneOf(['LOCALIZED', 'LOCALIZED', 'FALLBACK_SET', 'ENABLED']);
  return { kind: 'LOCALIZATION', operation, state: 'COMPLETED', detailedMessage: device(dice) };
}

type Cause = readonly [code: string, message: string];
const CAUSES: readonly Cause[] = [
  ['CMP-5021', 'The operation could not be completed for this profile; see the platform log for transaction '],
  ['CMP-5022', 'The eUICC did not answer within the time that is set for its operator, transaction '],
];

function failedLocalization(dice: Dice, operation: string, errorCode: string, cause = dice.oneOf(CAUSES)): Content {
  const errorType = 'CMP_ERROR';
  const detailedError = [
    { errorCode, errorMessage: `${operation} did not succeed.`, errorType },
    { errorCode: cause[0], errorMessage: `${cause[1]}${dice.uuid()}`, errorType },
  ];
  const detailedMessage = { ...device(dice), errorCode, detailedError };
  return { kind: 'LOCALIZATION', operation, state: 'FAILED', detailedMessage };
}

function needle(dice: Dice): Content {
  const cause: Cause = [NEEDLE_CODE, `The ${NEEDLE_WORDS} for transaction `];
  return failedLocalization(dice, 'ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED', cause);
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
  const failed = dice.oneIn(9) ? 1 + dice.below(size) : 0;
  const failures = { subscriptionRequestFailureInfos: [failure(isPackage)] };
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
    ...(failed > 0 && failures),
    subscriptionRequestResources: Array.from({ length: size }, (_, position) =>
      resource(dice, isPackage, position < failed),
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

function resource(dice: Dice, isPackage: boolean, hasFailed: boolean) {
  const operation = isPackage ? 'SUBSCRIPTION_PACKAGE_CHANGE' : 'SUBSCRIPTION_STATE_CHANGE';
  const property = (type: string, value: string) => ({ type, value, operation });
  return {
    resourceProperties: [
      property('IMSI', `24001${dice.digits(10)}`),
      property('MSISDN', `46${dice.digits(11)}`),
      property('ICCID', `89460${dice.digits(14)}`),
      isPackage
        ? property('TARGET_SUBSCRIPTION_PACKAGE', `Package ${dice.below(20)}`)
        : property('TARGET_SUBSCRIPTION_STATE', dice.oneOf(['PAUSE', 'DEACTIVATED'])),
    ],
    resourceState: hasFailed ? 'FAILED' : 'COMPLETED',
    ...(hasFailed && { resourceFailureInfos: [failure(isPackage)] }),
    resourceId: dice.uuid(),
  };
}

function failure(isPackage: boolean) {
  const errorObject = isPackage
    ? { errorCode: '73', errorMessage: 'Cannot move the subscription to the package that it belongs to' }
    : { errorCode: '70', errorMessage: 'Cannot change the current subscription state to PAUSE' };
  return { errorObject, errorType: 'DCP_ERROR' };
}
