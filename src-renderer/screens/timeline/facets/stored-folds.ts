import { type CountedField, countedFields } from '../../../../src-shared/domain/event/event-fields.ts';
import { readStored, writeStored } from '../../../browser-storage.ts';

const STORAGE_KEY = 'watchfloor.facets';

export function readFolds(storage: Pick<Storage, 'getItem'>): ReadonlySet<CountedField> {
  const stored = readStored(() => storage, STORAGE_KEY);
  return new Set(Array.isArray(stored) ? countedFields.filter((field) => stored.includes(field)) : []);
}

export function saveFolds(storage: Pick<Storage, 'setItem'>, folded: ReadonlySet<CountedField>): void {
  writeStored(() => storage, STORAGE_KEY, [...folded]);
}
