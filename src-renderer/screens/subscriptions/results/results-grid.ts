export const RESULTS_GRID = 'subscriptions';
