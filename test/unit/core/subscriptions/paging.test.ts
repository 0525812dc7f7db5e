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
const initial = INITIAL_PROGRESS;

test.each<[what: string, before: PagingProgress, PageStats, limit: number | null, verdict: string]>([
  ['a page within the list', initial, page({}), 100, 'more'],
  ['a short page within it', having(100), page({ items: 40 }), 100, 'more'],
  ['no rows at all', initial, page({ items: 0, totalHits: 0 }), 100, 'empty-page'],
  ['an empty page before the count, because later pages may have rows', having(200), page({ items: 0 }), 100, 'more'],
  ['the third empty page in a row', having(200, { stale: 2 }), page({ items: 0 }), 100, 'empty-page'],
  ['an empty page with a repeated token', having(200), page({ items: 0, isKnownToken: true }), 100, 'empty-page'],
  ['an empty page without a token', having(200), page({ items: 0, next: null }), 100, 'empty-page'],
  [
    'an empty page without a count',
    having(200, { totalHits: null }),
    page({ items: 0, totalHits: null }),
    100,
    'empty-page',
  ],
  ['no token before the count', having(100), page({ next: null }), 100, 'no-token'],
  ['no token at the count', having(200), page({ items: 50, next: null }), 100, 'no-token'],
  ['the count, with a page that is not full', having(200), page({ items: 50 }), 100, 'count'],
  ['the count on a first page that is not full', initial, page({ items: 3, totalHits: 3 }), 100, 'count'],
  ['the count with a full page, because the count may be too small', having(150), page({}), 100, 'more'],
  ['the count on a first page of unknown size', initial, page({ items: 3, totalHits: 3 }), null, 'more'],
  ['one more page after the count', having(250), page({ items: 0 }), 100, 'empty-page'],
  ['more rows than the count, with a full page', having(250), page({}), 100, 'more'],
  ['more rows than the count, with a short page', having(350), page({ items: 7 }), 100, 'count'],
  [
    'a count too large, with a repeated token',
    having(200),
    page({ items: 50, totalHits: 900, isKnownToken: true }),
    100,
    'repeated-token',
  ],
  [
    'no count, with a repeated token',
    having(200, { totalHits: null }),
    page({ totalHits: null, isKnownToken: true }),
    100,
    'repeated-token',
  ],
  [
    'no count, with only known rows',
    having(200, { totalHits: null }),
    page({ fresh: 0, totalHits: null }),
    100,
    'nothing-new',
  ],
  ['the count, with only known rows', having(250), page({ fresh: 0 }), 100, 'nothing-new'],
  ['the count, with a short page of known rows', having(250), page({ items: 7, fresh: 0 }), 100, 'nothing-new'],
  ['one page of known rows before the count', having(200), page({ fresh: 0 }), 100, 'more'],
  [
    'the third page of known rows in a row before the count',
    having(200, { stale: 2 }),
    page({ fresh: 0 }),
    100,
    'nothing-new',
  ],
  ['a full page at the count of rows without ids', having(150), page({ isKnowable: false }), 100, 'count'],
  [
    'a count that falls below the rows received, with a short page',
    having(200),
    page({ items: 10, totalHits: 190 }),
    100,
    'count',
  ],
  ['a count that rises', having(200), page({ items: 50, totalHits: 300 }), 100, 'more'],
  ['a count that is missing on later pages', having(200), page({ items: 50, totalHits: null }), 100, 'count'],
  [
    'pages smaller than the limit, because the service has its own limit',
    having(200),
    page({ items: 100, totalHits: 300 }),
    5_000,
    'more',
  ],
])('[QUERY-1] decides how to continue after a page: %s', (_what, before, facts, limit, expected) => {
  const { verdict } = pagingStep(before, facts, limit);
  expect(verdict.kind === 'ended' ? verdict.by : verdict.kind).toBe(expected);
});

test('counts the new rows of a page and keeps the last known count', () => {
  const { progress } = pagingStep(having(200, { stale: 2 }), page({ items: 120, fresh: 20, totalHits: null }), 100);
  expect(progress).toEqual({ rows: 220, largestPage: 120, stale: 0, totalHits: 250 });
  expect(isCountReached({ ...progress, rows: 250 })).toBe(true);
});

/** A random server: its list shifts while it is read, and it ends in one of several ways. */
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
])('[QUERY-1] stops reading a list %s, and stores each row once or counts it as a duplicate', (_what, isSteady) => {
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const random = randomNumbers(seed);
    const { server, rows, size } = randomServer(random, isSteady);
    // A service may have its own page limit. If its count is too small as well, reading may end after the first page.
    const limit = random(2) === 0 ? null : isSteady ? size : 1 + random(60);
    const tokens = new DigestSet();
    const given: string[] = [];
    const usedTokens = new Set<string>();
    let [progress, token, doubled, requests] = [INITIAL_PROGRESS, null as string | null, 0, 0];
    for (let isOver = false; !isOver; requests += 1) {
      const { items, totalHits, next } = server(token);
      given.push(...items);
      const before = usedTokens.size;
      for (const item of items) usedTokens.add(item);
      const fresh = usedTokens.size - before;
      doubled += items.length - fresh;
      const isKnownToken = next !== null && tokens.add(next);
      const facts = { items: items.length, fresh, isKnowable: true, totalHits, next, isKnownToken };
      const step = pagingStep(progress, facts, limit);
      ({ progress } = step);
      isOver = step.verdict.kind === 'ended' || progress.rows > reasonableRows(progress, true);
      token = step.verdict.kind === 'more' ? step.verdict.after : null;
    }
    expect([seed, progress.rows + doubled, requests < 2_000]).toEqual([seed, given.length, true]);
    // All pages were full except the last, so no row is missing.
    if (isSteady) expect([seed, usedTokens.size]).toEqual([seed, rows]);
  }
});

test('recognizes a token that was added before', () => {
  const tokens = new DigestSet();
  const added = ['a', 'b', 'a', '', '', 'ab', 'ba', 'b'].map((token) => tokens.add(token));
  expect(added).toEqual([false, false, true, false, true, false, false, true]);
});
