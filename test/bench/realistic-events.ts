/**
 * Events as the service sends them, the same ones each time: heartbeats, localizations in their three shapes, requests
 * of one to many resources. About 1.3 kB in the mean, after `service-spec.md` "Events".
 */
import type { ReceivedEvent } from '../../src-shared/domain/event.ts';

const START = Date.UTC(2026, 0, 5, 8);
const COUNTRIES = ['SE', 'DE', 'FR', 'US', 'BR', 'JP', 'ZA', 'GB'];
const STEPS = [
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
  ['FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'],
] as const;

export function realisticEvents(count: number): ReceivedEvent[] {
  return Array.from({ length: count }, (_, index) => realisticEvent(index));
}

function realisticEvent(index: number): ReceivedEvent {
  const receivedAt = START + index * 20;
  // A multiplicative hash: spread evenly, the same in every run.
  const dice = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const share = dice % 100;
  const kind = share < 5 ? 'HEARTBEAT' : share < 54 ? 'LOCALIZATION' : 'CMP_EVENT';
  const content =
    kind === 'HEARTBEAT' ? heartbeat() : kind === 'LOCALIZATION' ? localization(dice, index) : request(dice, index);
  const createdDateTime = new Date(receivedAt - 40).toISOString();
  const data = JSON.stringify({ createdDateTime, principal: 'acme/emea/fleet', ...content });
  return { receivedAt, kind, id: `${index}-${dice.toString(16)}`, data };
}

function heartbeat() {
  return { detailedMessage: 'Heartbeat', operation: '-', state: 'IN_PROGRESS' };
}

function localization(dice: number, index: number) {
  const [step, errorCode] = STEPS[dice % STEPS.length] ?? STEPS[0];
  const failed = dice % 7 === 0;
  const message = {
    eid: `8904903200000100${String(index).padStart(16, '0')}`,
    localizedProfile: {
      iccid: `8946${String(index).padStart(15, '0')}`,
      countryCode: COUNTRIES[dice % COUNTRIES.length],
    },
    ...(failed && { errorCode, detailedError: [error(errorCode), error('CMP-5021'), error('CMP-5022')] }),
  };
  return {
    operation: failed ? step : 'LOCALIZED',
    state: failed ? 'FAILED' : 'COMPLETED',
    detailedMessage: JSON.stringify(message),
  };
}

function error(errorCode: string) {
  return {
    errorCode,
    errorMessage: 'The operation could not be completed for this profile; see the platform log for the transaction.',
    errorType: 'CMP_ERROR',
  };
}

function request(dice: number, index: number) {
  // Most requests are small, some are large: 2 to 5 resources, one in fifty 60.
  const size = dice % 50 === 0 ? 60 : 2 + (dice % 4);
  const failed = dice % 9 === 0 ? 1 : 0;
  const resources = Array.from({ length: size }, (_, place) => resource(index, place, place < failed));
  const operation = dice % 3 === 0 ? 'CHANGE_SUBSCRIPTIONPACKAGE' : 'CHANGE_SUBSCRIPTIONSTATE';
  const message = {
    subscriptionRequestId: `req-${index}`,
    subscriptionRequestType: operation,
    subscriptionRequestState: failed > 0 ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED',
    createdBy: 'noc@example.com',
    companyId: '10042',
    companyName: 'Example Fleet',
    timeCreated: { epochSecond: 1_767_600_000 + index, nano: 120_000_000 },
    lastUpdated: { epochSecond: 1_767_600_002 + index, nano: 450_000_000 },
    size,
    subscriptionRequestResourceCounters: {
      inProgress: 0,
      pending: 0,
      canceled: 0,
      rejected: 0,
      completed: size - failed,
      failed,
    },
    ...(failed > 0 && { subscriptionRequestFailureInfos: [failure()] }),
    subscriptionRequestResources: resources,
  };
  return { operation, state: 'COMPLETED', detailedMessage: JSON.stringify(message) };
}

function resource(index: number, place: number, failed: boolean) {
  const digits = String(index * 50 + place).padStart(10, '0');
  const property = (type: string, value: string) => ({ type, value, operation: 'SUBSCRIPTION_STATE_CHANGE' });
  return {
    resourceProperties: [
      property('IMSI', `24001${digits}`),
      property('MSISDN', `46${digits}`),
      property('ICCID', `89460${digits}0000`),
      property('TARGET_SUBSCRIPTION_STATE', 'PAUSE'),
    ],
    resourceState: failed ? 'FAILED' : 'COMPLETED',
    ...(failed && { resourceFailureInfos: [failure()] }),
    resourceId: `res-${digits}`,
  };
}

function failure() {
  return {
    errorObject: { errorCode: '70', errorMessage: 'Cannot change the current subscription state to PAUSE' },
    errorType: 'DCP_ERROR',
  };
}
