import { describe, expect, test } from 'vitest';
import { parseSearchResponse } from '../../../src-shared/service/search-response.ts';

const items = [
  '{"iotSubscription":{"iotSubscriptionId":9007199254740993,"a":"\\u0041\\/","a":1.0}}',
  '{ "__proto__": {"x": 1},\n "iotSubscription.x" : [ 1e999 ] }',
  '"text"',
  'null',
];
const bodyOf = (pagination: string, list = items.join(' ,\n')) => `{"pagination": ${pagination}, "items": [ ${list} ]}`;

test('[QUERY-13] returns items as the exact text that was received', () => {
  expect(parseSearchResponse(bodyOf('{"totalHits": 4, "next": "a\\u0062"}'))).toEqual({
    kind: 'answer',
    totalHits: 4,
    next: 'ab',
    items,
  });
});

describe('[QUERY-1] undocumented values in an answer are unknown, not guessed', () => {
  test.each<[string, number | null, string | null]>([
    ['{}', null, null],
    ['null', null, null],
    ['[1]', null, null],
    ['{"totalHits": "12", "next": ""}', null, null],
    ['{"totalHits": -1, "next": "  "}', null, null],
    ['{"totalHits": 1.5, "next": null}', null, null],
    ['{"totalHits": 1e30, "next": true}', null, null],
    ['{"totalHits": -0, "next": {"a": 1}}', 0, null],
    ['{"totalHits": 1e3, "next": 9007199254740993}', 1_000, '9007199254740993'],
    ['{"totalHits": 1, "totalHits": 2, "next": "x"}', 2, 'x'],
  ])('for the pagination %s', (pagination, totalHits, next) => {
    expect(parseSearchResponse(bodyOf(pagination, ''))).toEqual({ kind: 'answer', totalHits, next, items: [] });
  });

  test.each([
    ['', 'is not JSON'],
    ['<html>', 'is not JSON'],
    ['[]', 'is not a JSON object'],
    ['{"pagination": {}}', 'has no list of items'],
    ['{"items": {"0": 1}}', 'has no list of items'],
    ['{"results": [1]}', 'has no list of items'],
    [`{"pagination": {"next": "${'x'.repeat(65_537)}"}, "items": []}`, 'has a token that is too long'],
    [`{"items": [${'['.repeat(80)}${']'.repeat(80)}]}`, 'is nested too deeply'],
  ])('and an unusable answer has a reason: %.30s', (text, detail) =>
    expect(parseSearchResponse(text)).toEqual({ kind: 'not-understood', detail }),
  );
});

test('[QUERY-5] stops at a page with more than 50 000 rows', () => {
  const some = (count: number) =>
    parseSearchResponse(`{"items": [${Array.from({ length: count }, () => '0').join()}]}`);
  expect(some(50_000)).toMatchObject({ kind: 'answer', items: { length: 50_000 } });
  expect(some(50_001)).toEqual({ kind: 'too-many' });
});
