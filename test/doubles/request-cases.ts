/** Makes requests as the page receives them: partial, with 214 resources by default. */
import type { CaseSummary, ChangeRequestDetail, RequestResource } from '../../src-shared/api/cases.ts';
import { causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { aCaseSummary } from './board.ts';

const START = Date.UTC(2026, 10, 21, 14);
const PACKAGE = 'CHANGE_SUBSCRIPTIONPACKAGE';

/** Makes a case. Each seq is 1 min after the one before. */
export function aRequestCase(seq: number, part: Partial<CaseSummary> = {}): CaseSummary {
  const at = START - 3_600_000 + seq * 60_000;
  const request = {
    type: PACKAGE,
    size: 214,
    completed: 171,
    failed: 43,
    consistent: true,
    company: 'Acme',
    createdBy: 'r.albrecht',
    target: 'EU-DATA-50',
    createdAt: '2026-11-21T12:47:31.882000017Z',
  };
  const failure = {
    cause: causeKey({ kind: 'request', operation: PACKAGE, type: 'DCP_ERROR', code: '73' }),
    consequence: 'partial',
    outcome: 'partial',
    operation: PACKAGE,
    errorCode: '73',
  } as const;
  const span = { firstSeq: seq, lastSeq: seq, firstAt: at, lastAt: at, openedAt: at };
  return aCaseSummary({ ...failure, ...span, request, ...part }, { kind: 'request', requestId: `REQ-${seq}` });
}

export function someRequestDetail(summary: CaseSummary, part: Partial<ChangeRequestDetail> = {}): ChangeRequestDetail {
  return {
    key: summary.key,
    seq: summary.lastSeq,
    operation: summary.operation,
    state: 'COMPLETED',
    requestState: 'COMPLETED_WITH_FAILURES',
    companyId: 'company-1000',
    companyName: 'Nordwind Logistics',
    timeCreated: '2026-11-21T12:47:31.882000017Z',
    lastUpdated: '2026-11-21T12:47:40.000000000Z',
    counters: { completed: 171, failed: 43, rejected: 0, canceled: 0, pending: 0, inProgress: 0 },
    size: 214,
    listed: 214,
    unaccounted: 0,
    contradictions: [],
    targets: [{ type: 'TARGET_SUBSCRIPTION_PACKAGE', value: 'EU-DATA-50', count: 214 }],
    causes: [
      { type: 'DCP_ERROR', code: '73', count: 31, sentences: ['Already there'] },
      { type: 'DCP_ERROR', code: '70', count: 11, sentences: ['Cannot change the state'] },
      { type: 'DCP_ERROR', code: '118', count: 1, sentences: ['Package quota exceeded for contract'] },
    ],
    ...part,
  };
}

export function someResources(count: number, failed = count): RequestResource[] {
  return Array.from({ length: count }, (_, place) => {
    const number = String(place).padStart(6, '0');
    const isFailed = place < failed;
    return {
      place,
      resourceId: `res-${place}`,
      state: isFailed ? 'FAILED' : 'COMPLETED',
      failed: isFailed,
      code: isFailed ? (place % 4 === 3 ? '70' : '73') : null,
      type: isFailed ? 'DCP_ERROR' : null,
      sentence: isFailed ? 'Already there' : null,
      imsi: `262020000${number}`,
      msisdn: `49150000${number}`,
      iccid: `8949020000000${number}`,
      target: 'EU-DATA-50',
    };
  });
}
