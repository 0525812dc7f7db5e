/** Events in the form of `docs/service.md` §4, and their common decoded fields. */
import { decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import type { DecodedEvent } from '../../src-shared/domain/event/event.ts';
import { undecoded } from './undecoded.ts';

export const envelope = { createdDateTime: '2024-02-28T10:00:00.123Z', principal: 'acme/emea' };
export const CREATED_AT = Date.UTC(2024, 1, 28, 10, 0, 0, 123);

export const common: DecodedEvent = {
  ...undecoded,
  createdDateTime: '2024-02-28T10:00:00.123Z',
  createdAt: CREATED_AT,
  principal: 'acme/emea',
};

export const EID = '89049032000001000000015423673010';
export const ICCID = '8946040000000001234';
export const localizedMessage = { eid: EID, localizedProfile: { iccid: ICCID, countryCode: 'SE' } };
const error = { errorMessage: 'The allocation failed.', errorType: 'CMP_ERROR' };
export const failedLocalizationMessage = {
  ...localizedMessage,
  errorCode: 'START_PROFILE_ALLOCATION_FAILED',
  detailedError: [
    { ...error, errorCode: 'START_PROFILE_ALLOCATION_FAILED' },
    { ...error, errorCode: 'CMP-12' },
  ],
};

const failure = (errorCode: string) => ({ errorObject: { errorCode, errorMessage: '…' }, errorType: 'DCP_ERROR' });
const property = (type: string, value: unknown) => ({ type, value, operation: 'SUBSCRIPTION_STATE_CHANGE' });
export const requestResource = (iccid: string, ...codes: string[]) => ({
  resourceProperties: [property('IMSI', '240010000000001'), property('ICCID', iccid)],
  resourceState: codes.length > 0 ? 'FAILED' : 'COMPLETED',
  ...(codes.length > 0 && { resourceFailureInfos: codes.map(failure) }),
  resourceId: 'r-1',
});
export const requestMessage = {
  subscriptionRequestId: 'req-1',
  subscriptionRequestType: 'CHANGE_SUBSCRIPTIONSTATE',
  subscriptionRequestState: 'COMPLETED_WITH_FAILURES',
  createdBy: 'noc@example.com',
  companyId: '1',
  companyName: 'Example',
  timeCreated: { epochSecond: 1, nano: 2 },
  lastUpdated: { epochSecond: 1, nano: 2 },
  size: 2,
  subscriptionRequestResourceCounters: { inProgress: 0, pending: 0, canceled: 0, rejected: 0, completed: 1, failed: 1 },
  subscriptionRequestFailureInfos: [failure('70')],
  subscriptionRequestResources: [requestResource(ICCID, '70', '73'), requestResource(ICCID)],
};

export function decode(kind: string, data: unknown): DecodedEvent {
  return decodeEvent({ kind, data: typeof data === 'string' ? data : JSON.stringify(data) });
}

export function decodeLocalization(
  message: unknown,
  fields: object = { operation: 'FALLBACK_SET', state: 'COMPLETED' },
) {
  return decode('LOCALIZATION', { ...envelope, ...fields, detailedMessage: message });
}

export function decodeRequest(message: unknown, fields: object = {}) {
  const operation = 'CHANGE_SUBSCRIPTIONSTATE';
  return decode('CMP_EVENT', { ...envelope, operation, state: 'COMPLETED', detailedMessage: message, ...fields });
}
