export const QUIET_STEP_MINUTES = 30;
export const DAY_MINUTES = 1_440;

/** Seven days, Monday first, in the time zone of the backend. */
export type WeekHours = readonly (readonly QuietSpan[])[];

/** Hours on one weekday, in minutes since its local midnight; `from` < `to`, both multiples of `QUIET_STEP_MINUTES`. */
export interface QuietSpan {
  readonly from: number;
  readonly to: number;
}

const WHOLE_DAY: readonly QuietSpan[] = [{ from: 0, to: DAY_MINUTES }];
export const ALL_WEEK: WeekHours = Array.from({ length: 7 }, () => WHOLE_DAY);
