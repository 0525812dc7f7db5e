/** Makes localizations and change requests in the format of the service, to store or to send. */
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { requestText, type RequestTextFields } from './request-texts.ts';

export interface SentLocalization {
  readonly eid: string;
  readonly operation: string;
  /** UTC epoch ms for our clock and the provider's. */
  readonly at: number;
  /** If missing, the localization is completed. */
  readonly errorCode?: string | undefined;
  readonly iccid?: string | null;
  readonly country?: string;
  /** Errors of the provider. One sentence by default. */
  readonly errors?: readonly {
    readonly errorCode: string;
    readonly errorMessage: string;
    readonly errorType: string;
  }[];
  readonly envelope?: Readonly<Record<string, unknown>>;
}

const NO_FREE_PROFILE = {
  errorCode: '4102',
  errorMessage: 'Allocation refused: no free profile in the pool',
  errorType: 'CMP_ERROR',
};

export function sentLocalization(fields: SentLocalization): ReceivedEvent {
  const { eid, operation, at, errorCode, errors = [NO_FREE_PROFILE], country = 'NO' } = fields;
  const { iccid = '8947080012000000013', envelope } = fields;
  const failure = errorCode === undefined ? {} : { errorCode, detailedError: errors };
  const detailedMessage = JSON.stringify({ eid, localizedProfile: { iccid, countryCode: country }, ...failure });
  const state = errorCode === undefined ? 'COMPLETED' : 'FAILED';
  const data = { createdDateTime: new Date(at).toISOString(), principal: 'acme/emea', operation, state, ...envelope };
  return {
    receivedAt: at,
    kind: 'LOCALIZATION',
    id: `${eid}-${operation}-${at}`,
    data: JSON.stringify({ ...data, detailedMessage }),
  };
}

export function sentRequest(id: string, at: number, fields: RequestTextFields = {}): ReceivedEvent {
  const seconds = { epochSecond: Math.floor(at / 1_000), nano: (at % 1_000) * 1_000_000 };
  const message = { subscriptionRequestId: id, timeCreated: seconds, lastUpdated: seconds, ...fields.message };
  return { receivedAt: at, kind: 'CMP_EVENT', id: `${id}-${at}`, data: requestText({ ...fields, message }) };
}
