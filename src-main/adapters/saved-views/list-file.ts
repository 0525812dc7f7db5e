/**
 * A list that people made for a profile, as a file beside its store: text that people can read, and exchange as it is. It
 * is written whole or not at all; one that cannot be understood is left as it is, since it is people's own work.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { parseSearches, printSearches } from '../../../src-shared/domain/saved-search.ts';
import { parseViews, printViews } from '../../../src-shared/domain/saved-view.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { ProfileListFiles, SavedSearches, SavedViews } from '../../core/ports/profile-lists.ts';
import { readUserText } from '../files/user-file.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';

/** Where the store of a profile is. */
type DirectoryOf = (place: StoreIdentity) => string;

interface ListForm<Entry> {
  readonly fileName: string;
  readonly damaged: 'VIEWS_DAMAGED' | 'SEARCHES_DAMAGED';
  readonly print: (entries: readonly Entry[]) => string;
  /** `null`: not all of it is understood. */
  readonly parse: (text: string) => readonly Entry[] | null;
}

export function createViewFiles(directoryOf: DirectoryOf): SavedViews {
  return listFiles(directoryOf, {
    fileName: 'views.json',
    damaged: 'VIEWS_DAMAGED',
    print: printViews,
    parse(text) {
      const { views, problems } = parseViews(text);
      return problems.length > 0 ? null : views;
    },
  });
}

export function createSearchFiles(directoryOf: DirectoryOf): SavedSearches {
  return listFiles(directoryOf, {
    fileName: 'searches.json',
    damaged: 'SEARCHES_DAMAGED',
    print: printSearches,
    parse(text) {
      const { searches, problems } = parseSearches(text);
      return problems.length > 0 ? null : searches;
    },
  });
}

function listFiles<Entry>(
  directoryOf: DirectoryOf,
  { fileName, damaged, print, parse }: ListForm<Entry>,
): ProfileListFiles<Entry> {
  const pathOf = (place: StoreIdentity) => join(directoryOf(place), fileName);
  return {
    async read(place) {
      const path = pathOf(place);
      const text = await readUserText(path, { code: damaged, facts: { path } });
      if (text === null) return [];
      const entries = parse(text);
      // Of a list that is understood in part the rest would be lost with the next change.
      if (entries === null) throw appError(damaged, { path });
      return entries;
    },
    write: (place, entries) => writeFileAtomically(pathOf(place), print(entries)),
  };
}
