/** How a list of ids is compared with what is stored; the page needs it without the schemas. */

/** Ids of one message, so that it fits the wire. */
export const MAX_COMPARED_IDS = 20_000;
