import { describe, expect, it } from 'vitest';
import { facetLines, shownLines, withFacet } from '../../src-renderer/screens/timeline/facets/facet-lines.ts';
import { saveFolds, readFolds } from '../../src-renderer/screens/timeline/facets/stored-folds.ts';
import { countWord, removalsOf, spanAlone } from '../../src-renderer/screens/timeline/nothing/removals.ts';
import { rowValues } from '../../src-renderer/screens/timeline/row-values.ts';
import { widenedToInclude } from '../../src-renderer/screens/timeline/use-go-to-time.ts';
import type { FacetTable } from '../../src-renderer/stores/timeline/tally-sums.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { filterOf } from '../doubles/filters.ts';
import { memoryStorage } from '../doubles/memory-storage.ts';

const counted = (counts: Record<string, number>): FacetTable =>
  new Map([['country', Object.entries(counts).map(([value, count]) => ({ value, count }))]]);
const values = (lines: readonly { value: string }[]) => lines.map(({ value }) => value);

describe('the values of a field', () => {
  it('[PAGE-90] are listed with their counts, and with filtered values that do not occur', () => {
    const lines = facetLines(
      'country',
      filterOf('country:SE,FI -country:NO'),
      counted({ DE: 40, SE: 20, NO: 10 }),
      [],
      null,
    );
    expect(lines).toEqual([
      { value: 'DE', count: 40, share: 1, state: 'open' },
      { value: 'SE', count: 20, share: 0.5, state: 'in' },
      { value: 'NO', count: 10, share: 0.25, state: 'out' },
      { value: 'FI', count: 0, share: 0, state: 'in' },
    ]);
  });
  it('have no count before they were counted', () => {
    expect(facetLines('country', filterOf('country:SE'), null, [], null)).toEqual([
      { value: 'SE', count: null, share: 0, state: 'in' },
    ]);
  });
  it('[PAGE-90] keep their order while the pointer is over them, and new values follow at the end', () => {
    const now = counted({ SE: 99, FI: 50, DE: 40 });
    expect(values(facetLines('country', filterOf(''), now, [], null))).toEqual(['SE', 'FI', 'DE']);
    expect(values(facetLines('country', filterOf(''), now, [], ['DE', 'SE', 'NO']))).toEqual(['DE', 'SE', 'FI']);
  });
  it('follow a given order if there is one, including values that do not occur', () => {
    const lines = facetLines('country', filterOf(''), counted({ SE: 9, FI: 1 }), ['NO', 'FI'], null);
    expect(values(lines)).toEqual(['NO', 'FI', 'SE']);
  });
  it('are limited to the first few and all filtered values', () => {
    const lines = facetLines('country', filterOf('-country:NO'), counted({ DE: 4, SE: 3, FI: 2, NO: 1 }), [], null);
    expect(values(shownLines(lines, 2))).toEqual(['DE', 'SE', 'NO']);
  });
});

describe('[PAGE-90] a value is filtered in or out, and a second press removes the filter', () => {
  it.each([
    ['', 'open', false, 'country:SE'],
    ['', 'open', true, '-country:SE'],
    ['country:SE', 'in', false, ''],
    ['country:SE,NO', 'in', false, 'country:SE'],
    ['country:NO', 'open', false, 'country:NO,SE'],
    ['-country:SE,NO', 'out', true, '-country:NO'],
    ['-country:SE', 'out', false, 'country:SE'],
    ['country:SE', 'in', true, '-country:SE'],
  ] as const)('changes “%s” for a value that is %s, negated %s, into “%s”', (text, state, negated, result) => {
    const line = { value: 'SE', count: 1, share: 1, state };
    expect(printFilter(withFacet(filterOf(text), 'country', line, negated))).toBe(result);
  });
});

it('folded groups are stored, and unusable stored text is ignored', () => {
  const storage = memoryStorage();
  saveFolds(storage, new Set(['country', 'kind']));
  expect(readFolds(storage)).toEqual(new Set(['country', 'kind']));
  for (const text of ['{', '{"country":true}', '["nothing",3,null]', 'null'])
    expect(readFolds({ getItem: () => text })).toEqual(new Set());
});

describe('[PAGE-109] a filter without matches', () => {
  const now = Date.UTC(2026, 10, 21, 15);
  const printed = (text: string) => removalsOf(filterOf(text), now).map(({ filter: left }) => printFilter(left));
  it('offers to remove each term and to widen the span, and counts the span alone', () => {
    const text = 'outcome:failed -country:NO seen:no since:-24h';
    expect(printed(text)).toEqual([
      '-country:NO seen:no since:-1d',
      'outcome:failed seen:no since:-1d',
      'outcome:failed -country:NO since:-1d',
      'outcome:failed -country:NO seen:no since:-7d',
    ]);
    expect(printFilter(spanAlone(filterOf(text)))).toBe('since:-1d');
  });
  it('counts at most eight alternatives', () => {
    const text = Array.from({ length: 12 }, (_, index) => `text:word${index}`).join(' ');
    expect(printed(text)).toHaveLength(8);
  });
  it('widens a span to the present, and a long span to everything stored', () => {
    expect(printed('since:2026-11-21T14:00Z until:2026-11-21T14:20Z')).toEqual(['since:-1d']);
    expect(printed('since:-30d')).toEqual(['']);
    expect(printed('country:SE')).toEqual(['']);
  });
  it('names small counts by a word', () => expect([2, 4, 9].map(countWord)).toEqual(['two', 'four', '9']));
});

describe('[PAGE-90] the most specific value of a row', () => {
  it.each([
    [
      { errorCode: '70', operation: 'ENABLED', kind: 'LOCALIZATION' },
      { field: 'code', value: '70' },
    ],
    [
      { operation: 'ENABLED', kind: 'LOCALIZATION' },
      { field: 'operation', value: 'ENABLED' },
    ],
    [{ kind: 'HEARTBEAT' }, { field: 'kind', value: 'HEARTBEAT' }],
  ])('for %o is %o', (fields, value) => expect(rowValues(summaryOf(1, fields))[0]).toEqual(value));
});

describe('[PAGE-59] going to a time', () => {
  const now = Date.UTC(2026, 10, 21, 15);
  it.each([
    ['since:-1h', '2026-11-21T14:30Z', 'since:-1h'],
    ['country:SE since:-1h', '2026-11-21T10:00Z', 'country:SE'],
    ['since:2026-11-20T00:00Z until:2026-11-21T00:00Z', '2026-11-21T10:00Z', 'since:2026-11-20T00:00:00Z'],
  ])('adapts %s to include %s', (text, moment, result) =>
    expect(printFilter(widenedToInclude(filterOf(text), Date.parse(moment), now))).toBe(result),
  );
});
