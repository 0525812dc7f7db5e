/**
 * When a case needs somebody, and under which cause: a stay begins with a failure, goes on under another cause where it
 * fails otherwise, and ends well or by a person. Its group is open as long as any of its cases is.
 */
import { consequenceOf, type CauseKey } from '../../../src-shared/domain/case.ts';
import type { EventSummary, Outcome } from '../../../src-shared/domain/event.ts';
import type { CaseState, CaseStay, GroupState } from '../ports/case-book.ts';
import type { NamedCause } from './failure-cause.ts';
import { afterFailure, rankOf, together, UNTOUCHED } from './standing.ts';

/** What became of a case, and of the groups that it left and is in. */
export interface Opening {
  readonly state: CaseState;
  readonly groups: readonly GroupState[];
  /** The stay that ended with it. */
  readonly stay: CaseStay | null;
}

type GroupOf = (key: CauseKey) => GroupState | null;

/** @param says failed, partial or unknown */
export function afterFailed(
  state: CaseState,
  event: EventSummary,
  { cause, key }: NamedCause,
  says: Outcome,
  groupOf: GroupOf,
): Opening {
  // What nobody knows says nothing against what is known to have failed.
  if (says === 'unknown' && state.openedAt !== null && state.consequence !== 'not-known') return unchanged(state);
  const { seq, receivedAt: at } = event;
  const consequence = consequenceOf(cause, says);
  const rank = rankOf(consequence);
  const wasOpen = state.openedAt !== null;
  const isMoved = wasOpen && state.cause !== key;
  const left = isMoved && state.cause !== null ? groupOf(state.cause) : null;
  const stays = wasOpen && !isMoved && state.stay !== null;
  const began = isMoved ? 'moved' : state.stay === null ? 'opened' : 'back';
  const stay: CaseStay = stays
    ? { ...state.stay, consequence, countryCode: state.countryCode ?? state.stay.countryCode }
    : { cause: key, consequence, countryCode: state.countryCode, from: at, fromSeq: seq, began, to: null, ended: null };
  const before = wasOpen ? together(state.own, left) : { ...UNTOUCHED, ticket: state.own.ticket };
  const failed = { cause: key, consequence, failedAt: at, failedSeq: seq, stay };
  const opened = { openedAt: at, openedSeq: seq, endedAt: null, ended: null, isBack: state.stay !== null };
  const own = afterFailure(isMoved ? before : wasOpen ? state.own : before, rank, 1);
  return {
    state: { ...state, ...failed, ...(wasOpen ? null : opened), own, ticket: own.ticket },
    groups: [
      ...(left === null ? [] : [withoutOne(left, at)]),
      withFailure(groupOf(key) ?? newGroup(key, cause, at), at, rank, stays ? 0 : 1),
    ],
    stay: isMoved ? endOf(state, at, 'moved') : null,
  };
}

/** It is not open any more. */
export function afterEnd(state: CaseState, at: number, ended: 'well' | 'done', groupOf: GroupOf): Opening {
  const stay = endOf(state, at, ended);
  if (stay === null || state.cause === null) return unchanged(state);
  const group = groupOf(state.cause);
  return {
    state: { ...state, stay, openedAt: null, endedAt: at, ended, own: { ...state.own, mute: null, remindAt: null } },
    groups: group === null ? [] : [withoutOne(group, at)],
    stay,
  };
}

function unchanged(state: CaseState): Opening {
  return { state, groups: [], stay: null };
}

/** Clocks are set: nothing ends before it began. */
function endOf({ openedAt, stay }: CaseState, at: number, ended: 'well' | 'done' | 'moved'): CaseStay | null {
  return openedAt === null || stay === null ? null : { ...stay, to: Math.max(stay.from, at), ended };
}

function newGroup(key: CauseKey, cause: GroupState['cause'], at: number): GroupState {
  const empty = { open: 0, openSince: null, restedAt: null, failures: 0, worst: null, standing: UNTOUCHED };
  return { key, cause, firstAt: at, lastAt: at, ...empty };
}

function withFailure(group: GroupState, at: number, rank: number, joins: 0 | 1): GroupState {
  const open = group.open + joins;
  const worst = Math.min(group.worst ?? rank, rank);
  const { openSince, failures } = group;
  const standing = afterFailure(group.standing, worst, open);
  return { ...group, open, openSince: openSince ?? at, lastAt: at, failures: failures + 1, worst, standing };
}

/** What people did about a group ends with the last of its open cases. */
function withoutOne(group: GroupState, at: number): GroupState {
  if (group.open > 1) return { ...group, open: group.open - 1 };
  return { ...group, open: 0, openSince: null, restedAt: at, worst: null, standing: UNTOUCHED };
}
