import { type CountedField, countedFields } from '../../../../src-shared/domain/event/event-fields.ts';

const STORAGE_KEY = 'watchfloor.facets';

export function readFolds(storage: Pick<Storage, 'getItem'>): ReadonlySet<CountedField> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? countedFields.filter((field) => stored.includes(field)) : []);
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
