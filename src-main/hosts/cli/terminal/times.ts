import { appError } from '../../../../src-shared/api/errors.ts';
import { type FilterTime, resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { epochHint, parseFilterTime } from '../../../../src-shared/domain/filter/filter-time.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

export const TIME_HELP =
  'ISO 8601 (UTC if no zone is given), an age such as 90s, 15m, 2h, 7d, 1w or "2 days ago", or now, today, yesterday, monday (UTC)';

/** @param at UTC epoch ms */
export function isoTime(at: number): string;
export function isoTime(at: number | null): string | null;
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function noTimeZoneWords(name: string): string {
  return `--zone "${name}" is not a time zone. Expected a name such as Europe/Oslo, or UTC.`;
}

/** @throws AppError BAD_ARGUMENT, which names the option */
export function parseTime(text: string, option: string): FilterTime {
  const time = parseFilterTime(text);
  if (time !== null && !isEpochOfSeconds(time)) return time;
  const help = epochHint(text) ?? `Expected: ${TIME_HELP}.`;
  throw appError('BAD_ARGUMENT', { words: `${option} "${text}" is not a time. ${help}` });
}

/** Reads `04:10` or `04:10:30` in UTC: of today, or of yesterday if it is later than now. Null for other texts. */
export function pastClockTime(text: string, now: number): number | null {
  if (!/^\d{1,2}:\d{2}(?::\d{2})?$/.test(text)) return null;
  const today = new Date(now).toISOString().slice(0, 10);
  const time = parseFilterTime(`${today}T${text.replace(/^\d:/, '0$&')}Z`);
  if (time?.kind !== 'at') return null;
  return time.at <= now ? time.at : time.at - DAY_MS;
}

/** True for `@1732600000`, which other tools read as seconds. As milliseconds it would be in January 1970. */
function isEpochOfSeconds(time: FilterTime): boolean {
  return time.kind === 'at' && time.at >= 100_000_000 && time.at < 10_000_000_000;
}

/** Both ends are inclusive and unlimited if missing. UTC epoch ms. @throws AppError BAD_ARGUMENT */
export function spanBetween(
  { since, until }: { readonly since?: string; readonly until?: string },
  now: number,
): { readonly from: number; readonly to: number } {
  const moment = (text: string | undefined, option: string, otherwise: number) =>
    text === undefined ? otherwise : resolveTime(parseTime(text, option), now);
  const from = moment(since, '--since', -Infinity);
  const to = moment(until, '--until', Infinity);
  refuseEmptySpan(from, to);
  return { from, to };
}

/** Refuses an empty span, because the two times were probably swapped. @throws AppError BAD_ARGUMENT */
export function refuseEmptySpan(from: number, to: number): void {
  if (from <= to) return;
  const [later, earlier] = [new Date(from).toISOString(), new Date(to).toISOString()];
  throw appError('BAD_ARGUMENT', {
    words: `The span begins at ${later} but ends at ${earlier}, which is earlier. Change --since, --until or the times in --query.`,
  });
}
