/** What naming and importing saved things comes to: decided here, done by their store. Pure. */
import type { SavedThing } from '../../stores/saved-list.ts';

/** What they are called in sentences. */
export interface Things {
  readonly one: string;
  readonly many: string;
  /** That a profile has room for. */
  readonly most: number;
  /** Characters of a name. */
  readonly longest: number;
}

/** The one that is called so already: people tell them by their names, in whatever case. */
export function named<T extends SavedThing>(listed: readonly T[], name: string): T | null {
  const wanted = nameKey(name);
  return listed.find((thing) => nameKey(thing.name) === wanted) ?? null;
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Imported ones beside those that are there: one of the same name takes its place, with its id.
 * @param kept what becomes of one among those that are known by then
 */
export function takenOver<T extends SavedThing>(
  listed: readonly T[],
  imported: readonly T[],
  kept: (own: T, known: readonly T[], same: T | null) => T = (own) => own,
): readonly T[] {
  const known = [...listed];
  return imported.map((thing) => {
    const same = named(known, thing.name);
    const isTaken = same === null && known.some(({ id }) => id === thing.id);
    const own = kept({ ...thing, id: same?.id ?? (isTaken ? newId() : thing.id) }, known, same);
    if (same === null) known.push(own);
    else known[known.indexOf(same)] = own;
    return own;
  });
}

/** `crypto.randomUUID` is not there for a page of another machine. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
