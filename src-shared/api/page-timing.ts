/** Intervals and sizes of messages from the backend to the page; both ends rely on them. */

/**
 * Max time between two snapshots, changed or not: the age of the last one shows the page whether the backend still
 * answers. `PAGE_CONNECTION_TIMEOUT_MS` is a little more than twice this.
 */
export const SNAPSHOT_INTERVAL_MS = 4_000;
/** After this time without any message the page counts as not connected, whatever the socket reports. */
export const PAGE_CONNECTION_TIMEOUT_MS = 9_000;

export const MAX_UPDATE_ROWS = 200;
