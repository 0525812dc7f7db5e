import { appError } from '../../../src-shared/api/errors.ts';
import { MAX_OWN_LINKS } from '../../../src-shared/domain/links/own-link.ts';
import { MAX_SAVED_SEARCHES } from '../../../src-shared/domain/saved-search.ts';
import { MAX_SAVED_VIEWS } from '../../../src-shared/domain/saved-view-limits.ts';
import type { ListLimit } from './profile-list.ts';

export const viewsLimit: ListLimit = {
  max: MAX_SAVED_VIEWS,
  tooMany: () => appError('TOO_MANY_VIEWS', { limit: MAX_SAVED_VIEWS }),
};
export const searchesLimit: ListLimit = {
  max: MAX_SAVED_SEARCHES,
  tooMany: () => appError('TOO_MANY_SEARCHES', { limit: MAX_SAVED_SEARCHES }),
};
export const linksLimit: ListLimit = {
  max: MAX_OWN_LINKS,
  tooMany: () => appError('TOO_MANY_LINKS', { limit: MAX_OWN_LINKS }),
};
