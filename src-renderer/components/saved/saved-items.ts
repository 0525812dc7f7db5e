/** What naming and importing saved things comes to: decided here, done by their store. Pure. */
import type { SavedItem } from '../../stores/saved-list.ts';

/** What they are called in sentences. */
export interface SavedListLabels {
  readonly singular: string;
  readonly plural: string;
  /** That a profile has room for. */
  readonly maxCount: number;
  /** Characters of a name. */
  readonly maxNameLength: number;
}

/** The one that is called so already: people tell them by their names, in whatever case. */
export function findByName<T extends SavedItem>(listed: readonly T[], name: string): T | null {
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
export function mergeImported<T extends SavedItem>(
  listed: readonly T[],
  imported: readonly T[],
  kept: (own: T, known: readonly T[], same: T | null) => T = (own) => own,
): readonly T[] {
  const known = [...listed];
  return imported.map((thing) => {
    const same = findByName(known, thing.name);
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
