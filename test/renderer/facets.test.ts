import { describe, expect, it } from 'vitest';
import { facetLines, shownLines, withFacet } from '../../src-renderer/screens/timeline/facets/facet-lines.ts';
import { saveFolds, readFolds } from '../../src-renderer/screens/timeline/facets/stored-folds.ts';
import { countWord, removalsOf, spanAlone } from '../../src-renderer/screens/timeline/nothing/removals.ts';
import { rowValues } from '../../src-renderer/screens/timeline/row-values.ts';
import { widenedToInclude } from '../../src-renderer/screens/timeline/use-go-to-time.ts';
import type { FacetTable } from '../../src-renderer/stores/tally-sums.ts';
import { parseFilter, printFilter } from '../../src-shared/domain/filter-text.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { summaryOf } from '../doubles/example-events.ts';

const filter = (text: string): Filter => {
  const parsed = parseFilter(text);
  if (parsed.kind !== 'filter') throw new Error(`${text} is no filter.`);
  return parsed.filter;
};
const counted = (counts: Record<string, number>): FacetTable =>
  new Map([['country', Object.entries(counts).map(([value, count]) => ({ value, count }))]]);
const values = (lines: readonly { value: string }[]) => lines.map(({ value }) => value);

describe('the values of a field', () => {
  it('[PAGE-85] are listed with what each would bring, and with what is asked for or left out though it does not occur', () => {
    const lines = facetLines(
      'country',
      filter('country:SE,FI -country:NO'),
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
  it('have no count before there is one', () => {
    expect(facetLines('country', filter('country:SE'), null, [], null)).toEqual([
      { value: 'SE', count: null, share: 0, state: 'in' },
    ]);
  });
  it('[PAGE-85] keep their order while somebody points at them, and new ones come behind', () => {
    const now = counted({ SE: 99, FI: 50, DE: 40 });
    expect(values(facetLines('country', filter(''), now, [], null))).toEqual(['SE', 'FI', 'DE']);
    expect(values(facetLines('country', filter(''), now, [], ['DE', 'SE', 'NO']))).toEqual(['DE', 'SE', 'FI']);
  });
  it('are listed in a given order where there is one, those that do not occur as well', () => {
    const lines = facetLines('country', filter(''), counted({ SE: 9, FI: 1 }), ['NO', 'FI'], null);
    expect(values(lines)).toEqual(['NO', 'FI', 'SE']);
  });
  it('are the first few, and all that is asked for or left out', () => {
    const lines = facetLines('country', filter('-country:NO'), counted({ DE: 4, SE: 3, FI: 2, NO: 1 }), [], null);
    expect(values(shownLines(lines, 2))).toEqual(['DE', 'SE', 'NO']);
  });
});

describe('[PAGE-85] a value is filtered in and out, and once more takes it back', () => {
  it.each([
    ['', 'open', false, 'country:SE'],
    ['', 'open', true, '-country:SE'],
    ['country:SE', 'in', false, ''],
    ['country:SE,NO', 'in', false, 'country:SE'],
    ['country:NO', 'open', false, 'country:NO,SE'],
    ['-country:SE,NO', 'out', true, '-country:NO'],
    ['-country:SE', 'out', false, 'country:SE'],
    ['country:SE', 'in', true, '-country:SE'],
  ] as const)('%s: a value that is %s, out %s, makes %s', (text, state, negated, result) => {
    const line = { value: 'SE', count: 1, share: 1, state };
    expect(printFilter(withFacet(filter(text), 'country', line, negated))).toBe(result);
  });
});

it('keeps which groups are folded, and reads what was kept with suspicion', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  saveFolds(storage, new Set(['country', 'kind']));
  expect(readFolds(storage)).toEqual(new Set(['country', 'kind']));
  for (const text of ['{', '{"country":true}', '["nothing",3,null]', 'null'])
    expect(readFolds({ getItem: () => text })).toEqual(new Set());
});

describe('[PAGE-109] where nothing matches', () => {
  const now = Date.UTC(2026, 10, 21, 15);
  const printed = (text: string) => removalsOf(filter(text), now).map(({ filter: left }) => printFilter(left));
  it('each filter is taken out once, the span widened once, and what is stored of the span counted', () => {
    const text = 'outcome:failed -country:NO seen:no since:-24h';
    expect(printed(text)).toEqual([
      '-country:NO seen:no since:-1d',
      'outcome:failed seen:no since:-1d',
      'outcome:failed -country:NO since:-1d',
      'outcome:failed -country:NO seen:no since:-7d',
    ]);
    expect(printFilter(spanAlone(filter(text)))).toBe('since:-1d');
  });
  it('no more than eight are counted', () => {
    const text = Array.from({ length: 12 }, (_, index) => `text:word${index}`).join(' ');
    expect(printed(text)).toHaveLength(8);
  });
  it('the span goes on to the present, and to all that is stored where it is long', () => {
    expect(printed('since:2026-11-21T14:00Z until:2026-11-21T14:20Z')).toEqual(['since:-1d']);
    expect(printed('since:-30d')).toEqual(['']);
    expect(printed('country:SE')).toEqual(['']);
  });
  it('few are named by a word', () => expect([2, 4, 9].map(countWord)).toEqual(['two', 'four', '9']));
});

describe('[PAGE-85] the most telling value of a row', () => {
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
  ])('of %o is %o', (fields, value) => expect(rowValues(summaryOf(1, fields))[0]).toEqual(value));
});

describe('[READ-23] going to a time', () => {
  const now = Date.UTC(2026, 10, 21, 15);
  it.each([
    ['since:-1h', '2026-11-21T14:30Z', 'since:-1h'],
    ['country:SE since:-1h', '2026-11-21T10:00Z', 'country:SE'],
    ['since:2026-11-20T00:00Z until:2026-11-21T00:00Z', '2026-11-21T10:00Z', 'since:2026-11-20T00:00:00Z'],
  ])('widens %s for %s', (text, moment, result) =>
    expect(printFilter(widenedToInclude(filter(text), Date.parse(moment), now))).toBe(result),
  );
});
