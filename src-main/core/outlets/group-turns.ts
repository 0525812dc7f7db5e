/** Derives the turns of a failure group from what was known of it at the last look. Pure. */
import * as z from 'zod';
import { consequenceKinds } from '../../../src-shared/domain/cases/case-keys.ts';
import { type GroupFacts, groupFactsSchema, type GroupTurnName } from '../../../src-shared/domain/outlets/turn.ts';
import { authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import { cappedCount, ownersOf, shownCountries } from '../cases/group-status.ts';
import type { GroupAggregate, GroupState } from '../ports/case-projection.ts';
import { type DueEscalation, escalationSchema, escalationStep } from './escalations.ts';

export const knownGroupSchema = z.object({
  isOpen: z.boolean(),
  /** Copied from `GroupState`. */
  restedAt: z.number().nullable(),
  /** Index in `consequenceKinds`; their number if it is not open. */
  worst: z.number().int(),
  owner: z.string().nullable(),
  escalations: z.array(escalationSchema).default([]),
  facts: groupFactsSchema,
});
export type KnownGroup = z.infer<typeof knownGroupSchema>;

export interface FoundGroup {
  readonly state: GroupState;
  /** Null if the group is not open, or is beyond those that the board shows. */
  readonly aggregate: GroupAggregate | null;
}

interface FoundTurn {
  readonly turn: GroupTurnName;
  readonly at: number;
  readonly facts: GroupFacts;
}

/** `due`: deadlines that are over for long. `now`: UTC epoch ms, for turns that have no time of their own. */
export function groupTurnsOf(
  known: KnownGroup | null,
  found: FoundGroup,
  isNew: boolean,
  due: readonly DueEscalation[],
  now: number,
): { readonly known: KnownGroup; readonly turns: readonly FoundTurn[] } {
  const { state } = found;
  const isOpen = state.open > 0;
  const facts = factsOf(found, known);
  const turns: FoundTurn[] = [];
  const hasRested = state.restedAt !== null && state.restedAt !== known?.restedAt;
  const hasEnded = known?.isOpen === true && (!isOpen || hasRested);
  const isTaken = isOpen && isWhollyOwned(found);
  const ends = { isTaken, isEnded: hasEnded };
  const { escalations, sent, over } = escalationStep(known?.escalations ?? [], due, state, ends);
  if (hasEnded) turns.push({ ...endOf(state, now), facts: { ...(isOpen ? known.facts : facts), deadline: over } });
  if (isOpen && (known?.isOpen !== true || hasEnded)) {
    const isBack = known !== null || state.restedAt !== null;
    turns.push({ turn: isBack ? 'back' : 'opened', at: facts.since, facts });
  } else if (!isOpen && known?.isOpen !== true && isNew) {
    // The group opened and ended between two looks.
    turns.push({ turn: known === null ? 'opened' : 'back', at: facts.since, facts }, { ...endOf(state, now), facts });
  } else if (isOpen && known !== null && worstOf(state) < known.worst) {
    turns.push({ turn: 'worse', at: state.lastAt, facts });
  }
  const owner = isOpen ? ownerOf(found) : null;
  const ownerBefore = known?.isOpen === true && !hasEnded ? known.owner : null;
  const isOverByOwner = isTaken && over !== null && !hasEnded;
  if ((owner !== null && owner !== ownerBefore) || isOverByOwner)
    turns.push({
      turn: 'taken',
      at: state.standing.ownedAt ?? now,
      facts: { ...facts, deadline: isOverByOwner ? over : null },
    });
  for (const deadline of sent) turns.push({ turn: 'overdue', at: deadline.at, facts: { ...facts, deadline } });
  return {
    known: {
      isOpen,
      restedAt: state.restedAt,
      worst: isOpen ? worstOf(state) : consequenceKinds.length,
      owner,
      escalations: [...escalations],
      facts,
    },
    turns,
  };
}

function endOf({ restedAt, before, open }: GroupState, now: number): Pick<FoundTurn, 'turn' | 'at'> {
  const isDone = open === 0 && before !== null && before.closed !== null;
  return { turn: isDone ? 'done' : 'ended', at: restedAt ?? now };
}

function worstOf({ worst }: GroupState): number {
  return worst ?? consequenceKinds.length - 1;
}

/** The group's own owner, or the owner of most cases if each case has one. */
function ownerOf({ state, aggregate }: FoundGroup): string | null {
  if (state.standing.owner !== null) return authorWords(state.standing.owner);
  const owners = aggregate === null ? [] : ownersOf(aggregate);
  const first = owners[0]?.owner ?? null;
  return first === null || owners.some(({ owner }) => owner === null) ? null : authorWords(first);
}

function isWhollyOwned({ state, aggregate }: FoundGroup): boolean {
  if (aggregate === null) return state.standing.owner !== null;
  return ownersOf(aggregate).every(({ owner }) => owner !== null);
}

function factsOf({ state, aggregate }: FoundGroup, known: KnownGroup | null): GroupFacts {
  const { cause, open, failures, lastAt } = state;
  const consequence = consequenceKinds[worstOf(state)] ?? 'unchanged';
  const since = state.openSince ?? (known?.isOpen === true ? known.facts.since : lastAt);
  if (aggregate === null) {
    const { failedResources = 0, resources = 0, countries = [], others = open } = known?.facts ?? {};
    const rest = { failedResources, resources, countries, others };
    const owners = state.standing.owner === null ? [] : [authorWords(state.standing.owner)];
    const worst = open > 0 ? consequence : (known?.facts.consequence ?? consequence);
    return { cause, consequence: worst, open, failures, ...rest, owners, since, lastAt, deadline: null };
  }
  const { countries, others } = shownCountries({ state, countries: aggregate.countries });
  return {
    cause,
    consequence,
    open,
    failures,
    failedResources: cappedCount(aggregate.failedResources),
    resources: cappedCount(aggregate.resources),
    countries,
    others,
    owners: ownersOf(aggregate).flatMap(({ owner }) => (owner === null ? [] : authorWords(owner))),
    since,
    lastAt,
    deadline: null,
  };
}
