import type { Action, StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { consequenceRank } from '../../../../src-shared/domain/cases/case-keys.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { CaseState, GroupState, OperatorState } from '../../ports/case-projection.ts';

interface AffectedCases {
  readonly open: number;
  readonly worst: number;
}

/** `group`: that of its cause. `forGroup`: the action also names that group. */
export function applyActionToCase(
  state: CaseState,
  action: StoredActionEntry,
  group: GroupState | null,
  forGroup: boolean,
): CaseState {
  // The group was applied before its cases.
  if (action.what.kind === 'accept' && group?.standing.owner?.id !== action.author.id) return state;
  const touched = { ...state.own, touchedAt: action.at };
  // A closed case keeps the action that closed it, so that it can be reopened.
  if (state.openedAt === null || state.consequence === null) return withOwn(state, ticketAfter(touched, action));
  const own = operatorStateAfter(touched, action, { open: 1, worst: consequenceRank(state.consequence) });
  const { kind } = action.what;
  const acted = { ...state, before: beforeAction(action, state.own) };
  if (kind === 'mute' && !isMuteMeant(state, action)) return withOwn(acted, touched);
  // The group stores its mute, also for cases that join later. An unmute of the group ends the mute of every case.
  if (forGroup && (kind === 'mute' || kind === 'unmute')) return withOwn(acted, { ...own, mute: null });
  if (kind !== 'unmute' || group === null || group.standing.mute === null) return withOwn(acted, own);
  const mute = { ...group.standing.mute, ends: { kind: 'time' as const, at: action.at } };
  return withOwn(acted, { ...own, mute });
}

export function undoOnCase(state: CaseState): CaseState {
  return state.before === null ? state : withOwn({ ...state, before: null }, state.before.own);
}

function beforeAction({ id, author }: StoredActionEntry, own: OperatorState) {
  return { action: id, author, own, closed: null };
}

/** Returns the newest event that the operator could have seen. Actions do not apply to later failures. */
export function seenThroughSeq({ afterSeq, seenSeq }: Pick<StoredActionEntry, 'afterSeq' | 'seenSeq'>): number {
  return Math.min(afterSeq, seenSeq ?? afterSeq);
}

/** The operator could have seen the start of the stay or, for a mute until the next failure, the latest failure. */
function isMuteMeant({ failedSeq, stay }: CaseState, action: StoredActionEntry): boolean {
  const known = endsWithNext(action) ? failedSeq : (stay?.fromSeq ?? null);
  return known !== null && known <= seenThroughSeq(action);
}

function endsWithNext({ what }: StoredActionEntry): boolean {
  return what.kind === 'mute' && what.ends.kind === 'next-failure';
}

/** A group without open cases keeps no operator state. */
export function applyActionToGroup(group: GroupState, action: StoredActionEntry): GroupState {
  const { open, worst, before, standing } = group;
  const { what } = action;
  if (open === 0 || worst === null || what.kind === 'reopen') return group;
  if (what.kind === 'undo')
    return before?.action === what.of ? { ...group, standing: before.own, before: null } : group;
  if (what.kind === 'accept' && !canAccept(what, standing)) return group;
  const acted = { ...group, before: beforeAction(action, standing) };
  const touched = { ...standing, touchedAt: action.at };
  if (endsWithNext(action) && group.failedSeq > seenThroughSeq(action)) return { ...acted, standing: touched };
  return { ...acted, standing: operatorStateAfter(touched, action, { open, worst }) };
}

/** False if another operator was first in the log. The clocks of two members differ, so times do not decide. */
export function canAccept({ of }: Extract<Action, { kind: 'accept' }>, { handOver }: Pick<OperatorState, 'handOver'>) {
  return handOver === of;
}

export function touchGroup(group: GroupState, { at }: StoredActionEntry): GroupState {
  return group.open === 0 ? group : { ...group, standing: { ...group.standing, touchedAt: at } };
}

function withOwn(state: CaseState, own: OperatorState): CaseState {
  return { ...state, own, ticket: own.ticket };
}

function ticketAfter(status: OperatorState, { what }: StoredActionEntry): OperatorState {
  return what.kind === 'pack' ? { ...status, ticket: what.ticket ?? status.ticket } : status;
}

function operatorStateAfter(
  status: OperatorState,
  { id, what, author, at }: StoredActionEntry,
  { open, worst }: AffectedCases,
): OperatorState {
  switch (what.kind) {
    case 'take':
    case 'accept':
      return { ...status, owner: author, ownedAt: at, handOver: null };
    case 'hand-over':
      return { ...status, handOver: id };
    case 'release':
      return { ...status, owner: null, ownedAt: at };
    case 'mute':
      return { ...status, mute: { ends: what.ends, at, open, worst } };
    case 'unmute':
      return { ...status, mute: null };
    case 'retried':
      return { ...status, retriedAt: at };
    case 'remind':
      return { ...status, remindAt: what.at };
    case 'reminded':
      return { ...status, remindAt: null };
    case 'pack':
      return { ...status, ticket: what.ticket ?? status.ticket };
    // These are only stored as actions, and views and reports are not about cases. The others open, close or restore the case.
    case 'note':
    case 'decline':
    case 'done':
    case 'reopen':
    case 'undo':
    case 'share-view':
    case 'unshare-view':
    case 'explain':
    case 'set-targets':
      return status;
    default:
      return assertNever(what);
  }
}
