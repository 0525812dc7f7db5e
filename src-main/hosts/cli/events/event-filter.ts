import { appError } from '../../../../src-shared/api/errors.ts';
import { type Filter, type FilterTerm, resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { filterSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { filterSchema } from '../../../../src-shared/domain/filter/filter-schema.ts';
import { parseFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { parseTime, refuseEmptySpan } from '../terminal/times.ts';

export interface FilterOptions {
  readonly query?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly kind?: readonly string[];
  readonly outcome?: readonly string[];
  readonly code?: readonly string[];
  readonly text?: string;
}

/** An event must match all options. @throws AppError BAD_FILTER, BAD_ARGUMENT */
export function eventFilter(options: FilterOptions): Filter {
  const { text = '' } = options;
  const parsed = filterSchema.safeParse({
    terms: [
      ...queryTerms(options.query ?? ''),
      ...timeTerms('since', options.since),
      ...timeTerms('until', options.until),
      ...valueTerms('kind', options.kind),
      ...valueTerms('outcome', options.outcome),
      ...valueTerms('code', options.code),
      ...(text === '' ? [] : [{ kind: 'text', values: [text], negated: false }]),
    ],
  });
  if (parsed.success) return refuseEmptyTimes(parsed.data);
  throw appError('BAD_ARGUMENT', {
    words: 'The filter is too large: at most 64 terms, each of at most 64 values of 1 to 256 characters.',
  });
}

function refuseEmptyTimes(filter: Filter): Filter {
  const now = Date.now();
  const { since, until } = filterSpan(filter, now);
  if (since !== null && until !== null) refuseEmptySpan(resolveTime(since, now), resolveTime(until, now));
  return filter;
}

function queryTerms(text: string): readonly FilterTerm[] {
  const parsed = parseFilter(text);
  if (parsed.kind === 'filter') return parsed.filter.terms;
  const { at, length, problem } = parsed;
  throw appError('BAD_FILTER', { text, at, length, problem });
}

function timeTerms(kind: 'since' | 'until', text: string | undefined): FilterTerm[] {
  return text === undefined ? [] : [{ kind, time: parseTime(text, `--${kind}`) }];
}

function valueTerms(field: 'kind' | 'outcome' | 'code', values: readonly string[] = []): FilterTerm[] {
  return values.length === 0 ? [] : [{ kind: 'value', field, values: [...values], negated: false }];
}
