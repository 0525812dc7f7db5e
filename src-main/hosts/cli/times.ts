/** Times as people type them on a command line. */
import { AppError } from '../../../src-shared/api/errors.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const AGO = /^(\d+(?:\.\d+)?)([smhd])$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export const TIME_HELP = 'ISO 8601 (UTC where no zone is given) or an age such as 90s, 15m, 2h, 7d';

/** UTC epoch ms. @throws AppError BAD_ARGUMENT */
export function parseTime(text: string, option: string, now: number): number {
  const ago = AGO.exec(text);
  const unitMs = UNIT_MS[ago?.[2] ?? ''];
  if (ago !== null && unitMs !== undefined) return now - Number(ago[1]) * unitMs;
  const iso = ISO.exec(text);
  if (iso !== null) {
    const zoned = text.length === 10 || iso[1] !== undefined ? text : `${text}Z`;
    const time = Date.parse(zoned.replace(' ', 'T'));
    // Date.parse turns 30 February into 1 or 2 March; what comes back must be the day that was asked for.
    if (!Number.isNaN(time) && isRealDay(text)) return time;
  }
  throw new AppError('BAD_ARGUMENT', `${option} "${text}" is no time. Expected: ${TIME_HELP}.`);
}

function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
