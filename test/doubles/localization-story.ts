/** Data of a storm and of earlier open failures: groups, cases and details as the page receives them. */
import type { CaseDetail, CaseSummary, FailureGroup } from '../../src-shared/api/cases.ts';
import {
  caseKey,
  type Cause,
  causeKey,
  consequenceOf,
  type Evidence,
  localizationSteps,
} from '../../src-shared/domain/cases/case-keys.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import { aBoard, aCaseSummary, aCaseDetail, aFailureGroup, INES, JONAS } from './board.ts';
import { PageBackend } from './page-backend.ts';
import { START } from './page-watch.ts';

export const ME = { id: 'person-me', name: 'Maja Olsen' };
const MINUTE = 60_000;

function localization(operation: string, code: string | null): Cause {
  return { kind: 'localization', operation, type: null, code };
}
export const causes = {
  download: localization('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'),
  allocation: localization('ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'),
  activation: localization('ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED'),
  provision: localization('PROVISIONED', 'PROVISION_PROFILE_FAILED'),
  enable: localization('ENABLED', 'START_PROFILE_ENABLE_FAILED'),
  fallback: localization('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'),
  unknown: localization('ACTIVATED', 'PROFILE_LOCK_CONFLICT'),
} as const;

export const seatTaken: Gap = {
  id: 7,
  from: START - 160 * MINUTE,
  to: START - 156 * MINUTE + 12_000,
  lengthMs: 252_000,
  reason: 'seat-taken',
  detail: null,
  afterSeq: 4_000,
};

function stepsUntil(operation: string | null): CaseSummary['steps'] {
  const failed = localizationSteps.findIndex((step) => step === operation);
  return localizationSteps.map((step, at) => {
    const evidence: Evidence = at === failed ? 'failed' : at < failed ? 'inferred' : 'unknown';
    return { step, evidence, weak: false };
  });
}

export function failedCase(cause: Cause, number: number, part: Partial<CaseSummary> = {}): CaseSummary {
  const eid = `8904903200000000000000${String(8_982_421_626 + number * 7_919)}`;
  return aCaseSummary(
    {
      cause: causeKey(cause),
      consequence: consequenceOf(cause, 'failed'),
      operation: cause.operation,
      errorCode: cause.code,
      iccid: cause.operation === 'DOWNLOADED' ? null : `89462000116603094${String(10 + number)}`,
      countryCode: ['NO', 'SE', 'FI', 'DE'][number % 4] ?? 'NO',
      steps: stepsUntil(cause.operation),
      firstSeq: 5_000 + number * 10,
      lastSeq: 5_001 + number * 10,
      firstAt: START - (2 + number) * MINUTE,
      lastAt: START - number * MINUTE,
      openedAt: START - number * MINUTE,
      ...part,
    },
    { kind: 'eid', eid },
  );
}

const allocation = Array.from({ length: 24 }, (_, number) =>
  failedCase(causes.allocation, number, { owner: ME, ownedAt: START - MINUTE, attempt: number === 0 ? 2 : 1 }),
);
const unknown = failedCase(causes.unknown, 30, { countryCode: 'CH' });
const fallback = [31, 32, 33].map((number) => failedCase(causes.fallback, number, { owner: JONAS, attempt: 2 }));
const others = [causes.download, causes.activation, causes.provision, causes.enable].map((cause, index) =>
  failedCase(cause, 40 + index),
);
const ended = [50, 51, 52].map((number) =>
  failedCase(causes.download, number, {
    outcome: 'succeeded',
    consequence: null,
    operation: 'FALLBACK_SET',
    errorCode: null,
    openedAt: null,
    endedAt: START - number * MINUTE,
    ended: 'well',
    attempt: 2,
    steps: localizationSteps.map((step) => ({
      step,
      evidence: step === 'FALLBACK_SET' ? 'reported' : 'inferred',
      weak: false,
    })),
  }),
);

function groupOf(cause: Cause, rows: readonly CaseSummary[], part: Partial<FailureGroup> = {}): FailureGroup {
  return aFailureGroup({
    cause,
    open: rows.length,
    countries: [{ country: rows[0]?.countryCode ?? 'NO', count: rows.length }],
    owners: [{ owner: rows[0]?.owner ?? null, count: rows.length }],
    only: rows.length === 1 ? (rows[0] ?? null) : null,
    ...part,
  });
}

export const stories = { allocation, unknown, fallback, others, ended };

/** Detail of the first case of the storm. It was retried once, and a reminder is running. */
export function allocationDetail(): CaseDetail {
  const [summary = failedCase(causes.allocation, 0)] = allocation;
  const reminded = { ...summary, remindAt: START + 220_000 };
  const once = aCaseDetail(reminded, {
    provider: [
      { sentence: 'Allocation timed out in the connectivity platform', code: '3107', type: 'CMP_ERROR', count: 1 },
    ],
    advice: [
      { stage: 'retry', state: 'failed', at: START - 100_000, by: ME },
      { stage: 'wait', state: 'running', at: null, by: null },
      { stage: 'provider', state: 'open', at: null, by: null },
    ],
    actions: [
      {
        id: 'action-0004',
        at: START - 71_000,
        author: ME,
        subjects: [summary.key],
        what: { kind: 'remind', at: START + 220_000 },
        text: '',
      },
      {
        id: 'action-0003',
        at: START - 100_000,
        author: ME,
        subjects: [summary.key],
        what: { kind: 'retried' },
        text: '',
      },
      {
        id: 'action-0002',
        at: START - 118_000,
        author: INES,
        subjects: [summary.key],
        what: { kind: 'note' },
        text: 'Called the provider’s desk. They see it too, all Nordics.',
      },
      {
        id: 'action-0001',
        at: START - 135_000,
        author: ME,
        subjects: [causeKey(causes.allocation), ...allocation.map(({ key }) => key)],
        what: { kind: 'take' },
        text: '',
      },
    ],
  });
  const [attempt] = once.attempts;
  if (attempt === undefined) return once;
  const codes = ['START_PROFILE_ALLOCATION_FAILED', '3107'];
  return {
    ...once,
    attempts: [
      { ...attempt, number: 2, from: reminded.lastAt - 22_000, errorCodes: codes },
      {
        ...attempt,
        number: 1,
        from: reminded.lastAt - 526_000,
        to: reminded.lastAt - 495_000,
        seqs: [5_000],
        errorCodes: codes,
      },
    ],
  };
}

export function fallbackDetail(): CaseDetail {
  const [summary = failedCase(causes.fallback, 31)] = fallback;
  const steps: CaseSummary['steps'] = summary.steps.map((step) => {
    if (step.step === 'PROVISIONED') return { ...step, evidence: 'reported' };
    return step.step === 'ENABLED' ? { ...step, weak: true } : step;
  });
  const detail = aCaseDetail(
    { ...summary, steps, weakenedByGap: true },
    {
      provider: [
        { sentence: 'No response from device within 180 s', code: '4412', type: 'CMP_ERROR', count: 1 },
        { sentence: 'Set fallback attribute aborted', code: '4400', type: 'CMP_ERROR', count: 1 },
      ],
      advice: [
        { stage: 'retry', state: 'failed', at: START - 162 * MINUTE, by: JONAS },
        { stage: 'wait', state: 'due', at: null, by: null },
        { stage: 'provider', state: 'open', at: null, by: null },
      ],
      actions: [
        {
          id: 'action-0011',
          at: START - 150 * MINUTE,
          author: JONAS,
          subjects: [summary.key],
          what: { kind: 'note' },
          text: 'Meter is in a basement, coverage is poor. Site visit Monday.',
        },
      ],
    },
  );
  const [attempt] = detail.attempts;
  if (attempt === undefined) return detail;
  const { lastAt } = summary;
  return {
    ...detail,
    attempts: [
      {
        ...attempt,
        number: 2,
        from: lastAt - 455_000,
        to: lastAt,
        gaps: [{ ...seatTaken, from: lastAt - 351_000, to: lastAt - 99_000 }],
        weakenedByGap: true,
        steps: attempt.steps.map((step) =>
          step.step === 'PROVISIONED' ? { ...step, at: lastAt - 393_000, seq: 5_300 } : step,
        ),
      },
      { ...attempt, number: 1, from: lastAt - 6_500_000, to: lastAt - 6_318_000, gaps: [] },
    ],
  };
}

export function plainDetail(summary: CaseSummary): CaseDetail {
  return aCaseDetail(summary, {
    provider: [
      {
        sentence: 'Profile state LOCKED does not permit this transition',
        code: 'PSL-409',
        type: 'CMP_ERROR',
        count: 1,
      },
    ],
    advice: [
      { stage: 'retry', state: 'due', at: null, by: null },
      { stage: 'wait', state: 'open', at: null, by: null },
      { stage: 'provider', state: 'open', at: null, by: null },
    ],
  });
}

export function storyBackend(): PageBackend {
  const backend = new PageBackend();
  const { pageCases } = backend;
  pageCases.storedCases = [...allocation, unknown, ...fallback, ...others, ...ended];
  pageCases.board = aBoard({
    groups: [
      groupOf(causes.allocation, allocation, {
        countries: [
          { country: 'NO', count: 12 },
          { country: 'SE', count: 8 },
          { country: 'FI', count: 4 },
        ],
        shared: [
          { kind: 'within', ms: 440_000 },
          { kind: 'code', code: '3107', count: 22, others: [] },
          { kind: 'iccid', prefix: '8946200011' },
        ],
        provider: {
          sentence: 'Allocation timed out in the connectivity platform',
          code: '3107',
          type: 'CMP_ERROR',
          count: 22,
        },
        spark: {
          from: START - 20 * MINUTE,
          stepMs: MINUTE,
          counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 5, 3, 2, 1, 0],
        },
        isStorm: true,
      }),
      groupOf(causes.unknown, [unknown]),
      groupOf(causes.fallback, fallback, { status: 'back' }),
      ...others.map((row, index) =>
        groupOf([causes.download, causes.activation, causes.provision, causes.enable][index] ?? causes.download, [row]),
      ),
    ],
    endedWell: ended.length,
  });
  for (const detail of [allocationDetail(), fallbackDetail(), ...[unknown, ...others, ...ended].map(plainDetail)])
    pageCases.details.set(detail.summary.key, detail);
  for (const row of [...allocation.slice(1), ...fallback.slice(1)]) pageCases.details.set(row.key, plainDetail(row));
  return backend;
}

export function addressOf(row: CaseSummary): string {
  return `#/localizations?group=${encodeURIComponent(row.cause ?? '')}&case=${encodeURIComponent(row.key)}`;
}
export const noCase = caseKey({ kind: 'eid', eid: '404' });
