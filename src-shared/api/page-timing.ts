/** The age of the last snapshot shows whether the backend answers. `PAGE_CONNECTION_TIMEOUT_MS` is over twice this. */
export const SNAPSHOT_INTERVAL_MS = 4_000;
/** After this time without any message the page counts as not connected, whatever the socket reports. */
export const PAGE_CONNECTION_TIMEOUT_MS = 9_000;

export const MAX_UPDATE_ROWS = 200;
