/** Derives the turns of a failure group from what was known of it at the last look. Pure. */
import * as z from 'zod';
import { consequenceKinds } from '../../../src-shared/domain/cases/case-keys.ts';
import { type GroupFacts, groupFactsSchema, type GroupTurnName } from '../../../src-shared/domain/outlets/turn.ts';
import { authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import { cappedCount, ownersOf, shownCountries } from '../cases/group-status.ts';
import type { GroupAggregate, GroupState } from '../ports/case-projection.ts';

/** State of a group at the last look. */
export const knownGroupSchema = z.object({
  isOpen: z.boolean(),
  /** Copied from `GroupState`. */
  restedAt: z.number().nullable(),
  /** Index in `consequenceKinds`; their number if it is not open. */
  worst: z.number().int(),
  owner: z.string().nullable(),
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

/**
 * @param isNew true if a failure of the group arrived since the last look
 * @param now UTC epoch ms, for turns that have no time of their own
 */
export function groupTurnsOf(
  known: KnownGroup | null,
  found: FoundGroup,
  isNew: boolean,
  now: number,
): { readonly known: KnownGroup; readonly turns: readonly FoundTurn[] } {
  const { state } = found;
  const isOpen = state.open > 0;
  const facts = factsOf(found, known);
  const turns: FoundTurn[] = [];
  const hasRested = state.restedAt !== null && state.restedAt !== known?.restedAt;
  const hasEnded = known?.isOpen === true && (!isOpen || hasRested);
  if (hasEnded) turns.push({ ...endOf(state, now), facts: isOpen ? known.facts : facts });
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
  if (owner !== null && owner !== ownerBefore) turns.push({ turn: 'taken', at: state.standing.ownedAt ?? now, facts });
  return {
    known: {
      isOpen,
      restedAt: state.restedAt,
      worst: isOpen ? worstOf(state) : consequenceKinds.length,
      owner,
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

function factsOf({ state, aggregate }: FoundGroup, known: KnownGroup | null): GroupFacts {
  const { cause, open, failures, lastAt } = state;
  const consequence = consequenceKinds[worstOf(state)] ?? 'unchanged';
  const since = state.openSince ?? (known?.isOpen === true ? known.facts.since : lastAt);
  if (aggregate === null) {
    const { failedResources = 0, resources = 0, countries = [], others = open } = known?.facts ?? {};
    const rest = { failedResources, resources, countries, others };
    const owners = state.standing.owner === null ? [] : [authorWords(state.standing.owner)];
    const worst = open > 0 ? consequence : (known?.facts.consequence ?? consequence);
    return { cause, consequence: worst, open, failures, ...rest, owners, since, lastAt };
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
  };
}
