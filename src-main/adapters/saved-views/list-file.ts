/**
 * Stores a user's list for a profile as readable text next to its event store; users can exchange the file as it is.
 * Writes are atomic. A file that cannot be parsed is left unchanged, since it is the user's work.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { parseSearches, printSearches } from '../../../src-shared/domain/saved-search.ts';
import { parseViews, printViews } from '../../../src-shared/domain/saved-view.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { ProfileListFiles, SavedSearches, SavedViews } from '../../core/ports/profile-lists.ts';
import { readUserText } from '../files/user-file.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';

type DirectoryOf = (identity: StoreIdentity) => string;

interface ListForm<Entry> {
  readonly fileName: string;
  readonly damaged: 'VIEWS_DAMAGED' | 'SEARCHES_DAMAGED';
  readonly print: (entries: readonly Entry[]) => string;
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
  const pathOf = (identity: StoreIdentity) => join(directoryOf(identity), fileName);
  return {
    async read(identity) {
      const path = pathOf(identity);
      const text = await readUserText(path, { code: damaged, facts: { path } });
      if (text === null) return [];
      const entries = parse(text);
      // If a list were accepted in part, the next change would delete the rest.
      if (entries === null) throw appError(damaged, { path });
      return entries;
    },
    write: (identity, entries) => writeFileAtomically(pathOf(identity), print(entries)),
  };
}
