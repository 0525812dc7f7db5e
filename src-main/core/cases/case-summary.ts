/** Builds the summary of a case with its operator state and ladder, which the projection does not store. */
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import type { Attempt } from '../../../src-shared/domain/cases/case.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { type Ladder, ladderOf } from './localization/ladder.ts';
import type { AttemptState, CaseState, GroupState } from '../ports/case-projection.ts';
import { canReopen } from './projection/case-transitions.ts';
import { caseOperatorState } from './projection/operator-state.ts';

export interface CaseContext {
  /** All gaps, without reconnects. */
  readonly gaps: readonly Gap[];
  readonly now: number;
  readonly silenceMs: number;
}

const NO_LADDER: Ladder = { steps: [], gaps: [], weakenedByGap: false };

export function summaryOf(state: CaseState, group: GroupState | null, around: CaseContext): CaseSummary {
  const { run, own: _own, stay: _stay, openedSeq: _opened, updatedAt: _updated, ...rest } = state;
  const {
    reportSeq: _report,
    failedAt: _failedAt,
    failedSeq: _failedSeq,
    causeSeq: _cause,
    failedFor: _for,
    principal: _principal,
    before,
    ...shown
  } = rest;
  const { steps, weakenedByGap } = ladder(state, run, null, around);
  // The operator state of a group applies only to its open cases.
  const operatorState = caseOperatorState(state, state.openedAt === null ? null : group, around.now);
  const { owner, ownedAt, mute, remindAt, ticket } = operatorState;
  return {
    ...shown,
    attempt: run.number,
    steps: steps.map(({ step, evidence, weak }) => ({ step, evidence, weak })),
    weakenedByGap,
    owner,
    ownedAt,
    mute: mute?.ends ?? null,
    remindAt,
    ticket: shown.ticket ?? ticket,
    endedBy: shown.ended === 'done' ? (before?.author ?? null) : null,
    canReopen: canReopen(state),
  };
}

export function attemptOf(
  state: CaseState,
  run: AttemptState,
  next: AttemptState | null,
  around: CaseContext,
): Attempt {
  const { reports: _reports, endedCreatedAt: _ended, notBefore: _notBefore, ...rest } = run;
  const { createdAt: _created, afterCreatedAt: _after, heard: _heard, toldAt: _told, toldSeq: _seq, ...shown } = rest;
  return { ...shown, ...ladder(state, run, next, around) };
}

function ladder(
  { kind }: CaseState,
  run: AttemptState,
  next: AttemptState | null,
  { gaps, now, silenceMs }: CaseContext,
): Ladder {
  return kind === 'request' ? NO_LADDER : ladderOf(run, next, gaps, now, silenceMs);
}
