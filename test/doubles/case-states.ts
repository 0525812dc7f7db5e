import type { OpenCase } from '../../src-main/adapters/sqlite/cases/group-tally.ts';
import type { CaseListQuery } from '../../src-shared/api/cases.ts';
/** Makes cases of the case projection: an open failure of one eUICC by default. */
import {
  NO_OPERATOR_STATE,
  type AttemptState,
  type CaseProjectionCommit,
  type CaseState,
  type CaseStay,
  type GroupState,
} from '../../src-main/core/ports/case-projection.ts';
import {
  type CaseKey,
  type CaseSubject,
  type Cause,
  causeKey,
  caseKey,
} from '../../src-shared/domain/cases/case-keys.ts';

export const allocationFailure: Cause = {
  kind: 'localization',
  operation: 'ALLOCATED',
  type: null,
  code: 'START_PROFILE_ALLOCATION_FAILED',
};
export const pauseRefusal: Cause = { kind: 'request', operation: 'PAUSE', type: 'VALIDATION', code: '73' };

export function eidKey(number: number): CaseKey {
  return caseKey({ kind: 'eid', eid: `8904${String(number).padStart(28, '0')}` });
}

export function anAttempt(seq: number, changes: Partial<AttemptState> = {}): AttemptState {
  return {
    number: 1,
    outcome: 'failed',
    operation: allocationFailure.operation,
    errorCode: allocationFailure.code,
    errorCodes: [allocationFailure.code ?? ''],
    errorTypes: ['SYSTEM'],
    iccid: `8947${seq}`,
    countryCode: 'NO',
    from: seq * 1_000,
    to: seq * 1_000,
    seqs: [seq],
    events: 1,
    reports: [
      { step: 'DOWNLOADED', failed: false, at: seq * 1_000 - 5, seq: Math.max(1, seq - 1) },
      { step: 'ALLOCATED', failed: true, at: seq * 1_000, seq },
    ],
    endedCreatedAt: seq * 1_000 - 20,
    notBefore: null,
    createdAt: seq * 1_000 - 20,
    afterCreatedAt: null,
    heard: [8_123_456_789_012_345],
    toldAt: seq * 1_000,
    toldSeq: seq,
    retry: 0,
    isRecovery: false,
    ...changes,
  };
}

export function aStay(seq: number, changes: Partial<CaseStay> = {}): CaseStay {
  return {
    cause: causeKey(allocationFailure),
    consequence: 'unusable',
    countryCode: 'NO',
    failedResources: 0,
    resources: 0,
    from: seq * 1_000,
    fromSeq: seq,
    began: 'opened',
    to: null,
    ended: null,
    ...changes,
  };
}

export function aCaseState(seq: number, changes: Partial<CaseState> & { readonly of?: CaseSubject } = {}): CaseState {
  const { of, ...others } = changes;
  const key = of === undefined ? eidKey(seq) : caseKey(of);
  return {
    key,
    kind: 'localization',
    cause: causeKey(allocationFailure),
    consequence: 'unusable',
    outcome: 'failed',
    eid: key.startsWith('eid:') ? key.slice('eid:'.length) : null,
    requestId: null,
    operation: allocationFailure.operation,
    errorCode: allocationFailure.code,
    iccid: `8947${seq}`,
    countryCode: 'NO',
    principal: 'acme',
    firstSeq: seq,
    lastSeq: seq,
    firstAt: seq * 1_000,
    lastAt: seq * 1_000,
    openedAt: seq * 1_000,
    endedAt: null,
    ended: null,
    isBack: false,
    ticket: null,
    request: null,
    run: anAttempt(seq),
    own: NO_OPERATOR_STATE,
    stay: aStay(seq),
    openedSeq: seq,
    updatedAt: null,
    reportSeq: null,
    failedAt: seq * 1_000,
    failedSeq: seq,
    causeSeq: seq,
    failedFor: [],
    before: null,
    ...others,
  };
}

export function aSucceededCase(seq: number, changes: Partial<CaseState> = {}): CaseState {
  return aCaseState(seq, {
    cause: null,
    consequence: null,
    outcome: 'succeeded',
    operation: 'ENABLED',
    errorCode: null,
    openedAt: null,
    run: anAttempt(seq, {
      outcome: 'succeeded',
      operation: 'ENABLED',
      errorCode: null,
      errorCodes: [],
      errorTypes: [],
    }),
    stay: null,
    openedSeq: null,
    failedAt: null,
    failedSeq: null,
    causeSeq: null,
    failedFor: [],
    ...changes,
  });
}

export function aRequestState(seq: number, changes: Partial<CaseState> = {}): CaseState {
  const requestId = `REQ-${seq}`;
  return aCaseState(seq, {
    of: { kind: 'request', requestId },
    kind: 'request',
    cause: causeKey(pauseRefusal),
    consequence: 'partial',
    outcome: 'partial',
    eid: null,
    requestId,
    operation: pauseRefusal.operation,
    errorCode: pauseRefusal.code,
    iccid: null,
    countryCode: null,
    run: anAttempt(seq, {
      outcome: 'partial',
      operation: pauseRefusal.operation,
      errorCode: pauseRefusal.code,
      errorCodes: ['73', '70'],
      errorTypes: ['VALIDATION'],
      iccid: null,
      countryCode: null,
      reports: [],
    }),
    stay: aStay(seq, { cause: causeKey(pauseRefusal), consequence: 'partial', countryCode: null }),
    request: {
      type: 'CHANGE_STATE',
      size: 10,
      completed: 7,
      failed: 3,
      consistent: true,
      company: 'Nordwind',
      createdBy: 'r.Albrecht',
      target: 'PAUSE',
      createdAt: '2026-11-21T12:47:31.882000000Z',
    },
    ...changes,
  });
}

export function aGroupState(cause: Cause, changes: Partial<GroupState> = {}): GroupState {
  return {
    key: causeKey(cause),
    cause,
    open: 1,
    openSince: 1_000,
    restedAt: null,
    firstAt: 1_000,
    lastAt: 1_000,
    failedSeq: 1,
    failures: 1,
    worst: 0,
    standing: NO_OPERATOR_STATE,
    before: null,
    ...changes,
  };
}

/** Makes a commit from the beginning up to this seq, without changes by default. */
export function aProjectionCommit(to: number, changes: Partial<CaseProjectionCommit> = {}): CaseProjectionCommit {
  return {
    from: { cursor: 0, actions: 0 },
    to: { cursor: to, actions: 0 },
    cases: [],
    groups: [],
    attempts: [],
    stays: [],
    resumedStays: [],
    tallies: [],
    ...changes,
  };
}

export const OPEN_CASE: OpenCase = {
  id: 1,
  consequence: 0,
  outcome: 'failed',
  openedAt: 0,
  failedAt: 0,
  failedSeq: 1,
  country: null,
  owner: null,
  ownedAt: null,
  otherCodes: [],
  iccid: null,
  failedResources: 0,
  resources: 0,
  remindAt: null,
  mutedUntil: null,
};

/** The first page of the open localizations. */
export const OPEN_CASES = {
  kind: 'localization',
  of: 'open',
  cause: null,
  find: '',
  since: null,
  sort: 'worst',
  after: null,
  limit: 100,
} as const satisfies Omit<CaseListQuery, 'watch'>;
