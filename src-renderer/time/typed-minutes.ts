/** Reads a length of time as people write it: `15`, `15 min`, `1 h 30`, `1:30`, `1.5 h`, `2 d 4 h`, or `none`. Pure. */

const UNIT_MINUTES: Readonly<Record<string, number>> = { d: 1_440, h: 60, m: 1 };
const NONE = new Set(['', '-', '–', '—', 'none', 'never', 'off', 'no']);
/** A number and a unit; the last number may have none. */
const PART = /^(\d+(?:[.,]\d+)?)\s*(d|days?|h|hrs?|hours?|m|mins?|minutes?)?(?:\s+|(?=\d)|$)/;

/** Whole minutes, also for a number without a unit. Null for no time, undefined for another text. */
export function typedMinutes(text: string): number | null | undefined {
  const typed = text.trim().toLowerCase();
  if (NONE.has(typed)) return null;
  const clock = /^(\d{1,4}):([0-5]\d)(?:\s*h)?$/.exec(typed);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2]);
  return sumOfParts(typed);
}

function sumOfParts(typed: string): number | undefined {
  let rest = typed;
  let minutes = 0;
  let smallest = Number.POSITIVE_INFINITY;
  while (rest !== '') {
    const [part, number = '', unit = 'm'] = PART.exec(rest) ?? [];
    const unitMinutes = UNIT_MINUTES[unit[0] ?? ''];
    // Each part has a smaller unit than the one before, so that "30 5" and "1 h 2 h" are mistakes.
    if (part === undefined || unitMinutes === undefined || unitMinutes >= smallest) return undefined;
    minutes += Number(number.replace(',', '.')) * unitMinutes;
    smallest = unitMinutes;
    rest = rest.slice(part.length);
  }
  const whole = Math.round(minutes);
  return Math.abs(minutes - whole) < 1e-6 ? whole : undefined;
}
