/** Rules for naming and importing saved items. Pure; their store applies the result. */
import type { SavedItem } from '../../stores/saved-list.ts';

/** Names of the kind of item in sentences, and its limits. */
export interface SavedListLabels {
  readonly singular: string;
  readonly plural: string;
  /** Max number of items per profile. */
  readonly maxCount: number;
  /** Max characters of a name. */
  readonly maxNameLength: number;
}

/** Finds the item with this name, ignoring case, because users tell items apart by name. */
export function findByName<T extends SavedItem>(listed: readonly T[], name: string): T | null {
  const wanted = nameKey(name);
  return listed.find((thing) => nameKey(thing.name) === wanted) ?? null;
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Merges imported items with existing ones. An imported item replaces one with the same name and gets its id.
 * @param kept adapts an imported item, given the items known by then
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

/** Replaces `crypto.randomUUID`, which is missing in pages loaded from another machine over HTTP. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
