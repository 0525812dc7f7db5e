import { expect, test } from 'vitest';
import { eventFilter, type FilterOptions } from '../../../src-main/hosts/cli/events/event-filter.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';

const nothing: FilterOptions = { kind: [], outcome: [], code: [] };

test('without options every event matches, and an empty text adds no term', () => {
  expect(eventFilter(nothing)).toEqual(EVERYTHING);
  expect(eventFilter({ ...nothing, query: ' ', text: '' })).toEqual(EVERYTHING);
});

test('the query and the options must all match, and an option given twice matches either value', () => {
  const filter = eventFilter({
    query: '-country:SE',
    since: '2026-11-20',
    until: '2h',
    kind: ['LOCALIZATION', 'CMP_EVENT'],
    outcome: ['failed'],
    code: ['70'],
    text: 'a "b',
  });
  expect(filter.terms).toEqual([
    { kind: 'value', field: 'country', values: ['SE'], negated: true },
    { kind: 'since', time: { kind: 'at', at: Date.UTC(2026, 10, 20) } },
    { kind: 'until', time: { kind: 'ago', ms: 7_200_000 } },
    { kind: 'value', field: 'kind', values: ['LOCALIZATION', 'CMP_EVENT'], negated: false },
    { kind: 'value', field: 'outcome', values: ['failed'], negated: false },
    { kind: 'value', field: 'code', values: ['70'], negated: false },
    { kind: 'text', values: ['a "b'], negated: false },
  ]);
});

test('a mistake in the query is reported with its position', () => {
  expect(() => eventFilter({ ...nothing, query: 'kind:A colour:red' })).toThrow(
    expect.objectContaining({
      data: {
        code: 'BAD_FILTER',
        facts: { text: 'kind:A colour:red', at: 7, length: 6, problem: 'unknown-field' },
      },
    }),
  );
});

test.each<Partial<FilterOptions>>([
  { kind: Array.from({ length: 65 }, (_, index) => String(index)) },
  { code: [''] },
  { text: 'x'.repeat(257) },
])('a filter with too many or too long values is refused: %#', (options) => {
  expect(() => eventFilter({ ...nothing, ...options })).toThrow(
    expect.objectContaining({ data: { code: 'BAD_ARGUMENT', facts: { words: expect.stringMatching(/at most 64/) } } }),
  );
});
