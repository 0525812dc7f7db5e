/**
 * Derives hand-overs from actions. A group that is handed over again belongs to the newer hand-over only. An undo
 * counts if no other action on the group followed, as for its owner.
 */
import type { HandedOverState } from '../../../src-shared/api/shift.ts';
import type { Author, StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { type CauseKey, isCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';

type AnsweredState = Exclude<HandedOverState, { kind: 'ended' }>;

export interface HandOverAction {
  readonly id: string;
  readonly at: number;
  readonly author: Author;
  readonly note: string;
  readonly items: ReadonlyMap<CauseKey, AnsweredState>;
}

/** `before`: what an undo of the last action restores. */
interface Item {
  readonly handOver: string;
  readonly state: AnsweredState;
  readonly before: { readonly action: string; readonly item: Omit<Item, 'before'> | null } | null;
}

export class ShiftHandOvers {
  readonly #handOvers = new Map<string, StoredActionEntry>();
  readonly #items = new Map<CauseKey, Item>();

  add(action: StoredActionEntry): void {
    if (action.what.kind === 'hand-over') this.#handOvers.set(action.id, action);
    for (const key of action.subjects) {
      if (!isCauseKey(key)) continue;
      const item = itemAfter(this.#items.get(key) ?? null, action);
      if (item === null) this.#items.delete(key);
      else this.#items.set(key, item);
    }
  }

  list(): readonly HandOverAction[] {
    const items = Map.groupBy(this.#items, ([, { handOver }]) => handOver);
    return [...this.#handOvers.values()].toReversed().flatMap(({ id, at, author, text: note }) => {
      const own = items.get(id);
      return own === undefined
        ? []
        : [{ id, at, author, note, items: new Map(own.map(([key, item]) => [key, item.state])) }];
    });
  }
}

function itemAfter(item: Item | null, { id, what, author, at, text }: StoredActionEntry): Item | null {
  if (item === null && what.kind !== 'hand-over') return null;
  if (what.kind === 'undo' || what.kind === 'reopen') {
    if (what.kind === 'reopen' || item?.before?.action !== what.of) return item;
    return item.before.item === null ? null : { ...item.before.item, before: null };
  }
  const before = { action: id, item: item && { handOver: item.handOver, state: item.state } };
  if (item === null || what.kind === 'hand-over') return { handOver: id, state: { kind: 'waiting' }, before };
  const isAccepted = item.state.kind === 'accepted';
  // The first operator who accepts keeps the group.
  if ((what.kind === 'accept' || what.kind === 'decline') && (isAccepted || what.of !== item.handOver)) return item;
  if (what.kind === 'decline') return { ...item, state: { kind: 'declined', author, at, reason: text }, before };
  const isTaken = what.kind === 'accept' || (what.kind === 'take' && !isAccepted);
  return { ...item, state: isTaken ? { kind: 'accepted', author, at } : item.state, before };
}
