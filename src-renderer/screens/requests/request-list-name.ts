/** Under which the list of requests keeps its columns, and is found by keys. */
export const REQUESTS_GRID = 'requests';
