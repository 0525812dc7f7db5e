/** What people did about a case, or about all of a group: what of it holds from then on. */
import type { StoredActionEntry } from '../../../src-shared/domain/action.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { CaseState, GroupState, OperatorState } from '../ports/case-projection.ts';
import { rankOf } from './operator-state.ts';

interface AffectedCases {
  /** How many are affected, and the place of the worst of them. */
  readonly open: number;
  readonly worst: number;
}

/** @param group of its cause; `forGroup`: the fact names that as well */
export function applyActionToCase(
  state: CaseState,
  fact: StoredActionEntry,
  group: GroupState | null,
  forGroup: boolean,
): CaseState {
  const touched = { ...state.own, touchedAt: fact.at };
  if (state.openedAt === null || state.consequence === null) return withOwn(state, keptAfter(touched, fact));
  const own = operatorStateAfter(touched, fact, { open: 1, worst: rankOf(state.consequence) });
  const { kind } = fact.deed;
  if (kind === 'mute' && !isMuteMeant(state, fact)) return withOwn(state, touched);
  // Its group says so, and says it of those that join: the mute of all ends for all.
  if (forGroup && (kind === 'mute' || kind === 'unmute')) return withOwn(state, { ...own, mute: null });
  if (kind !== 'unmute' || group === null || group.standing.mute === null) return withOwn(state, own);
  const mute = { ...group.standing.mute, ends: { kind: 'time' as const, at: fact.at } };
  return withOwn(state, { ...own, mute });
}

/** What failed behind what anybody could know of is not meant. */
export function seenThroughSeq({ afterSeq, seenSeq }: Pick<StoredActionEntry, 'afterSeq' | 'seenSeq'>): number {
  return Math.min(afterSeq, seenSeq ?? afterSeq);
}

/** Nobody mutes a failure that could not be known of yet, nor one that ends the mute. */
function isMuteMeant({ failedSeq, stay }: CaseState, fact: StoredActionEntry): boolean {
  const known = endsWithNext(fact) ? failedSeq : (stay?.fromSeq ?? null);
  return known !== null && known <= seenThroughSeq(fact);
}

function endsWithNext({ deed }: StoredActionEntry): boolean {
  return deed.kind === 'mute' && deed.ends.kind === 'next-failure';
}

/** Nothing is held of a group that is not open. */
export function applyActionToGroup(group: GroupState, fact: StoredActionEntry): GroupState {
  if (group.open === 0 || group.worst === null) return group;
  const touched = { ...group.standing, touchedAt: fact.at };
  if (endsWithNext(fact) && group.failedSeq > seenThroughSeq(fact)) return { ...group, standing: touched };
  return { ...group, standing: operatorStateAfter(touched, fact, { open: group.open, worst: group.worst }) };
}

/** Somebody did something about one of its cases. */
export function touchGroup(group: GroupState, { at }: StoredActionEntry): GroupState {
  return group.open === 0 ? group : { ...group, standing: { ...group.standing, touchedAt: at } };
}

function withOwn(state: CaseState, own: OperatorState): CaseState {
  return { ...state, own, ticket: own.ticket };
}

/** Of a case that needs nobody, the provider's number alone is worth keeping. */
function keptAfter(standing: OperatorState, { deed }: StoredActionEntry): OperatorState {
  return deed.kind === 'pack' ? { ...standing, ticket: deed.ticket ?? standing.ticket } : standing;
}

function operatorStateAfter(
  standing: OperatorState,
  { deed, author, at }: StoredActionEntry,
  { open, worst }: AffectedCases,
): OperatorState {
  switch (deed.kind) {
    case 'take':
      return { ...standing, owner: author, ownedAt: at };
    case 'release':
      return { ...standing, owner: null, ownedAt: at };
    case 'mute':
      return { ...standing, mute: { ends: deed.ends, at, open, worst } };
    case 'unmute':
      return { ...standing, mute: null };
    case 'retried':
      return { ...standing, retriedAt: at };
    case 'remind':
      return { ...standing, remindAt: deed.at };
    case 'reminded':
      return { ...standing, remindAt: null };
    case 'pack':
      return { ...standing, ticket: deed.ticket ?? standing.ticket };
    // What is said is a fact; that it is done, `closeCase` says.
    case 'note':
    case 'done':
      return standing;
    default:
      return assertNever(deed);
  }
}
