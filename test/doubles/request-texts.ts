/** Makes received texts of change requests from the number of resources with each result. */
import { decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import type { StoredEvent } from '../../src-shared/domain/event/event.ts';

export interface Failing {
  readonly code: string | null;
  readonly type?: string | null;
  readonly count: number;
  readonly sentence?: string;
}

export interface RequestTextFields {
  readonly completed?: number;
  readonly failing?: readonly Failing[];
  readonly operation?: string;
  readonly target?: string;
  /** Fields that replace those of the message; undefined removes a field. */
  readonly message?: Readonly<Record<string, unknown>>;
  readonly envelope?: Readonly<Record<string, unknown>>;
}

const CREATED = { epochSecond: Date.UTC(2026, 10, 21, 12, 47, 31) / 1_000, nano: 882_000_017 };

export function requestText(fields: RequestTextFields = {}): string {
  const {
    completed = 171,
    failing = FAILING,
    operation = 'CHANGE_SUBSCRIPTIONPACKAGE',
    target = 'EU-DATA-50',
  } = fields;
  const failed = failing.reduce((sum, { count }) => sum + count, 0);
  const states = [
    ...failing.flatMap((why) => Array.from({ length: why.count }, () => why)),
    ...Array.from({ length: completed }, () => null),
  ];
  const message = {
    subscriptionRequestId: 'REQ-20261121-0417',
    subscriptionRequestType: operation,
    subscriptionRequestState: failed > 0 ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED',
    createdBy: 'r.albrecht',
    companyId: 'company-1000',
    companyName: 'Nordwind Logistics',
    timeCreated: CREATED,
    lastUpdated: { ...CREATED, nano: 999_999_999 },
    size: completed + failed,
    subscriptionRequestResourceCounters: { inProgress: 0, pending: 0, canceled: 0, rejected: 0, completed, failed },
    subscriptionRequestFailureInfos: failing.map(infoOf),
    subscriptionRequestResources: states.map((why, place) => resourceOf(place, why, target)),
    ...fields.message,
  };
  return JSON.stringify({
    principal: 'acme:eu',
    operation,
    state: 'COMPLETED',
    ...fields.envelope,
    detailedMessage: message,
  });
}

export function storedRequest(raw: string, seq = 1): StoredEvent {
  const decoded = decodeEvent({ kind: 'CMP_EVENT', data: raw });
  return { ...decoded, seq, receivedAt: 0, kind: 'CMP_EVENT', id: null, repeats: 0, seen: false, raw, whole: null };
}

export const FAILING: readonly Failing[] = [
  { code: '70', count: 11, sentence: 'Cannot change the state' },
  { code: '73', count: 31, sentence: 'Already in this package' },
  { code: '118', count: 1, sentence: 'Package quota exceeded for contract' },
];

export function infoOf({ code, type = 'DCP_ERROR', sentence }: Failing): object {
  return {
    errorObject: {
      ...(code !== null && { errorCode: code }),
      ...(sentence !== undefined && { errorMessage: sentence }),
    },
    ...(type !== null && { errorType: type }),
  };
}

function resourceOf(place: number, why: Failing | null, target: string): object {
  const property = (type: string, value: string) => ({ type, value, operation: 'SUBSCRIPTION_PACKAGE_CHANGE' });
  const number = String(place).padStart(6, '0');
  return {
    resourceProperties: [
      property('IMSI', `262020000${number}`),
      property('MSISDN', `49150000${number}`),
      property('ICCID', `8949020000000${number}`),
      property('TARGET_SUBSCRIPTION_PACKAGE', target),
    ],
    resourceState: why === null ? 'COMPLETED' : 'FAILED',
    ...(why !== null && { resourceFailureInfos: [infoOf(why)] }),
    resourceId: `res-${place}`,
  };
}
