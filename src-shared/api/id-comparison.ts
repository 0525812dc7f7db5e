/** Separate, so that the page can import them without the schemas. */

/** Max ids of one message, so that it fits the wire. */
export const MAX_COMPARED_IDS = 20_000;
