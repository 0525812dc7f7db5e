/** Which groups are folded, kept in this browser. What is kept is read with suspicion: anybody may have edited it. */
import { TALLIED, type TalliedField } from '../../../stores/tally-store.ts';

const KEY = 'watchfloor.facets';

export function keptFolds(storage: Pick<Storage, 'getItem'>): ReadonlySet<TalliedField> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? TALLIED.filter((field) => kept.includes(field)) : []);
  } catch {
    return new Set();
  }
}

export function keepFolds(storage: Pick<Storage, 'setItem'>, folded: ReadonlySet<TalliedField>): void {
  try {
    storage.setItem(KEY, JSON.stringify([...folded]));
  } catch {
    // Storage is full or forbidden: the choice lasts for this visit.
  }
}
