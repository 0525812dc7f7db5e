/** Opens, moves and closes cases. A stay is the time for which a case is open under one cause. */
import {
  type Cause,
  consequenceOf,
  type CauseKey,
  type ConsequenceKind,
} from '../../../../src-shared/domain/cases/case.ts';
import { consequenceRank } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import { requestResources } from '../../../../src-shared/domain/event/request-group.ts';
import {
  NO_OPERATOR_STATE,
  type BeforeAction,
  type CaseState,
  type CaseStay,
  type GroupState,
} from '../../ports/case-projection.ts';
import type { KeyedCause } from './failure-cause.ts';
import { unmuteAfterFailure, withGroupState } from './operator-state.ts';

export interface CaseTransition {
  readonly state: CaseState;
  readonly groups: readonly GroupState[];
  readonly stay: CaseStay | null;
}

type GroupOf = (key: CauseKey) => GroupState | null;

export function applyFailure(
  state: CaseState,
  event: CaseEvent,
  named: KeyedCause,
  outcome: Outcome,
  groupOf: GroupOf,
): CaseTransition {
  const { seq, receivedAt: at } = event;
  const retained = retainedCauseOf(state, named.cause, outcome);
  const { key, cause } =
    retained === null ? named : { key: retained.cause, cause: groupOf(retained.cause)?.cause ?? named.cause };
  const consequence = retained?.consequence ?? consequenceOf(cause, outcome);
  const rank = consequenceRank(consequence);
  const wasOpen = state.openedAt !== null;
  const isMoved = wasOpen && state.cause !== key;
  const left = isMoved && state.cause !== null ? groupOf(state.cause) : null;
  const stays = wasOpen && !isMoved && state.stay !== null;
  const began = isMoved ? 'moved' : state.stay === null ? 'opened' : 'back';
  const now = { consequence, countryCode: state.countryCode, ...requestResources(state) };
  const stay: CaseStay = stays
    ? { ...state.stay, ...now, countryCode: state.countryCode ?? state.stay.countryCode }
    : { ...now, cause: key, from: at, fromSeq: seq, began, to: null, ended: null };
  // The case now fails for another reason, so its old group's mute no longer applies.
  const ownState = { ...withGroupState(state.own, left), mute: state.own.mute };
  const before = wasOpen ? ownState : { ...NO_OPERATOR_STATE, ticket: state.own.ticket };
  const causeSeq = retained === null ? seq : state.causeSeq;
  const failedFor = withPrincipal(wasOpen ? state.failedFor : [], event.principal);
  const failed = { cause: key, consequence, failedAt: at, failedSeq: seq, causeSeq, stay, failedFor };
  const opened = { openedAt: at, openedSeq: seq, endedAt: null, ended: null, isBack: state.stay !== null };
  const own = unmuteAfterFailure(isMoved ? before : wasOpen ? state.own : before, rank, 1);
  const undo = wasOpen && !isMoved ? beforeAfterFailure(state.before, rank, 1) : null;
  const run = state.run.isRecovery ? { ...state.run, isRecovery: false } : state.run;
  return {
    state: { ...state, ...failed, run, ...(wasOpen ? null : opened), own, ticket: own.ticket, before: undo },
    groups: [
      ...(left === null ? [] : [withoutOne(left, at, null)]),
      withFailure(groupOf(key) ?? newGroup(key, cause, event), event, rank, stays ? 0 : 1),
    ],
    stay: isMoved ? endOf(state, at, 'moved') : null,
  };
}

function withPrincipal(known: readonly string[], principal: string | null): readonly string[] {
  return principal === null || known.length > 1 || known.includes(principal) ? known : [...known, principal];
}

interface RetainedCause {
  readonly cause: CauseKey;
  readonly consequence: ConsequenceKind;
}

/**
 * A failed download changed nothing, and an unknown consequence makes nothing milder, so a worse consequence stays; a
 * request keeps any known one. Null if the new failure replaces it.
 */
function retainedCauseOf(
  { kind, openedAt, cause, consequence }: CaseState,
  failed: Cause,
  outcome: Outcome,
): RetainedCause | null {
  if (openedAt === null || cause === null || consequence === null) return null;
  const next = consequenceOf(failed, outcome);
  const isUninformative = next === 'unchanged' || next === 'not-known';
  const isWorse =
    consequenceRank(consequence) < consequenceRank(next) || (kind === 'request' && consequence !== 'not-known');
  return isUninformative && isWorse ? { cause, consequence } : null;
}

export function closeCase(state: CaseState, at: number, ended: 'well' | 'done', groupOf: GroupOf): CaseTransition {
  const stay = endOf(state, at, ended);
  const { before, openedAt, failedFor } = state;
  if (stay === null || state.cause === null)
    return {
      state: before === null ? state : { ...state, before: { ...before, closed: null } },
      groups: [],
      stay: null,
    };
  const group = groupOf(state.cause);
  const undo = ended === 'done' && before !== null ? { ...before, closed: { openedAt, failedFor } } : null;
  return {
    state: {
      ...state,
      run: ended === 'well' ? { ...state.run, isRecovery: true } : state.run,
      stay,
      openedAt: null,
      endedAt: at,
      ended,
      failedFor: [],
      own: { ...state.own, mute: null, remindAt: null },
      before: undo,
    },
    groups: group === null ? [] : [withoutOne(group, at, undo)],
    stay,
  };
}

export function canReopen({ before }: Pick<CaseState, 'before'>): boolean {
  return before !== null && before.closed !== null;
}

/** The case is open as if it had never been closed. Returns null if `canReopen` is false. */
export function reopenCase(state: CaseState, groupOf: GroupOf) {
  const { key, before, stay, cause, consequence } = state;
  const group = cause === null ? null : groupOf(cause);
  if (before?.closed == null || stay === null || group === null || consequence === null) return null;
  const own = { ...before.own, ticket: state.own.ticket ?? before.own.ticket };
  const open = { ...before.closed, endedAt: null, ended: null, before: null };
  return {
    state: { ...state, ...open, own, ticket: own.ticket, stay: { ...stay, to: null, ended: null } },
    group: withReopened(group, stay, consequenceRank(consequence)),
    resumed: { key, fromSeq: stay.fromSeq },
  };
}

/** Nothing ends before it began, even if a clock was set back. */
function endOf({ openedAt, stay }: CaseState, at: number, ended: 'well' | 'done' | 'moved'): CaseStay | null {
  return openedAt === null || stay === null ? null : { ...stay, to: Math.max(stay.from, at), ended };
}

function newGroup(
  key: CauseKey,
  cause: GroupState['cause'],
  { receivedAt: at, seq: failedSeq }: CaseEvent,
): GroupState {
  const none = { openSince: null, restedAt: null, worst: null, before: null };
  const empty = { ...none, open: 0, failures: 0, standing: NO_OPERATOR_STATE };
  return { key, cause, firstAt: at, lastAt: at, failedSeq, ...empty };
}

function withFailure(group: GroupState, event: CaseEvent, rank: number, joins: 0 | 1): GroupState {
  const { receivedAt: at, seq: failedSeq } = event;
  const open = group.open + joins;
  const worst = Math.min(group.worst ?? rank, rank);
  const { openSince, failures } = group;
  const standing = unmuteAfterFailure(group.standing, worst, open);
  const failed = { lastAt: at, failedSeq, failures: failures + 1 };
  const before = group.open === 0 ? null : beforeAfterFailure(group.before, worst, open);
  return { ...group, ...failed, open, openSince: openSince ?? at, worst, standing, before };
}

function beforeAfterFailure<Closed>(
  before: BeforeAction<Closed> | null,
  worst: number,
  open: number,
): BeforeAction<Closed> | null {
  return before === null ? null : { ...before, own: unmuteAfterFailure(before.own, worst, open) };
}

function withReopened(group: GroupState, { from }: CaseStay, rank: number): GroupState {
  const { before, open } = group;
  const period = open === 0 && before?.closed != null ? { ...before.closed, standing: before.own } : group;
  const openSince = Math.min(period.openSince ?? from, from);
  const worst = Math.min(period.worst ?? rank, rank);
  return { ...group, ...period, open: open + 1, openSince, worst, before: open === 0 ? null : before };
}

/** `by`: the action that closes the case. The operator state of a group ends with its last open case. */
function withoutOne(
  group: GroupState,
  at: number,
  by: Pick<BeforeAction<unknown>, 'action' | 'author'> | null,
): GroupState {
  if (group.open > 1) return { ...group, open: group.open - 1 };
  const { openSince, restedAt, worst } = group;
  const own = by !== null && group.before?.action === by.action ? group.before.own : group.standing;
  const before =
    by === null ? null : { action: by.action, author: by.author, own, closed: { openSince, restedAt, worst } };
  return { ...group, open: 0, openSince: null, restedAt: at, worst: null, standing: NO_OPERATOR_STATE, before };
}
