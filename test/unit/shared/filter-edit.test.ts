import { describe, expect, test } from 'vitest';
import { onlyValue, withoutTerm, withValue } from '../../../src-shared/domain/filter-edit.ts';
import { type Filter, filterSchema, type ValueField } from '../../../src-shared/domain/filter.ts';
import { parseFilter, printFilter } from '../../../src-shared/domain/filter-text.ts';

function filterOf(text: string): Filter {
  const parsed = parseFilter(text);
  if (parsed.kind !== 'filter') throw new Error(`${text} is no filter`);
  return parsed.filter;
}

describe('a value that is filtered in', () => {
  test.each<readonly [before: string, field: ValueField, value: string, after: string]>([
    ['', 'eid', '8904', 'eid:8904'],
    ['since:-2h storm', 'country', 'SE', 'since:-2h storm country:SE'],
    ['country:NO', 'country', 'SE', 'country:NO,SE'],
    ['country:NO,SE', 'country', 'SE', 'country:SE'],
    ['country:SE', 'country', 'SE', 'country:SE'],
    ['-country:SE', 'country', 'SE', 'country:SE'],
    ['-country:SE,NO code:70', 'country', 'SE', '-country:NO code:70 country:SE'],
    ['SE', 'country', 'SE', 'SE country:SE'],
    ['', 'kind', 'a "b"', String.raw`kind:"a \"b\""`],
  ])('[PAGE-85] %j and %s %s: %j', (before, field, value, after) => {
    expect(printFilter(withValue(filterOf(before), field, value, false))).toBe(after);
  });
});

describe('a value that is filtered out', () => {
  test.each<readonly [before: string, field: ValueField, value: string, after: string]>([
    ['', 'code', '70', '-code:70'],
    ['-code:73', 'code', '70', '-code:73,70'],
    ['-code:70,73', 'code', '70', '-code:70,73'],
    ['code:70', 'code', '70', '-code:70'],
    ['code:70,73 country:SE', 'code', '70', 'code:73 country:SE -code:70'],
  ])('[PAGE-85] %j and %s %s: %j', (before, field, value, after) => {
    expect(printFilter(withValue(filterOf(before), field, value, true))).toBe(after);
  });
});

describe('a filter that is edited', () => {
  test.each([
    ['a value too long to be one', filterOf(''), 'x'.repeat(257)],
    ['an empty value', filterOf(''), ''],
    ['no room for a term', { terms: Array.from({ length: 64 }, () => filterOf('storm').terms).flat() }, 'SE'],
    [
      'no room for a value',
      filterOf(`country:${Array.from({ length: 64 }, (_, index) => `c${index}`).join(',')}`),
      'SE',
    ],
  ])('stays as it is where there is %s', (_, filter, value) => {
    expect(withValue(filter, 'country', value, false)).toBe(filter);
    expect(filterSchema.safeParse(filter).success).toBe(true);
  });

  test.each([
    ['country:SE storm', 0, 'storm'],
    ['country:SE storm', 1, 'country:SE'],
    ['country:SE', 0, ''],
    ['country:SE', 4, 'country:SE'],
  ])('%j without term %i is %j', (before, index, after) => {
    expect(printFilter(withoutTerm(filterOf(before), index))).toBe(after);
  });

  test('asks for one value where it is made of one', () => {
    expect(printFilter(onlyValue('request', '240 079'))).toBe('request:"240 079"');
  });
});
