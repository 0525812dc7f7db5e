/** Stores a user's lists for a profile. Users can exchange the files as they are. */
import { parseLinks, printLinks } from '../../../src-shared/domain/links/own-link.ts';
import { parseSearches, printSearches } from '../../../src-shared/domain/saved-search.ts';
import { parseViews, printViews } from '../../../src-shared/domain/saved-view.ts';
import type { OwnLinks, SavedSearches, SavedViews } from '../../core/ports/profile-lists.ts';
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

export function createLinkFiles(directoryOf: DirectoryOf): OwnLinks {
  return userFiles(directoryOf, {
    fileName: 'links.json',
    damaged: 'LINKS_DAMAGED',
    initial: [],
    print: printLinks,
    parse(text) {
      const { links, problems } = parseLinks(text);
      return { content: links, problems };
    },
  });
}
