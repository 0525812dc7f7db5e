/**
 * The saved searches of a profile as `searches.json` beside its store, as the saved views are: text that people can read,
 * written whole or not at all; one that cannot be understood is left as it is.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { parseSearches, printSearches, type SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { StorePlace } from '../../core/ports/event-store.ts';
import type { SavedSearches } from '../../core/ports/profile-lists.ts';
import { writeWholeFile } from '../files/whole-file.ts';
import { readOwnWork } from './own-work.ts';

/** @param directoryOf where the store of a profile is */
export function createSearchFiles(directoryOf: (place: StorePlace) => string): SavedSearches {
  const pathOf = (place: StorePlace) => join(directoryOf(place), 'searches.json');
  return {
    read: (place) => readSearches(pathOf(place)),
    write: (place, searches) => writeWholeFile(pathOf(place), printSearches(searches)),
  };
}

async function readSearches(path: string): Promise<readonly SavedSearch[]> {
  const text = await readOwnWork(path);
  if (text === null) return [];
  const { searches, problems } = parseSearches(text);
  // Of a list that is understood in part the rest would be lost with the next change.
  if (problems.length > 0) throw appError('SEARCHES_DAMAGED', { path });
  return searches;
}
