/**
 * Opens, moves and closes cases. A stay is the time for which a case is open under one cause: it begins with a failure,
 * another stay follows if the cause changes, and it ends with a success or an operator's action. A group is open while
 * any of its cases is open.
 */
import {
  type Cause,
  consequenceOf,
  type CauseKey,
  type ConsequenceKind,
} from '../../../../src-shared/domain/cases/case.ts';
import type { EventSummary, Outcome } from '../../../../src-shared/domain/event/event.ts';
import { requestResources } from '../../../../src-shared/domain/event/request-group.ts';
import type { CaseState, CaseStay, GroupState } from '../../ports/case-projection.ts';
import type { KeyedCause } from './failure-cause.ts';
import { unmuteAfterFailure, rankOf, withGroupState, NO_OPERATOR_STATE } from './operator-state.ts';

export interface CaseTransition {
  readonly state: CaseState;
  readonly groups: readonly GroupState[];
  readonly stay: CaseStay | null;
}

type GroupOf = (key: CauseKey) => GroupState | null;

/** @param outcome failed, partial or unknown */
export function applyFailure(
  state: CaseState,
  event: EventSummary,
  named: KeyedCause,
  outcome: Outcome,
  groupOf: GroupOf,
): CaseTransition {
  const { seq, receivedAt: at } = event;
  const retained = retainedCauseOf(state, named.cause, outcome);
  const { key, cause } =
    retained === null ? named : { key: retained.cause, cause: groupOf(retained.cause)?.cause ?? named.cause };
  const consequence = retained?.consequence ?? consequenceOf(cause, outcome);
  const rank = rankOf(consequence);
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
  return {
    state: { ...state, ...failed, ...(wasOpen ? null : opened), own, ticket: own.ticket },
    groups: [
      ...(left === null ? [] : [withoutOne(left, at)]),
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
 * Returns the cause and consequence that the case keeps although it failed again; null if the new failure replaces
 * them. A failed download changed nothing, and a failure with an unknown consequence makes nothing milder, so both keep
 * a worse consequence. A request keeps any known consequence then.
 */
function retainedCauseOf(
  { kind, openedAt, cause, consequence }: CaseState,
  failed: Cause,
  outcome: Outcome,
): RetainedCause | null {
  if (openedAt === null || cause === null || consequence === null) return null;
  const next = consequenceOf(failed, outcome);
  const isUninformative = next === 'unchanged' || next === 'not-known';
  const isWorse = rankOf(consequence) < rankOf(next) || (kind === 'request' && consequence !== 'not-known');
  return isUninformative && isWorse ? { cause, consequence } : null;
}

export function closeCase(state: CaseState, at: number, ended: 'well' | 'done', groupOf: GroupOf): CaseTransition {
  const stay = endOf(state, at, ended);
  if (stay === null || state.cause === null) return { state, groups: [], stay: null };
  const group = groupOf(state.cause);
  return {
    state: {
      ...state,
      stay,
      openedAt: null,
      endedAt: at,
      ended,
      failedFor: [],
      own: { ...state.own, mute: null, remindAt: null },
    },
    groups: group === null ? [] : [withoutOne(group, at)],
    stay,
  };
}

/** Nothing ends before it began, even if a clock was set back. */
function endOf({ openedAt, stay }: CaseState, at: number, ended: 'well' | 'done' | 'moved'): CaseStay | null {
  return openedAt === null || stay === null ? null : { ...stay, to: Math.max(stay.from, at), ended };
}

function newGroup(
  key: CauseKey,
  cause: GroupState['cause'],
  { receivedAt: at, seq: failedSeq }: EventSummary,
): GroupState {
  const empty = { open: 0, openSince: null, restedAt: null, failures: 0, worst: null, standing: NO_OPERATOR_STATE };
  return { key, cause, firstAt: at, lastAt: at, failedSeq, ...empty };
}

function withFailure(group: GroupState, event: EventSummary, rank: number, joins: 0 | 1): GroupState {
  const { receivedAt: at, seq: failedSeq } = event;
  const open = group.open + joins;
  const worst = Math.min(group.worst ?? rank, rank);
  const { openSince, failures } = group;
  const standing = unmuteAfterFailure(group.standing, worst, open);
  const failed = { lastAt: at, failedSeq, failures: failures + 1 };
  return { ...group, ...failed, open, openSince: openSince ?? at, worst, standing };
}

/** The operator state of a group ends with its last open case. */
function withoutOne(group: GroupState, at: number): GroupState {
  if (group.open > 1) return { ...group, open: group.open - 1 };
  return { ...group, open: 0, openSince: null, restedAt: at, worst: null, standing: NO_OPERATOR_STATE };
}
