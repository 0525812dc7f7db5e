/** How often, and how much at once, a page hears from the backend: what both ends rely on. */

/**
 * A snapshot comes at least so often, changed or not: how old the last one is tells a page whether anybody is there.
 * Twice this, and a little, is how soon a page must not be believed any more (`PAGE_TRUSTS_MS`).
 */
export const SNAPSHOT_EVERY_MS = 4_000;
/** Nothing of any kind for so long: not connected, whatever the socket says. */
export const PAGE_TRUSTS_MS = 9_000;

/** Most rows in one piece of news; a page that needs more asks for them. */
export const NEWS_ROWS = 200;
