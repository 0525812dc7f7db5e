/** Times as people type them on a command line: those of a filter. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { FilterTime } from '../../../src-shared/domain/filter.ts';
import { parseFilterTime } from '../../../src-shared/domain/filter-time.ts';

export const TIME_HELP = 'ISO 8601 (UTC where no zone is given) or an age such as 90s, 15m, 2h, 7d';

/** @throws AppError BAD_ARGUMENT, which names the option */
export function parseTime(text: string, option: string): FilterTime {
  const time = parseFilterTime(text);
  if (time === null)
    throw appError('BAD_ARGUMENT', { words: `${option} "${text}" is no time. Expected: ${TIME_HELP}.` });
  return time;
}
