import { expect, test } from 'vitest';
import type { SearchSummary, SearchState } from '../../src-shared/api/searches.ts';
import { bandOf } from '../../src-renderer/screens/subscriptions/results/band.ts';
import {
  fieldColumns,
  identifyingFields,
  saveChosenColumns,
  readChosenColumns,
  withColumn,
} from '../../src-renderer/screens/subscriptions/results/chosen-columns.ts';
import { shareWords } from '../../src-renderer/screens/subscriptions/results/ColumnsButton.tsx';
import { shouldLoadNextPage, nextPage } from '../../src-renderer/screens/subscriptions/results/paging.ts';
import { shownSearch } from '../../src-renderer/screens/subscriptions/results/shown-search.ts';
import { minutesText } from '../../src-renderer/screens/subscriptions/results/TokenRing.tsx';
import { nextSort, printSort, parseSort } from '../../src-renderer/screens/subscriptions/results/view-address.ts';
import {
  searchEndRemark,
  lapsedWords,
  remainingMs,
  resultWarnings,
  orderWords,
  pageWords,
  resultsSentence,
} from '../../src-renderer/words/results-words.ts';
import { summarizeFailure } from '../../src-shared/words/events/summarize.ts';
import { searchEnds } from '../../src-shared/domain/saved-search.ts';
import { memoryStorage } from '../doubles/memory-storage.ts';
import { START } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';

const error = { code: 'STORE_LOST', facts: {} } as const;
const asking: SearchState = { kind: 'asking', since: START, waitsUntil: null };
const notAnswered = { askedAt: null, rows: 0, state: asking };

test('[PAGE-109] the rows of the previous query stay until a new query has an answer', () => {
  const old = searchSummary({ id: 'old', begunAt: START - 9_000 });
  const older = searchSummary({ id: 'older', begunAt: START - 10_000 });
  const check = searchSummary({
    id: 'check',
    begunAt: START - 1_000,
    gapCheck: { gap: 1, changed: null, missed: null },
  });
  const fresh = searchSummary({ id: 'new', begunAt: START, ...notAnswered });
  const ids = (searches: SearchSummary[], wanted: string, before: string | null = null) => {
    const { search, listed, isMissing } = shownSearch(searches, wanted, before);
    return [search?.id ?? null, listed?.id ?? null, isMissing];
  };
  expect([
    ids([], ''),
    ids([old, older], ''),
    ids([check, old], ''),
    ids([check, old], 'check'),
    ids([fresh, check, old, older], 'new'),
    ids([fresh, old, older], 'new', 'older'),
    ids([fresh], 'new'),
    ids([old], 'removed'),
  ]).toEqual([
    [null, null, false],
    ['old', 'old', false],
    // The check of a gap belongs to the Coverage screen, unless its rows are requested.
    ['old', 'old', false],
    ['check', 'check', false],
    ['new', 'old', false],
    // Rows that were listed before, not the newest.
    ['new', 'older', false],
    ['new', null, false],
    ['old', 'old', true],
  ]);
});

test('the next page depends on the state of the search, and an expired token counts as lapsed', () => {
  const of = (state: SearchState, now = START) => nextPage(searchSummary({ state }), now);
  expect([
    of({ kind: 'more', goodUntil: START + 1 }),
    of({ kind: 'more', goodUntil: START }),
    of({ kind: 'lapsed', at: START - 1 }),
    of({ kind: 'failed', error, request: null, goodUntil: START + 1 }),
    of({ kind: 'failed', error, request: null, goodUntil: null }),
    of({ kind: 'cancelled', goodUntil: START - 1 }),
    of({ kind: 'ended', by: 'count' }),
    of({ kind: 'stored', end: null }),
    of({ kind: 'loading', isPaused: true, waitsUntil: null, goodUntil: 5, rowsPerSecond: 0 }),
    of(asking),
  ]).toEqual([
    { kind: 'ready', validUntil: START + 1 },
    { kind: 'restart', reason: 'lapsed' },
    { kind: 'restart', reason: 'lapsed' },
    { kind: 'ready', validUntil: START + 1 },
    { kind: 'restart', reason: 'failed' },
    { kind: 'restart', reason: 'cancelled' },
    { kind: 'none' },
    { kind: 'restart', reason: 'stored' },
    { kind: 'loading', isPaused: true, validUntil: 5 },
    asking,
  ]);
});

test('[QUERY-2] scrolling requests a page once, and none after its token expired or an error occurred', () => {
  const search = searchSummary();
  const failed = searchSummary({ state: { kind: 'failed', error, request: null, goodUntil: START + 9_000 } });
  expect([
    shouldLoadNextPage(search, null, START),
    shouldLoadNextPage(search, { id: search.id, pages: search.pages }, START),
    shouldLoadNextPage(search, { id: search.id, pages: search.pages - 1 }, START),
    shouldLoadNextPage(search, { id: 'other', pages: search.pages }, START),
    shouldLoadNextPage(search, null, START + 94_000),
    shouldLoadNextPage(failed, null, START),
    shouldLoadNextPage(searchSummary({ state: asking }), null, START),
    shouldLoadNextPage(searchSummary({ state: { kind: 'cancelled', goodUntil: START + 9_000 } }), null, START),
  ]).toEqual([true, false, true, true, false, false, false, false]);
});

test('the band above the rows shows the most important state', () => {
  const kind = (part: Partial<SearchSummary>, now = START) => {
    const search = searchSummary(part);
    return bandOf({ search, listed: search, isMissing: false }, nextPage(search, now), null).kind;
  };
  const refused = bandOf({ search: null, listed: null, isMissing: false }, { kind: 'none' }, new Error('no')).kind;
  const old = searchSummary({ id: 'old' });
  const before = bandOf({ search: searchSummary(notAnswered), listed: old, isMissing: false }, { kind: 'none' }, null);
  expect([
    refused,
    before.kind,
    kind({}),
    kind({}, START + 94_000),
    kind({ state: { kind: 'lapsed', at: START } }),
    kind({ state: { kind: 'failed', error, request: null, goodUntil: null } }),
    kind({ state: { kind: 'cancelled', goodUntil: null } }),
    kind({ state: { kind: 'asking', since: START, waitsUntil: START + 5 } }),
    kind({ state: asking }),
    kind({ state: { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 1 } }),
    kind({ state: { kind: 'stored', end: null } }),
    kind({ state: { kind: 'ended', by: 'count' } }),
  ]).toEqual([
    'refused',
    'before',
    'here',
    'lapsed',
    'lapsed',
    'stopped',
    'stopped',
    'waiting',
    'here',
    'loading',
    'stored',
    'here',
  ]);
});

test('[QUERY-31] the sort words say if the service or the page sorts', () => {
  expect([
    orderWords(null, [{ field: 'iotSubscription.iotSubscriptionId', direction: 'asc' }]),
    orderWords(null, []),
    orderWords({ field: 'state', direction: 'desc' }, [{ field: 'x', direction: 'asc' }]),
    orderWords(null, [
      { field: 'iotSubscription.a', direction: 'desc' },
      { field: 'b', direction: 'up' },
    ]),
  ]).toEqual([
    'service order: iotSubscriptionId ↑',
    'service order, none requested',
    'sorted here by state ↓, not by the service',
    'service order: a ↓, b up',
  ]);
});

test('a click on a column title sorts up, then down, then not at all, and the address keeps the sort', () => {
  const up = nextSort(null, 'a:b');
  const down = nextSort(up, 'a:b');
  expect([printSort(up), printSort(down), nextSort(down, 'a:b'), nextSort(down, 'c')]).toEqual([
    'a:b:asc',
    'a:b:desc',
    null,
    { field: 'c', direction: 'asc' },
  ]);
  expect([parseSort(printSort(down)), parseSort('state'), parseSort('state:up'), parseSort(':asc')]).toEqual([
    down,
    null,
    null,
    null,
  ]);
});

test('[QUERY-1] irregularities of the rows are listed, and nothing is listed if there are none', () => {
  expect(resultWarnings(searchSummary())).toEqual([]);
  expect(
    resultWarnings(
      searchSummary({
        rows: 12_481,
        totalHits: 12_482,
        passes: 2,
        doubled: 1,
        notSeenAgain: 3,
        withoutId: 4,
        state: { kind: 'ended', by: 'nothing-new' },
      }),
    ),
  ).toEqual([
    'The total changed: 12,480 → 12,482.',
    'The query was started twice: the list may have shifted.',
    '1 row came twice and were counted once.',
    '3 rows did not come again and are marked.',
    '4 rows without an id: duplicates cannot be detected.',
    'The service counted 12,482.',
  ]);
  expect(searchEnds.map((end) => searchEndRemark(end) === null)).toEqual([true, false, false, false, false, false]);
});

test('the sentence of the results states only what is known', () => {
  expect([
    resultsSentence(searchSummary()),
    resultsSentence(searchSummary({ totalHits: null })),
    // The total may be that of the page alone; only the next page shows it.
    resultsSentence(searchSummary({ rows: 3, totalHits: 3 })),
    resultsSentence(searchSummary({ rows: 1, totalHits: 1 })),
    resultsSentence(searchSummary({ rows: 0, totalHits: 0 })),
    resultsSentence(searchSummary({ rows: 9, state: { kind: 'ended', by: 'count' } })),
    resultsSentence(searchSummary({ state: { kind: 'stored', end: null } })),
    pageWords(searchSummary({ pages: 73 }), 100),
    pageWords(searchSummary({ pages: 73 }), null),
    pageWords(searchSummary({ pages: 130 }), 100),
    remainingMs(searchSummary({ rows: 12_380 }), 50),
    remainingMs(searchSummary(), 0),
    summarizeFailure({ kind: 'LOCALIZATION', operation: 'ALLOCATED', outcome: 'failed' }),
    summarizeFailure({ kind: 'CMP_EVENT', operation: 'CHANGE_SUBSCRIPTIONSTATE', outcome: 'partial' }),
  ]).toEqual([
    '300 of 12,480 subscriptions loaded.',
    '300 subscriptions loaded.',
    '3 subscriptions loaded, as many as the service counts.',
    '1 subscription loaded, as many as the service counts.',
    'No subscription matches.',
    'All 9 subscriptions loaded.',
    '300 of 12,480 subscriptions loaded.',
    'page 73 of 125',
    'page 73',
    'page 130',
    2_000,
    null,
    'Allocation failed',
    'State change partly failed',
  ]);
});

test('[QUERY-2] the words for an expired token say what continuing will do', () => {
  expect([lapsedWords(searchSummary()), lapsedWords(searchSummary({ withoutId: 300 }))]).toEqual([
    'The 300 rows stay. Continuing starts the query again and skips known rows by id; the list may have shifted.',
    'The 300 rows stay. Continuing starts the query again: rows without an id come again; the list may have shifted.',
  ]);
});

test('the countdown rounds up to the next second', () => {
  expect([120_000, 94_001, 94_000, 60_000, 999, 0].map(minutesText)).toEqual([
    '2:00',
    '1:35',
    '1:34',
    '1:00',
    '0:01',
    '0:00',
  ]);
});

test('[BODY-2] the columns are the documented, requested and chosen fields, and the id cannot be hidden', () => {
  const kept = memoryStorage();
  const shelf = () => kept;
  const nothingChosen = { hidden: [], others: [], hasFailures: true };
  const chosen = withColumn(withColumn(nothingChosen, 'domainId', false), '__proto__', true);
  saveChosenColumns(shelf, chosen);
  expect(readChosenColumns(shelf)).toEqual({ hidden: ['domainId'], others: ['__proto__'], hasFailures: true });
  expect([
    fieldColumns(chosen, ['iotSubscription.state', 'iotSubscription.domainId']),
    withColumn(chosen, 'domainId', true).hidden,
    identifyingFields(['state', 'iccid', 'device.IMSI', 'x']),
  ]).toEqual([
    ['iotSubscriptionId', 'subscriptionType', 'lastModifiedAt', 'state', '__proto__'],
    [],
    ['iccid', 'device.IMSI'],
  ]);
  kept.setItem('watchfloor.subscription-columns', '{"hidden":["iotSubscriptionId",7],"others":"x","hasFailures":0}');
  expect(readChosenColumns(shelf)).toEqual(nothingChosen);
  kept.setItem('watchfloor.subscription-columns', 'not JSON');
  expect(readChosenColumns(shelf)).toEqual(nothingChosen);
});

test('a share is never rounded up to all rows, nor down to none', () => {
  expect([
    shareWords(300, 300),
    shareWords(299, 300),
    shareWords(1, 300),
    shareWords(0, 300),
    shareWords(0, 0),
  ]).toEqual(['100 % of rows', '99 % of rows', 'under 1 % of rows', '0 % of rows', '']);
});
