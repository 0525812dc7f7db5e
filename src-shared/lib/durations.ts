/** Lengths of time in milliseconds. A day of 24 hours; a calendar day with a change of the clock has another length. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
