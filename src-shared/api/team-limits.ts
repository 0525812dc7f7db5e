/** Limit of the reasons that members of a team read, in characters. */
export const MAX_REASON_LENGTH = 200;
