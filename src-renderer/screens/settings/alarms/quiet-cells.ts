/** Converts quiet hours between spans and a week of half-hour cells, and formats them. Pure. */
import {
  DAY_MINUTES,
  QUIET_STEP_MINUTES,
  type QuietSpan,
  type WeekHours,
} from '../../../../src-shared/domain/cases/week-hours.ts';

export const QUIET_STEPS = DAY_MINUTES / QUIET_STEP_MINUTES;
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export interface QuietCell {
  /** 0 is Monday. */
  readonly day: number;
  readonly step: number;
}

export function isQuiet(week: WeekHours, { day, step }: QuietCell): boolean {
  const minute = step * QUIET_STEP_MINUTES;
  return week[day]?.some(({ from, to }) => from <= minute && minute < to) === true;
}

export function paintedWeek(week: WeekHours, one: QuietCell, other: QuietCell, quiet: boolean): WeekHours {
  const isIn = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b);
  return WEEKDAYS.map((_, day) => {
    if (!isIn(day, one.day, other.day)) return week[day] ?? [];
    const steps = Array.from({ length: QUIET_STEPS }, (_step, step) =>
      isIn(step, one.step, other.step) ? quiet : isQuiet(week, { day, step }),
    );
    return spansOf(steps);
  });
}

function spansOf(steps: readonly boolean[]): readonly QuietSpan[] {
  const spans: { from: number; to: number }[] = [];
  for (const [step, quiet] of steps.entries()) {
    if (!quiet) continue;
    const from = step * QUIET_STEP_MINUTES;
    const last = spans.at(-1);
    if (last?.to === from) last.to += QUIET_STEP_MINUTES;
    else spans.push({ from, to: from + QUIET_STEP_MINUTES });
  }
  return spans;
}

/** Returns the next cell in the direction of an arrow key; the same cell at an edge. */
export function adjacentCell(cell: QuietCell, key: string): QuietCell | null {
  const inWeek = (day: number) => Math.min(WEEKDAYS.length - 1, Math.max(0, day));
  const inDay = (step: number) => Math.min(QUIET_STEPS - 1, Math.max(0, step));
  const { day, step } = cell;
  switch (key) {
    case 'ArrowLeft':
      return { day, step: inDay(step - 1) };
    case 'ArrowRight':
      return { day, step: inDay(step + 1) };
    case 'ArrowUp':
      return { day: inWeek(day - 1), step };
    case 'ArrowDown':
      return { day: inWeek(day + 1), step };
    case 'Home':
      return { day, step: 0 };
    case 'End':
      return { day, step: QUIET_STEPS - 1 };
    default:
      return null;
  }
}

/** Formats `22:00`; the end of a day is `24:00`. */
function minuteOfDayText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

export function cellText({ day, step }: QuietCell): string {
  return `${WEEKDAYS[day]} ${spanText({ from: step * QUIET_STEP_MINUTES, to: (step + 1) * QUIET_STEP_MINUTES })}`;
}

/** Formats `Mon–Fri 00:00–06:00, 22:00–24:00 · Sat, Sun 00:00–08:00`; empty if no hour is quiet. */
export function weekText(week: WeekHours): string {
  const days = WEEKDAYS.map((_, day) => (week[day] ?? []).map(spanText).join(', '));
  const groups: { first: number; last: number; readonly spans: string }[] = [];
  for (const [day, spans] of days.entries()) {
    const before = groups.at(-1);
    if (before?.spans === spans) before.last = day;
    else groups.push({ first: day, last: day, spans });
  }
  return groups
    .filter(({ spans }) => spans !== '')
    .map(({ first, last, spans }) => `${daysText(first, last)} ${spans}`)
    .join(' · ');
}

function daysText(first: number, last: number): string {
  if (first === 0 && last === WEEKDAYS.length - 1) return 'Every day';
  if (first === last) return `${WEEKDAYS[first]}`;
  return `${WEEKDAYS[first]}${last - first === 1 ? ', ' : '–'}${WEEKDAYS[last]}`;
}

function spanText({ from, to }: QuietSpan): string {
  return `${minuteOfDayText(from)}–${minuteOfDayText(to)}`;
}
