/** Of the grid of rows: under which its keys, its focus and the widths of its columns are known. */
export const RESULTS_GRID = 'subscriptions';
