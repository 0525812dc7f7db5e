import type { SavedItem } from '../../stores/loading/saved-list.ts';

export interface SavedListLabels {
  readonly singular: string;
  readonly plural: string;
  readonly maxCount: number;
  readonly maxNameLength: number;
}

/** Finds the item with this name, ignoring case, because users tell items apart by name. */
export function findByName<T extends SavedItem>(listed: readonly T[], name: string): T | null {
  const key = nameKey(name);
  return listed.find((item) => nameKey(item.name) === key) ?? null;
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * An imported item replaces one with the same name and gets its id. `merge` adapts it, given the items known by then.
 */
export function mergeImported<T extends SavedItem>(
  listed: readonly T[],
  imported: readonly T[],
  merge: (own: T, existing: readonly T[], same: T | null) => T = (own) => own,
): readonly T[] {
  const existing = [...listed];
  return imported.map((item) => {
    const same = findByName(existing, item.name);
    const isUpdated = same === null && existing.some(({ id }) => id === item.id);
    const own = merge({ ...item, id: same?.id ?? (isUpdated ? newId() : item.id) }, existing, same);
    if (same === null) existing.push(own);
    else existing[existing.indexOf(same)] = own;
    return own;
  });
}

/** Replaces `crypto.randomUUID`, which is missing in pages loaded from another machine over HTTP. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
