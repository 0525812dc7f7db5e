/** By what the end of a list is known, whatever the service makes of its last page. */
import { expect, test } from 'vitest';
import {
  INITIAL_PROGRESS,
  isCountReached,
  DigestSet,
  type PageStats,
  type PagingProgress,
  pagingStep,
  reasonableRows,
} from '../../../../src-main/core/subscriptions/paging.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

const page = (facts: Partial<PageStats>): PageStats => ({
  items: 100,
  fresh: facts.items ?? 100,
  isKnowable: true,
  totalHits: 250,
  next: 'token',
  isKnownToken: false,
  ...facts,
});
const having = (rows: number, more: Partial<PagingProgress> = {}): PagingProgress => ({
  rows,
  largestPage: 100,
  stale: 0,
  totalHits: 250,
  ...more,
});
const begin = INITIAL_PROGRESS;

test.each<[what: string, before: PagingProgress, PageStats, limit: number | null, verdict: string]>([
  ['a page within the list', begin, page({}), 100, 'more'],
  ['a short page within it', having(100), page({ items: 40 }), 100, 'more'],
  ['no rows at all', begin, page({ items: 0, totalHits: 0 }), 100, 'empty-page'],
  ['an empty page with a token', having(200), page({ items: 0 }), 100, 'empty-page'],
  ['no token before the count', having(100), page({ next: null }), 100, 'no-token'],
  ['no token at the count', having(200), page({ items: 50, next: null }), 100, 'no-token'],
  ['the count, with a page that is not full', having(200), page({ items: 50 }), 100, 'count'],
  ['the count on a first page that is not full', begin, page({ items: 3, totalHits: 3 }), 100, 'count'],
  ['the count with a full page: a count may be too small', having(150), page({}), 100, 'more'],
  ['the count on a first page of unknown size', begin, page({ items: 3, totalHits: 3 }), null, 'more'],
  ['the one page more after the count', having(250), page({ items: 0 }), 100, 'empty-page'],
  ['more rows than were counted, a full page', having(250), page({}), 100, 'more'],
  ['more rows than were counted, then a short page', having(350), page({ items: 7 }), 100, 'count'],
  [
    'a count too large, and the token again',
    having(200),
    page({ items: 50, totalHits: 900, isKnownToken: true }),
    100,
    'repeated-token',
  ],
  [
    'no count, and the token again',
    having(200, { totalHits: null }),
    page({ totalHits: null, isKnownToken: true }),
    100,
    'repeated-token',
  ],
  [
    'no count, and rows that came before',
    having(200, { totalHits: null }),
    page({ fresh: 0, totalHits: null }),
    100,
    'nothing-new',
  ],
  ['the count, and rows that came before', having(250), page({ fresh: 0 }), 100, 'nothing-new'],
  [
    'the count, and a short page of rows that came before',
    having(250),
    page({ items: 7, fresh: 0 }),
    100,
    'nothing-new',
  ],
  ['before the count one page of rows that came before', having(200), page({ fresh: 0 }), 100, 'more'],
  ['before the count the third such page in a row', having(200, { stale: 2 }), page({ fresh: 0 }), 100, 'nothing-new'],
  ['a full page at the count of rows without ids', having(150), page({ isKnowable: false }), 100, 'count'],
  [
    'a count that falls below what came, and a short page',
    having(200),
    page({ items: 10, totalHits: 190 }),
    100,
    'count',
  ],
  ['a count that rises', having(200), page({ items: 50, totalHits: 300 }), 100, 'more'],
  ['a count that is not told any more', having(200), page({ items: 50, totalHits: null }), 100, 'count'],
  [
    'pages smaller than the limit: the service has a limit of its own',
    having(200),
    page({ items: 100, totalHits: 300 }),
    5_000,
    'more',
  ],
])('[QUERY-1] %s', (_what, before, facts, limit, wanted) => {
  const { verdict } = pagingStep(before, facts, limit);
  expect(verdict.kind === 'ended' ? verdict.by : verdict.kind).toBe(wanted);
});

test('what a page brought is counted once, and what was counted is kept', () => {
  const { progress } = pagingStep(having(200, { stale: 2 }), page({ items: 120, fresh: 20, totalHits: null }), 100);
  expect(progress).toEqual({ rows: 220, largestPage: 120, stale: 0, totalHits: 250 });
  expect(isCountReached({ ...progress, rows: 250 })).toBe(true);
});

/** A server of which everything is by chance: its list shifts while it is read, and its end is of some sort. */
function randomServer(random: (limit: number) => number, isSteady: boolean) {
  let list = Array.from({ length: random(400) }, (_, index) => `r${index}`);
  const size = 1 + random(60);
  const sort = random(8);
  const shifts = isSteady ? 0 : random(4);
  const counts = [
    () => list.length,
    () => list.length + random(50),
    () => Math.floor(list.length / 2),
    () => null,
  ] as const;
  const count = counts[random(4)] ?? (() => null);
  let tokens = 0;
  let added = 0;
  const rows = list.length;
  const server = (after: string | null): { items: string[]; totalHits: number | null; next: string | null } => {
    const from = after === null ? 0 : Number(after.split('/')[0]);
    if (random(10) < shifts) list = random(2) === 0 ? list.slice(1) : [`new${(added += 1)}`, ...list];
    const short = !isSteady && random(5) === 0 ? 1 + random(size) : size;
    const items = list.slice(from, from + short);
    const to = from + items.length;
    const token = (place: number) => `${place}/${(tokens += 1)}`;
    const isEnd = to >= list.length;
    const ends = [null, after, token(to), token(from), token(0), '0/first', '', token(Math.max(0, to - 1))];
    const next = isEnd ? (ends[sort] ?? null) : token(to);
    return { items, totalHits: count(), next: next === '' ? null : next };
  };
  return { server, rows, size };
}

test.each([
  ['that shifts', false],
  ['that does not shift', true],
])('[QUERY-1] reading a list %s ends, and every row that was given is taken once, or counted', (_what, isSteady) => {
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const random = randomNumbers(seed);
    const { server, rows, size } = randomServer(random, isSteady);
    // A service may keep to a limit of its own; where its count is too small as well, the first page is the end.
    const limit = random(2) === 0 ? null : isSteady ? size : 1 + random(60);
    const tokens = new DigestSet();
    const given: string[] = [];
    const taken = new Set<string>();
    let [progress, token, doubled, requests] = [INITIAL_PROGRESS, null as string | null, 0, 0];
    for (let isOver = false; !isOver; requests += 1) {
      const { items, totalHits, next } = server(token);
      given.push(...items);
      const before = taken.size;
      for (const item of items) taken.add(item);
      const fresh = taken.size - before;
      doubled += items.length - fresh;
      const isKnownToken = next !== null && tokens.add(next);
      const facts = { items: items.length, fresh, isKnowable: true, totalHits, next, isKnownToken };
      const step = pagingStep(progress, facts, limit);
      ({ progress } = step);
      isOver = step.verdict.kind === 'ended' || progress.rows > reasonableRows(progress, true);
      token = step.verdict.kind === 'more' ? step.verdict.after : null;
    }
    expect([seed, progress.rows + doubled, requests < 2_000]).toEqual([seed, given.length, true]);
    // Pages were full, or it was the end: nothing was left behind either.
    if (isSteady) expect([seed, taken.size]).toEqual([seed, rows]);
  }
});

test('a token that was given before is known, and another is not', () => {
  const tokens = new DigestSet();
  const added = ['a', 'b', 'a', '', '', 'ab', 'ba', 'b'].map((token) => tokens.add(token));
  expect(added).toEqual([false, false, true, false, true, false, false, true]);
});
