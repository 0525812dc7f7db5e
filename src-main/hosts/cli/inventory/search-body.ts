import { text as wholeText } from 'node:stream/consumers';
import { appError } from '../../../../src-shared/api/errors.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { epochHint, parseFilterTime } from '../../../../src-shared/domain/filter/filter-time.ts';
import {
  FIELD_PREFIX,
  parseSearchBody,
  type SearchParts,
  type UndocumentedPart,
  withFieldPrefix,
} from '../../../../src-shared/service/search-body.ts';
import { systemCodeWords } from '../../../../src-shared/words/system-code-words.ts';
import { readPlainText } from '../../../adapters/files/plain-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { TIME_HELP } from '../terminal/times.ts';

export interface SearchOptions {
  readonly filter: readonly string[];
  readonly sort?: string;
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly body?: string;
}

export interface SearchBody {
  readonly text: string;
  readonly parts: SearchParts;
  readonly undocumented: readonly UndocumentedPart[];
}

/** @param now UTC epoch ms @throws AppError BAD_ARGUMENT, BAD_SEARCH */
export async function buildSearchBody(
  { stdin }: Pick<Terminal, 'stdin'>,
  options: SearchOptions,
  now: number,
): Promise<SearchBody> {
  const text = options.body === undefined ? JSON.stringify(bodyOf(options, now)) : await readBody(stdin, options.body);
  const read = parseSearchBody(text);
  if (read.kind === 'body') return { text, parts: read.parts, undocumented: read.undocumented };
  const { problem, at, detail } = read;
  throw appError('BAD_SEARCH', detail === undefined ? { problem, at } : { problem, at, detail });
}

/** Does not check the values, because the service rejects what it does not accept. */
function bodyOf({ filter, sort, limit, fields }: SearchOptions, now: number): object {
  return {
    ...(filter.length > 0 && { filters: filter.map((text) => filterOf(text, now)) }),
    ...(sort !== undefined && { sortBy: sort.split(',').map(sortKeyOf) }),
    ...(limit !== undefined && { limit }),
    ...(fields !== undefined && { returnFields: fields.map(withFieldPrefix) }),
  };
}

const SPAN = /^([^:]+):(.*)\.\.(.*)$/s;

function filterOf(text: string, now: number): object {
  const [, field = '', from = '', to = ''] = SPAN.exec(text) ?? [];
  if (field.trim() === '' || (from === '' && to === ''))
    throw appError('BAD_ARGUMENT', {
      words: `--filter "${text}" is not a span. Expected field:min..max, such as lastModifiedAt:2d.. with times as: ${TIME_HELP}.`,
    });
  const name = withFieldPrefix(field.trim());
  const isTime = name === `${FIELD_PREFIX}lastModifiedAt`;
  const end = (value: string, left: number) => {
    if (value === '' && !isTime)
      throw appError('BAD_ARGUMENT', {
        words: `--filter "${text}" needs both ends; only a span of times may be open.`,
      });
    const time = value === '' ? { kind: 'at' as const, at: left } : parseFilterTime(value);
    // In another field a word such as `mon` is a value.
    if (time !== null && (isTime || time.kind !== 'day')) return instant(resolveTime(time, now), text);
    if (!isTime) return value;
    throw appError('BAD_ARGUMENT', {
      words: `--filter "${text}": "${value}" is not a time. ${epochHint(value) ?? `Expected: ${TIME_HELP}.`}`,
    });
  };
  return { fields: [name], type: 'between', values: { min: end(from, 0), max: end(to, now) } };
}

function instant(at: number, text: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime()))
    throw appError('BAD_ARGUMENT', { words: `--filter "${text}" is outside the range of times.` });
  return time.toISOString();
}

function sortKeyOf(text: string): object {
  const [field = '', direction = 'asc', ...rest] = text.trim().split(':');
  if (field === '' || direction === '' || rest.length > 0)
    throw appError('BAD_ARGUMENT', {
      words: `--sort "${text}" is not a field with a direction. Expected field:asc; separate several with commas.`,
    });
  return { direction, field: withFieldPrefix(field) };
}

/** A real search body has a few hundred bytes. */
const MAX_BODY_BYTES = 1_048_576;

async function readBody(stdin: Terminal['stdin'], path: string): Promise<string> {
  try {
    const text = path === '-' ? await wholeText(stdin) : await readPlainText(path, MAX_BODY_BYTES);
    return text.replace(/^\uFEFF/, '');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${systemCodeWords(String(error.code))})` : '';
    throw appError('BAD_ARGUMENT', { words: `--body "${path}" cannot be read${why}. Check the path.` });
  }
}
