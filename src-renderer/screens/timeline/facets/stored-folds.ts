/** Stores in this browser which groups are folded. Validates what it reads, because it may have been edited. */
import { COUNTED_FIELDS, type CountedField } from '../../../stores/tally-store.ts';

const STORAGE_KEY = 'watchfloor.facets';

export function readFolds(storage: Pick<Storage, 'getItem'>): ReadonlySet<CountedField> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? COUNTED_FIELDS.filter((field) => kept.includes(field)) : []);
  } catch {
    return new Set();
  }
}

export function saveFolds(storage: Pick<Storage, 'setItem'>, folded: ReadonlySet<CountedField>): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify([...folded]));
  } catch {
    // Storage is full or forbidden, so the choice lasts until the page closes.
  }
}
