/** The latest time that a `Date` can hold, UTC epoch ms. The earliest is its negative. */
export const LAST_MOMENT = 8.64e15;
