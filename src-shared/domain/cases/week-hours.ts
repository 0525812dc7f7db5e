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

/** Adds an hour, 0 to 23, to the hours of a day. */
export function withHour(day: WeekHours[number], hour: number): WeekHours[number] {
  const added = { from: hour * 60, to: (hour + 1) * 60 };
  const others = day.flatMap(({ from, to }) => [
    { from, to: Math.min(to, added.from) },
    { from: Math.max(from, added.to), to },
  ]);
  return [...others.filter(({ from, to }) => from < to), added].toSorted((one, other) => one.from - other.from);
}
