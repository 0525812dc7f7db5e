/**
 * A list that users create: saved views, saved searches or own links. Each change reads the file again and replaces it
 * atomically, so that two pages do not overwrite each other's changes. An unreadable file is never overwritten.
 */
import { ChangeSignal } from '../lib/change-signal.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreIdentity } from '../ports/event-store.ts';
import type { ProfileListFiles } from '../ports/profile-lists.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';

export interface ProfileList<Entry> {
  /** @throws AppError VIEWS_DAMAGED, SEARCHES_DAMAGED, LINKS_DAMAGED, STORE_UNREADABLE */
  subscribe(signal: AbortSignal | undefined): StateFeed<Entry[]>;
  /** Returns all entries. @throws as `subscribe` */
  read(): Promise<readonly Entry[]>;
  /** Adds entries, or replaces those with the same id. @throws as `subscribe`, TOO_MANY_…, STORE_UNWRITABLE */
  put(entries: readonly Entry[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Reorders the list. Entries missing from `ids` keep their relative order at the end. */
  reorder(ids: readonly string[]): Promise<void>;
}

export interface ListLimit {
  readonly max: number;
  readonly tooMany: () => Error;
}

interface ProfileListParts {
  readonly identity: StoreIdentity;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly ends: AbortSignal;
  /** Reads the list again this often, for a watch that does not write it. */
  readonly pollIntervalMs?: number;
}

export function profileList<Entry extends { readonly id: string }>(
  files: ProfileListFiles<Entry>,
  { identity, clock, ends, pollIntervalMs = Infinity }: ProfileListParts,
  limit: ListLimit,
): ProfileList<Entry> {
  const changes = new ChangeSignal();
  const inTurn = createSequencer();

  function change(next: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> {
    return inTurn(async () => {
      await files.write(identity, next(await files.read(identity)));
      changes.notify();
    });
  }

  return {
    subscribe(signal) {
      const read = async () => [...(await files.read(identity))];
      const feed = { clock, changes: () => [changes], read, maxIntervalMs: () => pollIntervalMs };
      return stateFeed(feed, eitherSignal(signal, ends));
    },
    read: () => files.read(identity),
    put: (entries) => change((before) => withEntries(before, entries, limit)),
    remove: (id) => change((before) => before.filter((entry) => entry.id !== id)),
    reorder: (ids) => change((before) => reordered(before, ids)),
  };
}

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
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const indexOf = ({ id }: Entry) => indexes.get(id) ?? ids.length;
  return before.toSorted((one, other) => indexOf(one) - indexOf(other));
}
