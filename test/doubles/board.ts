import type { Board, CaseDetail, CaseSummary, FailureGroup } from '../../src-shared/api/cases.ts';
import {
  caseKey,
  type CaseSubject,
  type Cause,
  causeKey,
  consequenceOf,
  localizationSteps,
} from '../../src-shared/domain/cases/case-keys.ts';
import type { Author } from '../../src-shared/domain/cases/action.ts';

const START = Date.UTC(2026, 10, 21, 14);
const MINUTE = 60_000;

export const INES: Author = { id: 'person-ines', name: 'Ines Duarte' };
export const JONAS: Author = { id: 'person-jonas', name: 'Jonas Lind' };

export const provisioningFailure: Cause = {
  kind: 'localization',
  operation: 'PROVISIONED',
  type: null,
  code: 'PROVISION_PROFILE_FAILED',
};

/** Makes a board without failures, or with the sums of the given groups. Fields in `part` override the sums. */
export function aBoard(part: Partial<Board> = {}): Board {
  const groups = part.groups ?? [];
  const localizations = groups.filter(({ cause }) => cause.kind === 'localization');
  const requests = groups.filter(({ cause }) => cause.kind === 'request');
  const failing = groups.filter(({ consequence }) => consequence !== 'partial');
  return {
    at: START,
    upTo: 0,
    behind: 0,
    failures: open(failing),
    byOwner: loads(groups),
    eids: open(localizations),
    byConsequence: localizations.map(({ consequence, open: count }) => ({ consequence, count })),
    partialRequests: open(groups) - open(failing),
    failedResources: requests.reduce((sum, { failedResources }) => sum + failedResources, 0),
    resources: requests.reduce((sum, { resources }) => sum + resources, 0),
    localizations: open(localizations),
    requests: open(requests),
    groups,
    moreGroups: 0,
    endedWell: 0,
    muted: 0,
    ...part,
  };
}

/** Makes a group of two eUICCs in Spain whose provisioning failed 10 min ago. It is unassigned. */
export function aFailureGroup(part: Partial<FailureGroup> = {}): FailureGroup {
  const cause = part.cause ?? provisioningFailure;
  const outcome = part.outcome ?? 'failed';
  const count = part.open ?? 2;
  return {
    key: causeKey(cause),
    cause,
    consequence: consequenceOf(cause, outcome),
    outcome,
    open: count,
    failedResources: 0,
    resources: 0,
    countries: cause.kind === 'localization' ? [{ country: 'ES', count }] : [],
    others: 0,
    firstAt: START - 12 * MINUTE,
    lastAt: START - 10 * MINUTE,
    status: 'new',
    owners: [{ owner: null, count }],
    mute: null,
    remindAt: null,
    deadline: null,
    lastHour: 0,
    spark: { from: START - 40 * MINUTE, stepMs: 2 * MINUTE, counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1] },
    shared: [],
    provider: null,
    only: null,
    isStorm: false,
    ...part,
  };
}

/** Makes a case of one eUICC whose provisioning failed 10 min ago, with evidence only for the steps before it. */
export function aCaseSummary(part: Partial<CaseSummary> = {}, subject: CaseSubject = SOME_EID): CaseSummary {
  return {
    key: caseKey(subject),
    kind: subject.kind === 'request' ? 'request' : 'localization',
    cause: causeKey(provisioningFailure),
    consequence: 'unusable',
    outcome: 'failed',
    attempt: 1,
    eid: subject.kind === 'eid' ? subject.eid : null,
    requestId: subject.kind === 'request' ? subject.requestId : null,
    operation: 'PROVISIONED',
    errorCode: 'PROVISION_PROFILE_FAILED',
    iccid: subject.kind === 'request' ? null : '89462008000012345678',
    countryCode: subject.kind === 'request' ? null : 'ES',
    steps: subject.kind === 'request' ? [] : localizationSteps.map((step, at) => ({ step, ...evidenceAt(at) })),
    weakenedByGap: false,
    firstSeq: 4_700,
    lastSeq: 4_712,
    firstAt: START - 12 * MINUTE,
    lastAt: START - 10 * MINUTE,
    openedAt: START - 10 * MINUTE,
    endedAt: null,
    ended: null,
    endedBy: null,
    canReopen: false,
    isBack: false,
    owner: null,
    ownedAt: null,
    mute: null,
    remindAt: null,
    ticket: null,
    request: null,
    ...part,
  };
}

const SOME_EID: CaseSubject = { kind: 'eid', eid: '89049032000001000000002451180203' };

export function aCaseDetail(summary: CaseSummary = aCaseSummary(), part: Partial<CaseDetail> = {}): CaseDetail {
  const at = summary.lastAt;
  return {
    summary,
    attempts: [
      {
        number: summary.attempt,
        outcome: summary.outcome,
        operation: summary.operation,
        errorCode: summary.errorCode,
        errorCodes: summary.errorCode === null ? [] : [summary.errorCode],
        errorTypes: [],
        iccid: summary.iccid,
        countryCode: summary.countryCode,
        steps: summary.steps.map((step) => ({
          ...step,
          at: step.evidence === 'reported' || step.evidence === 'failed' ? at : null,
          seq: step.evidence === 'reported' || step.evidence === 'failed' ? summary.lastSeq : null,
        })),
        from: summary.firstAt,
        to: at,
        seqs: [summary.lastSeq],
        events: 1,
        gaps: [],
        weakenedByGap: summary.weakenedByGap,
      },
    ],
    provider: [],
    advice: [],
    actions: [],
    moreActions: 0,
    ...part,
  };
}

function evidenceAt(at: number): Pick<CaseSummary['steps'][number], 'evidence' | 'weak'> {
  if (at > 3) return { evidence: 'unknown', weak: false };
  return { evidence: at === 3 ? 'failed' : at === 0 ? 'reported' : 'inferred', weak: false };
}

function open(groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, group) => sum + group.open, 0);
}

function loads(groups: readonly FailureGroup[]): Board['byOwner'] {
  const byId = new Map<string | null, Board['byOwner'][number]>();
  for (const { owners, cause } of groups)
    for (const { owner, count } of owners) {
      const before = byId.get(owner?.id ?? null) ?? { owner, localizations: 0, requests: 0 };
      const kind = cause.kind === 'request' ? 'requests' : 'localizations';
      byId.set(owner?.id ?? null, { ...before, [kind]: before[kind] + count });
    }
  const all = ({ localizations, requests }: Board['byOwner'][number]) => localizations + requests;
  return [...byId.values()].toSorted((one, other) => all(other) - all(one));
}
