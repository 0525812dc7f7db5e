import { describe, expect, test } from 'vitest';
import {
  onlyValue,
  filterSpan,
  withoutField,
  withoutSpan,
  withoutTerm,
  withSpan,
  withValue,
} from '../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter, ValueField } from '../../../src-shared/domain/filter/filter.ts';
import { filterSchema } from '../../../src-shared/domain/filter/filter-schema.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { filterOf } from '../../doubles/filters.ts';

describe('including a value in a filter', () => {
  test.each<readonly [before: string, field: ValueField, value: string, after: string]>([
    ['', 'eid', '8904', 'eid:=8904'],
    ['since:-2h storm', 'country', 'SE', 'since:-2h storm country:SE'],
    ['country:NO', 'country', 'SE', 'country:NO,SE'],
    ['country:NO,SE', 'country', 'SE', 'country:SE'],
    ['country:SE', 'country', 'SE', 'country:SE'],
    ['-country:SE', 'country', 'SE', 'country:SE'],
    ['-country:SE,NO code:70', 'country', 'SE', '-country:NO code:70 country:SE'],
    ['SE', 'country', 'SE', 'SE country:SE'],
    ['', 'kind', 'a "b"', String.raw`kind:"a \"b\""`],
    ['eid:8904…,5555', 'eid', '8904777', 'eid:5555,=8904777'],
    ['eid:=8904111', 'eid', '8904777', 'eid:=8904111,=8904777'],
    ['eid:=8904111,=8904777', 'eid', '8904777', 'eid:=8904777'],
    ['-eid:8904…,5555', 'eid', '8904777', '-eid:5555 eid:=8904777'],
    ['id:2400', 'imsi', '24007', 'id:2400 imsi:=24007'],
    ['', 'request', '7', 'request:=7'],
  ])('[PAGE-90] changes %j with %s %s to %j', (before, field, value, after) => {
    expect(printFilter(withValue(filterOf(before), field, value, false))).toBe(after);
  });
});

describe('excluding a value from a filter', () => {
  test.each<readonly [before: string, field: ValueField, value: string, after: string]>([
    ['', 'code', '70', '-code:70'],
    ['-code:73', 'code', '70', '-code:73,70'],
    ['-code:70,73', 'code', '70', '-code:70,73'],
    ['code:70', 'code', '70', '-code:70'],
    ['code:70,73 country:SE', 'code', '70', 'code:73 country:SE -code:70'],
    ['eid:8904…', 'eid', '8904777', 'eid:8904… -eid:=8904777'],
    ['eid:=8904777,=1', 'eid', '8904777', 'eid:=1 -eid:=8904777'],
    ['-eid:8904…', 'eid', '8904777', '-eid:8904…'],
  ])('[PAGE-90] changes %j with %s %s to %j', (before, field, value, after) => {
    expect(printFilter(withValue(filterOf(before), field, value, true))).toBe(after);
  });
});

describe('an edited filter', () => {
  test.each([
    ['a value too long to be one', filterOf(''), 'x'.repeat(257)],
    ['an empty value', filterOf(''), ''],
    ['no room for a term', { terms: Array.from({ length: 64 }, () => filterOf('storm').terms).flat() }, 'SE'],
    [
      'no room for a value',
      filterOf(`country:${Array.from({ length: 64 }, (_, index) => `c${index}`).join(',')}`),
      'SE',
    ],
  ])('is unchanged if there is %s', (_, filter, value) => {
    expect(withValue(filter, 'country', value, false)).toBe(filter);
    expect(filterSchema.safeParse(filter).success).toBe(true);
  });

  test.each([
    ['country:SE storm', 0, 'storm'],
    ['country:SE storm', 1, 'country:SE'],
    ['country:SE', 0, ''],
    ['country:SE', 4, 'country:SE'],
  ])('changes from %j without term %i to %j', (before, index, after) => {
    expect(printFilter(withoutTerm(filterOf(before), index))).toBe(after);
  });

  const mixed = 'country:SE -country:NO eid:8904 seen:no since:-2h storm until:2024-02-28 mark:oversize';
  test.each<readonly [what: string, edited: (filter: Filter) => Filter, after: string]>([
    ['country', (filter) => withoutField(filter, 'country'), mixed.replace('country:SE -country:NO ', '')],
    ['times', withoutSpan, 'country:SE -country:NO eid:8904 seen:no storm mark:oversize'],
  ])('keeps the rest without its %s', (_, edited, after) => {
    expect(printFilter(edited(filterOf(mixed)))).toBe(printFilter(filterOf(after)));
  });

  const NOW = Date.UTC(2024, 1, 28, 12);
  const ago = (ms: number) => ({ kind: 'ago' as const, ms });
  test.each([
    ['storm', { since: null, until: null }],
    ['since:-2h storm', { since: ago(7_200_000), until: null }],
    ['since:-2h since:-1h since:2024-02-28T09:00', { since: ago(3_600_000), until: null }],
    [
      'until:-1h since:-1d until:2024-02-28T10:00',
      { since: ago(86_400_000), until: { kind: 'at', at: NOW - 7_200_000 } },
    ],
  ] as const)('[READ-3] has for %j the narrowest of its time spans', (text, span) => {
    expect(filterSpan(filterOf(text), NOW)).toEqual(span);
  });

  test.each([
    ['since:-2h storm until:-1h', { since: ago(60_000), until: null }, 'storm since:-1m'],
    ['storm', { since: null, until: { kind: 'at', at: NOW } }, 'storm until:2024-02-28T12:00:00Z'],
    ['since:-2h since:-1h', { since: null, until: null }, ''],
  ] as const)('[READ-3] replaces the times of %j by another span: %#', (text, span, after) => {
    expect(printFilter(withSpan(filterOf(text), span))).toBe(after);
  });

  test('is unchanged if there is no room for a span', () => {
    const full = { terms: Array.from({ length: 64 }, () => filterOf('storm').terms).flat() };
    expect(withSpan(full, { since: ago(1), until: null })).toBe(full);
  });

  test('matches exactly one value if it is made from one, or its beginning if that is too long', () => {
    expect(printFilter(onlyValue('request', '240 079'))).toBe('request:="240 079"');
    expect(printFilter(onlyValue('event', 'x'.repeat(256)))).toBe(`event:${'x'.repeat(255)}…`);
  });
});
