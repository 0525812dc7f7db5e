/** Name under which the list of requests stores its columns and registers its keys. */
export const REQUESTS_GRID = 'requests';
