import { describe, expect, it } from 'vitest';
import { DEFAULT_SEARCH_BODY } from '../../src-renderer/stores/subscriptions/search-draft-store.ts';
import { rewriteWithBetween } from '../../src-renderer/screens/subscriptions/query/rewrite-with-between.ts';
import {
  backwardNote,
  endNote,
  endText,
  endTime,
  OPEN_RANGE,
  withEnd,
} from '../../src-renderer/screens/subscriptions/query/changed-range.ts';
import { chipSuggestions } from '../../src-renderer/screens/subscriptions/query/chip-suggestions.ts';
import { chipsOf, parseChip } from '../../src-renderer/screens/subscriptions/query/chips.ts';
import { fieldList, fieldOf, fieldText } from '../../src-renderer/screens/subscriptions/query/field-names.ts';
import { formatBody } from '../../src-renderer/screens/subscriptions/query/format-body.ts';
import { withMovedKey, withToggledDirection } from '../../src-renderer/screens/subscriptions/query/sort-keys.ts';
import { changeSearchBody, parseSearchBody, type SearchParts } from '../../src-shared/service/search-body.ts';

/** 2026-11-21 14:32:01 UTC */
const NOW = Date.UTC(2026, 10, 21, 14, 32, 1);
const ID = 'iotSubscription.iotSubscriptionId';
const STATE = 'iotSubscription.state';

function partsOf(body: object | string): SearchParts {
  const read = parseSearchBody(typeof body === 'string' ? body : JSON.stringify(body));
  if (read.kind === 'mistake') throw new Error(`No body: ${read.problem}`);
  return read.parts;
}
const between = (min: string, max: string) => ({
  fields: ['iotSubscription.lastModifiedAt'],
  type: 'between',
  values: { min, max },
});

describe('the first query', () => {
  it('requests what the document shows and nothing else', () => {
    expect(parseSearchBody(DEFAULT_SEARCH_BODY)).toEqual({
      kind: 'body',
      parts: {
        changed: null,
        otherFilters: 0,
        sortBy: [{ field: ID, direction: 'asc' }],
        limit: 100,
        returnFields: null,
        others: [],
      },
      undocumented: [],
    });
  });
});

describe('the two times of the form', () => {
  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16 00:00:00.000'],
    ['2026-11-16T09:08:07.065Z', '2026-11-16 09:08:07.065'],
    ['yesterday', 'yesterday'],
  ])('show %s as %s', (written, shown) => {
    expect(endText(written, 'utc')).toBe(shown);
  });

  it.each([
    ['2026-11-16', Date.UTC(2026, 10, 16)],
    ['2026-11-16 09:08', Date.UTC(2026, 10, 16, 9, 8)],
    ['2026-11-16 09:08:07.065', Date.UTC(2026, 10, 16, 9, 8, 7, 65)],
    ['2026-11-16 09:08:07.5', Date.UTC(2026, 10, 16, 9, 8, 7, 500)],
    ['14:00', Date.UTC(2026, 10, 21, 14)],
    ['', null],
    ['2026-02-30', null],
    ['soon', null],
  ])('read “%s” as %s', (text, at) => {
    expect(endTime(text, 'min', NOW, 'utc').at).toBe(at);
  });

  it('[BODY-1] request a far time for an open end and say so; two open ends are no filter', () => {
    const at = Date.UTC(2026, 10, 16);
    const since = withEnd(null, 'min', at);
    expect(since).toEqual({ min: '2026-11-16T00:00:00.000Z', max: OPEN_RANGE.max });
    expect(since === null ? '' : endNote(since.max, 'max')).toMatch(/^Left open: .* this far time is sent/);
    expect(withEnd(since, 'min', null)).toBeNull();
    expect(withEnd({ min: OPEN_RANGE.min, max: '2026-11-16T00:00:00.000Z' }, 'min', at)).toEqual({
      min: '2026-11-16T00:00:00.000Z',
      max: '2026-11-16T00:00:00.000Z',
    });
  });

  it('report a span without any time in it, unless a time is unknown', () => {
    const backward = { min: '2026-11-16T00:00:00.000Z', max: '2026-11-15T00:00:00.000Z' };
    expect(backwardNote(backward)).toBe('The end is before the start: nothing can match.');
    expect(backwardNote({ ...backward, max: backward.min })).toBeNull();
    expect(backwardNote({ min: 'late', max: 'early' })).toBeNull();
  });
});

describe('chips', () => {
  const body = {
    filters: [between('2026-11-16T00:00:00.000Z', '2026-11-21T14:30:00.000Z')],
    sortBy: [
      { direction: 'asc', field: ID },
      { direction: 'desc', field: STATE },
    ],
    limit: 100,
    returnFields: [ID, STATE, 'plain'],
  };

  it('summarize the body', () => {
    expect(chipsOf(partsOf(body), NOW, 'utc').map(({ name, valueText }) => `${name} ${valueText}`)).toEqual([
      'lastModifiedAt 16 Nov 00:00 to 21 Nov 14:30 UTC',
      'sort iotSubscriptionId ↑',
      'sort state ↓',
      'page 100',
      'columns 3',
    ]);
  });

  it('[BODY-1] have a text that changes nothing when it is read again', () => {
    const text = JSON.stringify(body);
    const parts = partsOf(text);
    for (const { text: written, kind, index } of chipsOf(parts, NOW, 'utc')) {
      const read = parseChip(written, { parts, replaces: kind === 'sort' ? index : null, now: NOW, zone: 'utc' });
      expect(read.kind === 'change' ? changeSearchBody(text, read.change) : read).toBe(text);
    }
  });

  const none = partsOf({});
  const read = (text: string, parts = none, replaces: number | null = null) =>
    parseChip(text, { parts, replaces, now: NOW, zone: 'utc' });
  it.each([
    ['page:250', { limit: 250 }],
    ['columns:iotSubscriptionId, state,"plain"', { returnFields: [ID, STATE, 'plain'] }],
    ['sort:domainId', { sortBy: [{ field: 'iotSubscription.domainId', direction: 'asc' }] }],
    [
      'sort:domainId:desc,"a:b":asc',
      {
        sortBy: [
          { field: 'iotSubscription.domainId', direction: 'desc' },
          { field: 'a:b', direction: 'asc' },
        ],
      },
    ],
    ['changed:2026-11-16..', { changed: { min: '2026-11-16T00:00:00.000Z', max: OPEN_RANGE.max } }],
    ['changed:..2026-11-16 10:00', { changed: { min: OPEN_RANGE.min, max: '2026-11-16T10:00:00.000Z' } }],
    ['changed:2d..1h', { changed: { min: '2026-11-19T14:32:01.000Z', max: '2026-11-21T13:32:01.000Z' } }],
  ])('are read from %s', (text, change) => {
    expect(read(text)).toEqual({ kind: 'change', change });
  });

  it.each([
    ['srt:x', /“srt:” .* “sort:”/],
    ['eUICC', /changed:, sort:, page: or columns:/],
    ['page:0', /1 row or more/],
    ['page:', /page:100/],
    ['changed:2026-11-16', /\.\./],
    ['changed:..', /\.\./],
    ['changed:2026-13-01..', /Write it as/],
    ['sort:', /sort:iotSubscriptionId/],
    ['columns:,', /columns:/],
  ])('report %s as a mistake, with what could be written instead', (text, words) => {
    const said = read(text);
    expect(said.kind === 'mistake' ? said.words : said).toMatch(words);
  });

  it('keep the place of a changed sort key, and replace an older key of the same field', () => {
    const keys = [ID, STATE, 'x'].map((field) => ({ field, direction: 'asc' }));
    const parts = { ...none, sortBy: keys };
    expect(read('sort:domainId:desc', parts, 1)).toEqual({
      kind: 'change',
      change: {
        sortBy: [keys[0], { field: 'iotSubscription.domainId', direction: 'desc' }, keys[2]],
      },
    });
    expect(read('sort:state:desc', parts)).toEqual({
      kind: 'change',
      change: { sortBy: [keys[0], keys[2], { field: STATE, direction: 'desc' }] },
    });
  });

  it('offer what can be written, and mark undocumented names', () => {
    const names = (text: string) =>
      chipSuggestions(text, ['state']).map(({ name, meaning }) => [name, meaning !== ''] as const);
    expect(names('s')).toEqual([['sort:', true]]);
    expect(names('sort:')).toEqual([
      ['iotSubscriptionId', false],
      ['subscriptionType', true],
      ['domainId', true],
      ['lastModifiedAt', true],
      ['state', true],
    ]);
    expect(chipSuggestions('columns:state,dom', ['state'])).toEqual([
      { text: 'columns:state,domainId', name: 'domainId', meaning: '' },
    ]);
    expect(names('page:')).toEqual([]);
  });
});

describe('names of fields', () => {
  it.each(['iotSubscription.state', 'state', 'iotSubscription.', 'iotSubscription.a,b', 'a:b', ' x '])(
    'are written so that “%s” is read again unchanged',
    (field) => {
      const [text] = fieldList(fieldText(field));
      expect(text === undefined ? null : fieldOf(text)).toBe(field);
    },
  );
});

describe('the sort order', () => {
  const keys = [ID, STATE, 'x'].map((field) => ({ field, direction: 'asc' }));
  const fields = (list: readonly { field: string }[]) => list.map(({ field }) => field);
  it('is moved within its ends, and reversed', () => {
    expect(fields(withMovedKey(keys, 2, 0))).toEqual(['x', ID, STATE]);
    expect(withMovedKey(keys, 0, -1)).toBe(keys);
    expect(withMovedKey(keys, 2, 3)).toBe(keys);
    expect(withToggledDirection(keys, 1).map(({ direction }) => direction)).toEqual(['asc', 'desc', 'asc']);
    expect(withToggledDirection([{ field: ID, direction: 'sideways' }], 0)).toEqual([{ field: ID, direction: 'asc' }]);
  });
});

describe('formatting', () => {
  it('[PAGE-80] changes no name, string or number, only the white space', () => {
    const text =
      '{"limit":1e2,"x":12345678901234567890.50,"__proto__":{"a":"\\u0041 "},"a":[],"b":{},"long":[' +
      `${Array.from({ length: 9 }, () => '"0123456789"').join(',')}]}`;
    const laid = formatBody(text);
    expect(laid.replaceAll(/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '')).toBe(text);
    expect(formatBody(laid)).toBe(laid);
    expect(laid.split('\n').slice(0, 4)).toEqual([
      '{',
      '  "limit": 1e2,',
      '  "x": 12345678901234567890.50,',
      '  "__proto__": { "a": "\\u0041 " },',
    ]);
  });

  it.each(['{"a":', '<html>', '', '{"a" 1}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`])(
    'leaves invalid JSON unchanged: %#',
    (text) => {
      expect(formatBody(text)).toBe(text);
    },
  );
});

describe('the alternative to a refused filter', () => {
  const changed = (type: string, values: object) =>
    JSON.stringify({ filters: [{ fields: ['iotSubscription.lastModifiedAt'], type, values }], limit: 5 });
  const T1 = '2026-11-16T00:00:00.000Z';
  const T2 = '2026-11-17T00:00:00.000Z';
  it.each([
    ['greaterThan', { value: T1 }, { min: T1, max: OPEN_RANGE.max }],
    ['before', { value: T1 }, { min: OPEN_RANGE.min, max: T1 }],
    ['in', { values: [T2, T1] }, { min: T1, max: T2 }],
    ['equals', { value: T1 }, { min: T1, max: T1 }],
  ])('replaces %s on lastModifiedAt with between', (type, values, expected) => {
    const asked = rewriteWithBetween(changed(type, values));
    expect(asked === null ? null : partsOf(asked)).toEqual({
      changed: expected,
      otherFilters: 0,
      sortBy: [],
      limit: 5,
      returnFields: null,
      others: [],
    });
  });

  it('[BODY-1] keeps the rest of the query unchanged, including every digit of a number', () => {
    const text = changed('after', { value: T1 }).replace('5}', '5, "x": [12345678901234567890.50, "\\u0041"]}');
    expect(rewriteWithBetween(text)).toContain('"x": [12345678901234567890.50, "\\u0041"]');
  });

  it.each([
    ['another field', JSON.stringify({ filters: [{ fields: [ID], type: 'equals', values: { value: T1 } }] })],
    ['a value that is not a time', changed('after', { value: 'Monday' })],
    ['three times', changed('in', { values: [T1, T2, T1] })],
    ['between itself', changed('between', { min: T1, max: T2 })],
    ['no filter', '{}'],
    ['invalid JSON', '{'],
  ])('does not exist for %s', (_, text) => {
    expect(rewriteWithBetween(text)).toBeNull();
  });
});
