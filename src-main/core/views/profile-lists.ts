/** The two lists that a profile has, with the room that there is in each. */
import { appError } from '../../../src-shared/api/errors.ts';
import { MOST_SEARCHES } from '../../../src-shared/domain/saved-search.ts';
import { MOST_VIEWS } from '../../../src-shared/domain/saved-view.ts';
import type { ListLimit } from './profile-list.ts';

export const viewsLimit: ListLimit = {
  most: MOST_VIEWS,
  tooMany: () => appError('TOO_MANY_VIEWS', { limit: MOST_VIEWS }),
};
export const searchesLimit: ListLimit = {
  most: MOST_SEARCHES,
  tooMany: () => appError('TOO_MANY_SEARCHES', { limit: MOST_SEARCHES }),
};
