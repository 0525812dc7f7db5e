/** Name of the grid of rows for its keys, its focus and its column widths. */
export const RESULTS_GRID = 'subscriptions';
