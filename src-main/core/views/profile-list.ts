/**
 * A list that people made for one profile, while it is under watch: saved views, saved searches. It is read anew before
 * each change and written whole, so that two pages never take each other's work away. What cannot be read is never
 * written over.
 */
import { ChangeSignal } from '../lib/change-signal.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { StoreIdentity } from '../ports/event-store.ts';
import type { ProfileListFiles } from '../ports/profile-lists.ts';

export interface ProfileList<Entry> {
  /** All of them at once, then after each change. @throws AppError VIEWS_DAMAGED, SEARCHES_DAMAGED, STORE_UNREADABLE */
  subscribe(signal: AbortSignal | undefined): AsyncGenerator<ListSnapshot<Entry>, void, undefined>;
  /** Adds each, or puts it in the place of the one with its id. @throws as `follow`, TOO_MANY_…, STORE_UNWRITABLE */
  put(entries: readonly Entry[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** What is not named stays behind the others, in its order. */
  reorder(ids: readonly string[]): Promise<void>;
}

interface ListSnapshot<Entry> {
  readonly revision: number;
  readonly entries: readonly Entry[];
}

export interface ListLimit {
  readonly max: number;
  /** Thrown where there would be more. */
  readonly tooMany: () => Error;
}

/** @param ends when the watch is closed */
export function profileList<Entry extends { readonly id: string }>(
  files: ProfileListFiles<Entry>,
  place: StoreIdentity,
  ends: AbortSignal,
  limit: ListLimit,
): ProfileList<Entry> {
  const changes = new ChangeSignal();
  const inTurn = createSequencer();

  function change(next: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> {
    return inTurn(async () => {
      await files.write(place, next(await files.read(place)));
      changes.notify();
    });
  }

  return {
    async *subscribe(signal) {
      const until = signal === undefined ? ends : AbortSignal.any([signal, ends]);
      while (!until.aborted) {
        const { revision } = changes;
        yield { revision, entries: await files.read(place) };
        await changes.changedSince(revision, until).catch(() => undefined);
      }
    },
    put: (entries) => change((before) => withEntries(before, entries, limit)),
    remove: (id) => change((before) => before.filter((entry) => entry.id !== id)),
    reorder: (ids) => change((before) => reordered(before, ids)),
  };
}

/** @throws what the limit says */
export function withEntries<Entry extends { readonly id: string }>(
  before: readonly Entry[],
  entries: readonly Entry[],
  { max, tooMany }: ListLimit,
): readonly Entry[] {
  const byId = new Map([...before, ...entries].map((entry) => [entry.id, entry]));
  if (byId.size > max) throw tooMany();
  return [...byId.values()];
}

export function reordered<Entry extends { readonly id: string }>(
  before: readonly Entry[],
  ids: readonly string[],
): readonly Entry[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Entry) => places.get(id) ?? ids.length;
  return before.toSorted((one, other) => placeOf(one) - placeOf(other));
}
