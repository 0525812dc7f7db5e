/** Stores a user's lists for a profile. Users can exchange the files as they are. */
import { parseSearches, printSearches } from '../../../src-shared/domain/saved-search.ts';
import { parseViews, printViews } from '../../../src-shared/domain/saved-view.ts';
import type { SavedSearches, SavedViews } from '../../core/ports/profile-lists.ts';
import { type DirectoryOf, userFiles } from '../files/user-file.ts';

export function createViewFiles(directoryOf: DirectoryOf): SavedViews {
  return userFiles(directoryOf, {
    fileName: 'views.json',
    damaged: 'VIEWS_DAMAGED',
    initial: [],
    print: printViews,
    parse(text) {
      const { views, problems } = parseViews(text);
      return { content: views, problems };
    },
  });
}

export function createSearchFiles(directoryOf: DirectoryOf): SavedSearches {
  return userFiles(directoryOf, {
    fileName: 'searches.json',
    damaged: 'SEARCHES_DAMAGED',
    initial: [],
    print: printSearches,
    parse(text) {
      const { searches, problems } = parseSearches(text);
      return { content: searches, problems };
    },
  });
}
