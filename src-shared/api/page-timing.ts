/** How often, and how much at once, a page hears from the backend: what both ends rely on. */

/**
 * A snapshot comes at least so often, changed or not: how old the last one is tells a page whether anybody is there.
 * Twice this, and a little, is how soon a page must not be believed any more (`PAGE_CONNECTION_TIMEOUT_MS`).
 */
export const SNAPSHOT_INTERVAL_MS = 4_000;
/** Nothing of any kind for so long: not connected, whatever the socket says. */
export const PAGE_CONNECTION_TIMEOUT_MS = 9_000;

/** Most rows in one piece of news; a page that needs more asks for them. */
export const MAX_UPDATE_ROWS = 200;
