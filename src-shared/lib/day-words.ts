/** Reads words for a day, in English: `today`, `yesterday`, or a weekday, also in its first three letters. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export const dayWords: readonly string[] = ['today', 'yesterday', ...WEEKDAYS];

/** Days before today; null for another word. A weekday is the newest one. `weekday` is today's, 0 for Sunday. */
export function daysBefore(text: string, weekday: number): number | null {
  const word = text.toLowerCase();
  if (word === 'today') return 0;
  if (word === 'yesterday') return 1;
  const named = WEEKDAYS.findIndex((day) => word === day || word === day.slice(0, 3));
  return named === -1 ? null : (weekday - named + 7) % 7;
}
