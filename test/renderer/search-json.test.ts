import { describe, expect, it } from 'vitest';
import { findByName, mergeImported } from '../../src-renderer/components/saved/saved-items.ts';
import { hiddenCharCount, jsonLines } from '../../src-renderer/screens/subscriptions/query/json-lines.ts';
import { jsonRemark } from '../../src-renderer/screens/subscriptions/query/json-remark.ts';
import { jsonMarks, refusedIn } from '../../src-renderer/screens/subscriptions/query/marks.ts';
import { savedSearchFor } from '../../src-renderer/screens/subscriptions/query/saved-search-edits.ts';
import { searchStatusWords, bodySentence, queryErrorWords, requestOf } from '../../src-renderer/words/search-words.ts';
import { parseSearchBody } from '../../src-shared/service/search-body.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const EQUALS = { kind: 'filter-type' as const, name: 'equals', status: 400, at: NOW };
const BODY = `{
  "filters": [
    { "fields": ["iotSubscription.lastModifiedAt"], "type": "equals", "values": { "value": 1 } }
  ],
  "sortBy": [{ "direction": "desc", "field": "iotSubscription.iotSubscriptionId" }]
}`;

describe('the highlighted JSON of a search', () => {
  it.each([BODY, '', '\n\n', '{"a\\"b": "c:\\" d", "e"', '{"a": "\u202Ex\u200B"}\r\n', 'é🙂\n"x"'])(
    '[BODY-1] equals the typed text, character by character: %#',
    (text) => {
      const marks = [{ kind: 'mistake' as const, at: 3, length: 4 }];
      const lines = jsonLines(text, marks);
      expect(lines.map((pieces) => pieces.map((piece) => piece.text).join('')).join('\n')).toBe(text);
      expect(lines).toHaveLength(text.split('\n').length);
    },
  );

  it('distinguishes names from values, and marks invisible characters', () => {
    expect(jsonLines('{"a\\"b" : "c: \u202E"}', [])).toEqual([
      [
        { text: '{', tone: 'value', mark: null },
        { text: '"a\\"b"', tone: 'name', mark: null },
        { text: ' : "c: ', tone: 'value', mark: null },
        { text: '\u202E', tone: 'value', mark: 'hidden' },
        { text: '"}', tone: 'value', mark: null },
      ],
    ]);
    expect([hiddenCharCount('{\n\t"a": 1}'), hiddenCharCount('\u200B\u202E')]).toEqual([0, 2]);
  });

  it('[BODY-2] marks names that the service refused before, and undocumented names', () => {
    const read = parseSearchBody(BODY);
    const marked = jsonMarks(read, [EQUALS]).map(({ kind, at, length }) => [kind, BODY.slice(at, at + length)]);
    expect(marked).toEqual([
      ['refused', '"equals"'],
      ['undocumented', '"desc"'],
    ]);
    expect(refusedIn(read, [EQUALS, { ...EQUALS, name: 'like' }])).toEqual([EQUALS]);
    expect(jsonMarks(parseSearchBody('{'), [EQUALS])).toEqual([{ kind: 'mistake', at: 1, length: 0 }]);
  });

  it.each([
    ['{\n  "limit" 1\n}', 'This is not valid JSON: expected a colon here.', 'Line 2, column 11'],
    ['{\n  "after": "x"\n}', 'Remove “after”: Watchfloor adds the token of each page itself.', 'Line 2, column 3'],
    ['{"limit":1,"limit":2}', '“limit” is in the body of the search twice. Remove one.', 'Line 1, column 12'],
    [BODY, 'Not accepted here before: the filter type “equals”, and 1 more.', 'Line 3, column 61'],
    ['{"x": 1}', "Not in the provider's document: the property “x”. It is sent as written.", 'Line 1, column 2'],
    ['{"limit": 1}', 'All of it is documented by the provider.', undefined],
    ['{"limit": 1, "\u202E": 1}', 'One character is invisible; it is framed, and sent as written.', undefined],
  ])('has a remark and its position: %#', (text, words, place) => {
    const remark = jsonRemark(text, parseSearchBody(text), [EQUALS]);
    expect([remark.words, remark.position?.words]).toEqual([words, place]);
  });
});

describe('the status of a search', () => {
  const search = searchSummary();
  const request = {
    number: 7,
    what: 'search' as const,
    search: search.id,
    at: NOW,
    status: 200,
    ms: 412.4,
    bytes: 9,
    failure: null,
  };
  it.each([
    [search, request, 'HTTP 200 in 412 ms, 14:00:00 UTC', 'quiet'],
    // Time of the answer, as in the results below the query.
    [search, { ...request, ms: 3_420 }, 'HTTP 200 in 3,420 ms, 14:00:03 UTC', 'quiet'],
    [search, { ...request, status: null, ms: null }, 'searching …', 'quiet'],
    [search, { ...request, status: null, failure: 'ECONNREFUSED' }, 'no answer (ECONNREFUSED), 14:00:00 UTC', 'failed'],
    [search, { ...request, status: null, failure: 'CANCELLED' }, 'cancelled, 14:00:00 UTC', 'quiet'],
    [search, { ...request, status: 400, ms: 88 }, 'refused: HTTP 400 in 88 ms, 14:00:00 UTC', 'failed'],
    [{ ...search, state: { kind: 'stored' as const, end: null } }, request, 'stored answer', 'quiet'],
  ] as const)('is shown next to the query: %#', (of, asked, words, tone) => {
    expect(searchStatusWords(of, asked, 'utc')).toEqual({ words, tone });
  });

  it('is that of the failed request, else of the newest request of the same search', () => {
    const later = [
      { ...request, number: 10, what: 'permissions' as const, search: null },
      { ...request, number: 9, search: 'another' },
      { ...request, number: 8 },
      { ...request, number: 7 },
    ];
    const finding = {
      key: 'service-refused',
      facts: { host: 'api.example.com', address: 'base', status: 400 },
    } as const;
    const refusedSearch = {
      code: 'SERVICE_FAILED',
      facts: { what: 'search', problem: 'refused', finding },
    } as const;
    const failed = {
      ...search,
      state: {
        kind: 'failed' as const,
        error: refusedSearch,
        request: 7,
        goodUntil: null,
      },
    };
    // A full disk or a missing token: no request was sent.
    const unasked = { ...failed, state: { ...failed.state, request: null } };
    const of = [search, failed, unasked, { ...search, id: 'older' }, null];
    expect(of.map((each) => requestOf(each, later)?.number ?? null)).toEqual([8, 7, null, null, null]);
    expect(queryErrorWords(failed.state.error, { status: 400, ms: 88 })).toEqual({
      title: 'The service refused this query.',
      detail: 'Answer of the service, HTTP 400 after 88 ms:',
    });
  });
});

describe('saved searches', () => {
  const one = { id: '1', name: 'eUICC only', body: '{"limit": 1}' };
  const other = { id: '2', name: 'All', body: '{}' };
  it('are found by their query in any layout, and by their name in any case', () => {
    expect(savedSearchFor([one, other], '{\n  "limit":1\n}')).toBe(one);
    expect(savedSearchFor([one, other], '{"limit":2}')).toBeNull();
    expect(savedSearchFor([{ ...one, body: '{"value": "a b"}' }], '{"value":"ab"}')).toBeNull();
    expect(savedSearchFor([{ ...one, body: '{"value": "a \\" b"}' }], '{ "value":"a \\" b" }')).not.toBeNull();
    expect(findByName([one, other], ' EUICC ONLY ')).toBe(one);
  });

  it('from a file replace only those with the same name', () => {
    const taken = mergeImported(
      [one, other],
      [
        { id: '9', name: 'all', body: '{"limit":9}' },
        { id: '1', name: 'New', body: '{"limit":8}' },
      ],
    );
    expect(taken.map(({ name, body }) => [name, body])).toEqual([
      ['all', '{"limit":9}'],
      ['New', '{"limit":8}'],
    ]);
    expect(taken[0]?.id).toBe('2');
    expect(taken[1]?.id).not.toBe('1');
  });

  it.each([
    ['{}', 'All subscriptions'],
    [BODY, '1 filter, by iotSubscriptionId ↓'],
    [
      '{"filters":[{"fields":["iotSubscription.lastModifiedAt"],"type":"between","values":{"min":"2026-11-16T00:00:00.000Z","max":"2099-12-31T23:59:59.999Z"}}]}',
      'Changed since 16 Nov 00:00 UTC',
    ],
    ['{', 'Its JSON has a mistake'],
  ])('are described in a sentence: %#', (body, sentence) => {
    expect(bodySentence(parseSearchBody(body), NOW, 'utc')).toBe(sentence);
  });
});
