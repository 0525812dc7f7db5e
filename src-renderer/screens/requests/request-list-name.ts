export const REQUESTS_GRID = 'requests';
