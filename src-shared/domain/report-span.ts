/** 31 days, one of which may have 25 hours. A longer report would have more lines than a person reads. */
export const MAX_REPORT_SPAN_MS = (31 * 24 + 1) * 3_600_000;
