import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { comparedRows, differenceFile } from '../../src-renderer/screens/subscriptions/ids/compared-rows.ts';
import { comparableSearches } from '../../src-renderer/screens/subscriptions/ids/comparable-searches.ts';
import { createIdListStore } from '../../src-renderer/stores/subscriptions/id-list-store.ts';
import type { SliceScheduler } from '../../src-renderer/text/run-in-slices.ts';
import {
  comparedTitle,
  idListSummary,
  notFoundWords,
  incompleteSearchWords,
  skippedWords,
} from '../../src-renderer/words/id-list-words.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { watchSnapshot } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';

const WHERE = { search: 'search-1', rows: 100, askedAt: 1 };
const [A, B, C] = ['8991101200003204514', '8946200011660309499', 'is-00481608'];

function opened() {
  const backend = new PageBackend();
  const tasks: (() => void)[] = [];
  let now = 0;
  const slices: SliceScheduler = {
    now: () => (now += 4),
    later(run) {
      tasks.push(run);
      return () => tasks.splice(tasks.indexOf(run), 1);
    },
  };
  const store = createIdListStore(backend, slices);
  onTestFinished(() => store.close());
  store.open(watchSnapshot());
  const readAll = () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  };
  return { backend, store, tasks, readAll };
}

describe('the store of an id list', () => {
  it('[INV-8] reads in slices, and drops a list that was replaced', () => {
    const { store, tasks, readAll } = opened();
    store.setText(Array.from({ length: 5_000 }, (_, index) => `is-${index + 1_000}`).join('\n'));
    expect([store.getState().isReading, tasks.length]).toEqual([true, 1]);
    store.setText(A);
    readAll();
    expect([store.getState().list?.ids, store.getState().isReading]).toEqual([[A], false]);
  });

  it('[INV-8] adds up the results of all parts, and lists missing ids with the nearest id', async () => {
    const { backend, store, readAll } = opened();
    store.setText(`${A}\n${B}\n${C}\n`);
    readAll();
    backend.pageSubscriptions.compared = ({ after }) =>
      after === null
        ? { found: [2], near: [{ place: 1, value: 'x' }], looked: 60, next: 'on' }
        : { found: [0, 2], near: [{ place: 1, value: 'y' }], looked: 40, next: null };
    await store.compare(WHERE);
    const compared = { kind: 'compared', scope: WHERE, missing: [1], found: [0, 2], near: new Map([[1, 'x']]) };
    expect(store.getState().comparison).toEqual(compared);
    // The store does not send the same query again, but it queries other rows.
    await store.compare({ ...WHERE });
    expect(backend.pageSubscriptions.inputsOf('subscriptions.compare')).toHaveLength(2);
    await store.compare({ ...WHERE, rows: 200 });
    expect(backend.pageSubscriptions.inputsOf('subscriptions.compare')).toHaveLength(4);
  });

  it('[INV-8] drops a result after the list was replaced or cleared, the watch closed, or the comparison cancelled', async () => {
    const { backend, store, readAll } = opened();
    store.setText(A);
    readAll();
    const leaves: readonly (readonly [() => void, string])[] = [
      [() => store.setText(B), 'none'],
      [() => store.close(), 'none'],
      [() => store.cancel(), 'given-up'],
      [() => store.clear(), 'none'],
    ];
    for (const [leave, kind] of leaves) {
      backend.pageSubscriptions.hold();
      store.open(watchSnapshot());
      store.setText(A);
      readAll();
      const asked = store.compare(WHERE);
      leave();
      backend.pageSubscriptions.release();
      await asked;
      expect(store.getState().comparison.kind).toBe(kind);
      readAll();
    }
  });
});

it('[EXPORT-17] the exported difference is an .xlsx of texts, and says why each id may be missing', async () => {
  const { store, readAll } = opened();
  store.setText(`${A}\n=cmd|1\n${B}\n@x4711\n${B}`);
  readAll();
  const { list } = store.getState();
  if (list === null) throw new Error('it was read');
  const missing = list.ids.flatMap((id, place) => (id === A ? [] : [place]));
  const rows = comparedRows(list, {
    scope: WHERE,
    missing,
    found: [0],
    near: new Map([[list.ids.indexOf(B), '8946200011660309494']]),
  });
  const zip = unzipSync(new Uint8Array(await (await differenceFile(rows.missing)).arrayBuffer()));
  const sheet = strFromU8(zip['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const rowsOfSheet = sheet.split('</row>').slice(0, -1);
  expect(rowsOfSheet.map((row) => Array.from(row.matchAll(/<t>([^<]*)<\/t>|<t\/>/g), ([, text = '']) => text))).toEqual(
    [
      ['id', 'lines', 'form', 'nearest', 'remark'],
      [B, '3 5', 'ICCID', '8946200011660309494', 'last digit differs'],
      ['@x4711', '4', '', '', 'similar ids not searched'],
    ],
  );
  expect(rows.twice.map(({ id }) => id)).toEqual([B]);
});

it.each([
  [0, 240, 'All 240 were found'],
  [9, 240, '9 of 240 were not found'],
  [1, 240, '1 of 240 was not found'],
  [240, 240, 'None of 240 was found'],
  [0, 1, 'It was found'],
  [1, 1, 'It was not found'],
])('[INV-8] the title for %i missing of %i ids is “%s”', (missing, all, words) => {
  expect(comparedTitle(missing, all)).toBe(words);
});

it.each([
  [B, '8946200011660309494', [1], { words: 'last digit differs:', near: '8946200011660309494', at: 18 }],
  [B, '8946200011660319499', [1], { words: 'digit 15 differs:', near: '8946200011660319499', at: 14 }],
  ['8991101200003204513', null, [1], 'wrong check digit: a typing mistake?'],
  ['89462000116603000000', null, [1], 'ends in zeros: a spreadsheet may have rounded it'],
  [C, null, [30, 118], 'in the list twice, lines 30 and 118'],
  [C, null, [1, 2, 3, 4, 5, 6], 'in the list 6 times, lines 1, 2, 3, 4, 5 …'],
  [C, null, [1], 'no similar id'],
  ['sub-2173360556', null, [1], 'no similar id'],
  ['sub-2173360556', 'sub-2173360557', [1], { words: 'last digit differs:', near: 'sub-2173360557', at: 13 }],
  ['sub-217336055x', 'sub-2173360557', [1], { words: 'last character differs:', near: 'sub-2173360557', at: 13 }],
  ['suB-2173360557', 'sub-2173360557', [1], { words: 'character 3 differs:', near: 'sub-2173360557', at: 2 }],
  ['fleet/4711', null, [1], 'similar ids not searched'],
])('[INV-8] nearWords says why %s may be missing', (id, near, lines, words) => {
  expect(notFoundWords(id, near, lines)).toEqual(typeof words === 'string' ? { words, near: null, at: -1 } : words);
});

it('[INV-8] a list is described by its ids and by the parts that are not compared', () => {
  const { store, readAll } = opened();
  const words = (text: string) => {
    store.setText(text);
    readAll();
    const { list } = store.getState();
    return list === null ? [] : [idListSummary(list), ...skippedWords(list)];
  };
  expect(words(`${A}\n${A}`)).toEqual(['2 ids, 1 duplicate, ICCID']);
  expect(words(`${A}\n${B}`)).toEqual(['2 ids, all ICCID']);
  expect(words(`${C}\n8.9462E+18\nhead word`)).toEqual([
    '1 id',
    '2 pieces without an id were skipped: “head”, “word”',
    '1 number such as 8.9462E+18 lost its digits in a spreadsheet: copy it as text.',
  ]);
});

it.each([
  ['the newest that has rows if none is named', '', false, { search: 'kept', rows: 300, askedAt: 5 }],
  ['the named one', 'older', false, { search: 'older', rows: 20, askedAt: 2 }],
  ['the newest that has rows if the named one has none', 'refused', false, { search: 'kept', rows: 300, askedAt: 5 }],
  ['the named one while it loads rows', 'coming', false, { search: 'coming', rows: 0, askedAt: 9 }],
  ['the newest that has rows if the named one is unknown', 'gone', false, { search: 'kept', rows: 300, askedAt: 5 }],
  ['all', '', true, { search: null, rows: 320, askedAt: 2 }],
])('[INV-8] ids are compared with a search that has rows or is loading them: %s', (_, search, isAll, scope) => {
  const places = comparableSearches(
    [
      searchSummary({ id: 'refused', rows: 0, askedAt: null, state: { kind: 'cancelled', goodUntil: null } }),
      searchSummary({ id: 'coming', rows: 0, askedAt: 9, state: { kind: 'asking', since: 0, waitsUntil: null } }),
      searchSummary({ id: 'kept', rows: 300, askedAt: 5 }),
      searchSummary({ id: 'older', rows: 20, askedAt: 2 }),
    ],
    search,
    isAll,
  );
  expect(places.scope).toEqual(scope);
  if (!isAll) expect(places.chosen.map(({ id }) => id)).toEqual([scope.search]);
});

it('[INV-8] ids are compared with nothing if there is no search', () => {
  expect(comparableSearches([], '', true).chosen).toEqual([]);
});

it('[INV-8] an incomplete search is reported, because a missing id proves nothing there', () => {
  const end = (state: Parameters<typeof incompleteSearchWords>[0]['state'], totalHits: number | null = 12_480) =>
    incompleteSearchWords(searchSummary({ rows: 300, totalHits, state }));
  expect(end({ kind: 'ended', by: 'empty-page' })).toBe(null);
  expect(end({ kind: 'stored', end: 'count' })).toBe(null);
  expect(end({ kind: 'stored', end: null })).toContain('Only 300 of 12,480 are loaded');
  expect(end({ kind: 'lapsed', at: 0 }, null)).toContain('Not all rows are loaded');
});
