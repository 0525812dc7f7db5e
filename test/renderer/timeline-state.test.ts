import type { Filter } from '../../src-shared/domain/filter.ts';
import { describe, expect, it, test } from 'vitest';
import {
  CLOSED,
  showsPreviousFilter,
  PAGE_ROWS,
  type TimelineEffect,
  type TimelineState,
} from '../../src-renderer/stores/timeline-state.ts';
import { type TimelineInput, timelineStep } from '../../src-renderer/stores/timeline-step.ts';
import { newestSeq } from '../../src-renderer/stores/timeline-lines.ts';
import { WINDOW_LINES } from '../../src-renderer/stores/timeline-window.ts';
import type { TimelineUpdate, TimelinePage } from '../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS } from '../../src-shared/api/page-timing.ts';
import { EVERYTHING } from '../../src-shared/domain/filter.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { OTHER_WATCH, WATCH } from '../doubles/page-watch.ts';

const source = { watch: WATCH, filter: EVERYTHING };
const error = new Error('No answer.');

/** Rows from `newest` down to `oldest`. */
const rows = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => summaryOf(newest - index, { kind: 'LOCALIZATION' }));
const extentTo = (storedEvents: number) => ({ oldestSeq: 1, newestSeq: storedEvents, storedEvents });

/** A page of a store that holds `1` to `stored` without a hole. */
function page(newest: number, oldest: number, stored = newest): TimelinePage {
  return {
    rows: rows(newest, oldest),
    hasOlder: oldest > 1,
    hasNewer: newest < stored,
    olderCursor: oldest,
    newerCursor: newest,
    gaps: [],
    direct: null,
    extent: extentTo(stored),
  };
}
/** That `from` to `to` have come. */
function news(from: number, to: number): TimelineUpdate {
  return {
    rows: rows(to, Math.max(from, to - MAX_UPDATE_ROWS + 1)),
    count: to - from + 1,
    heartbeats: 0,
    gaps: [],
    extent: extentTo(to),
  };
}

/** The page or the news that the state waits for: the double of a backend that answers what was asked last. */
const answer =
  (read: TimelinePage) =>
  (state: TimelineState): TimelineInput => ({
    kind: 'page',
    request: state.request?.id ?? -1,
    page: read,
  });
const failing = (state: TimelineState): TimelineInput => ({
  kind: 'page-failed',
  request: state.request?.id ?? -1,
  error,
});
const tell =
  (told: TimelineUpdate) =>
  (state: TimelineState): TimelineInput => ({
    kind: 'news',
    feed: state.feed ?? -1,
    news: told,
  });
const freeze = { kind: 'attend', attention: { isPointing: false, isReading: true } } as const;
const thaw = { kind: 'attend', attention: { isPointing: false, isReading: false } } as const;
const older = { kind: 'extend', side: 'older' } as const;
const newer = { kind: 'extend', side: 'newer' } as const;
const newest = { kind: 'show', end: 'newest' } as const;
const oldest = { kind: 'show', end: 'oldest' } as const;
const retry = { kind: 'retry' } as const;

type Input = TimelineInput | ((state: TimelineState) => TimelineInput);

function run(inputs: readonly Input[], from: TimelineState = CLOSED) {
  let state = from;
  let effects: readonly TimelineEffect[] = [];
  inputs.forEach((input, index) => {
    // Slow enough to be followed row by row.
    const now = (index + 1) * 3_000;
    ({ state } = timelineStep(state, { kind: 'tick' }, now));
    ({ state, effects } = timelineStep(state, typeof input === 'function' ? input(state) : input, now));
  });
  return { state, effects };
}
/** A store of `stored` rows, opened and shown. */
const opened = (stored: number): Input[] => [
  { kind: 'open', source },
  answer(page(stored, Math.max(1, stored - PAGE_ROWS + 1))),
];
/** What a reader sees, and what is asked for. */
function view({ window, pendingCount, request, phase }: TimelineState) {
  const shown = window.lines.map(newestSeq);
  const [top, bottom] = [shown[0] ?? 0, shown.at(-1) ?? 0];
  expect(shown).toEqual(
    rows(top, bottom)
      .map((row) => row.seq)
      .slice(0, shown.length),
  );
  return { phase: phase.kind, top, bottom, waiting: pendingCount, asks: request?.target.kind ?? null };
}

describe('pages, news and the reader in any order', () => {
  const ready = { phase: 'ready', waiting: 0, asks: null } as const;
  test.each<[string, Input[], ReturnType<typeof view>]>([
    ['a store that was opened shows its newest page', opened(450), { ...ready, top: 450, bottom: 251 }],
    [
      'news that continues the rows goes on top of them',
      [...opened(450), tell(news(451, 453))],
      { ...ready, top: 453, bottom: 251 },
    ],
    [
      'a page that slept an hour is current with one piece of news, whatever it slept over',
      [...opened(450), tell(news(451, 30_450))],
      { ...ready, top: 30_450, bottom: 30_251 },
    ],
    [
      'a reader who slept an hour keeps the rows, and the count is exact',
      [...opened(450), freeze, tell(news(451, 30_450)), tell(news(30_451, 30_460))],
      { ...ready, top: 450, bottom: 251, waiting: 30_010 },
    ],
    [
      'reading that ends asks for the newest page where rows wait',
      [...opened(450), freeze, tell(news(451, 460)), thaw],
      { ...ready, top: 450, bottom: 251, waiting: 10, asks: 'newest' },
    ],
    ['and for nothing where none wait', [...opened(450), freeze, thaw], { ...ready, top: 450, bottom: 251 }],
    [
      'rows that come while the newest page is on its way are told again after it',
      [
        ...opened(300),
        freeze,
        tell(news(301, 305)),
        newest,
        tell(news(306, 309)),
        answer(page(305, 106)),
        thaw,
        tell(news(306, 309)),
      ],
      { ...ready, top: 309, bottom: 106 },
    ],
    [
      'a page that was read after them leaves nothing to be told twice',
      [...opened(300), freeze, tell(news(301, 305)), newest, answer(page(309, 110)), tell(news(310, 312))],
      { ...ready, top: 309, bottom: 110, waiting: 3 },
    ],
    [
      'an older page is dropped where news pushed its place out of the window',
      [
        ...opened(2_500),
        ...pushed(2_500, WINDOW_LINES - PAGE_ROWS),
        older,
        tell(news(4_301, 4_350)),
        answer(page(2_300, 2_101, 4_350)),
      ],
      { ...ready, top: 4_350, bottom: 2_351 },
    ],
    [
      'an older page is dropped where a jump went past it',
      [...opened(900), older, tell(news(901, 5_000)), answer(page(700, 501, 5_000))],
      { ...ready, top: 5_000, bottom: 4_801 },
    ],
    [
      'the way to the newest rows takes the place of an older page that is on its way',
      [...opened(900), freeze, tell(news(901, 905)), older, newest, answer(page(905, 706))],
      { ...ready, top: 905, bottom: 706 },
    ],
    [
      'one page at a time: a second is not asked for while the first is on its way',
      [...opened(900), older, newer, older],
      { ...ready, top: 900, bottom: 701, asks: 'older' },
    ],
    [
      'the oldest page is the oldest that is stored, whatever retention has dropped',
      [...opened(900), freeze, oldest, answer({ ...page(840, 641, 900), hasOlder: false })],
      { ...ready, top: 840, bottom: 641 },
    ],
    [
      'news does not take back a reader who has just gone to the oldest rows',
      [...opened(900), oldest, answer(page(200, 1, 900)), tell(news(901, 902))],
      { ...ready, top: 200, bottom: 1, waiting: 2 },
    ],
    [
      'paging up ends at the rows that wait, and takes none of them away from their count',
      [
        ...opened(300),
        freeze,
        tell(news(301, 302)),
        oldest,
        answer(page(200, 1, 302)),
        newer,
        answer(page(302, 201, 302)),
      ],
      { ...ready, top: 300, bottom: 1, waiting: 2 },
    ],
    [
      'where retention has dropped all that was shown, the newest rows are asked for',
      [...opened(300), freeze, tell(news(301, 900)), oldest, answer({ ...page(840, 641, 900), hasOlder: false })],
      { ...ready, top: 300, bottom: 101, waiting: 600, asks: 'newest' },
    ],
    [
      'a page that failed leaves the rows, and news does not ask for it again',
      [...opened(300), freeze, tell(news(301, 302)), thaw, failing, tell(news(303, 303))],
      { ...ready, top: 300, bottom: 101, waiting: 3 },
    ],
    [
      'asked again, the same page is read',
      [...opened(300), older, failing, retry],
      { ...ready, top: 300, bottom: 101, asks: 'older' },
    ],
    [
      'an event that is not listed is read with what is around it, in two pages',
      [
        ...opened(3_000),
        { kind: 'show-around', seq: 100, offset: null },
        answer(page(99, 1, 3_000)),
        answer(page(299, 100, 3_000)),
      ],
      { ...ready, top: 299, bottom: 1 },
    ],
    [
      'and news waits there',
      [
        ...opened(3_000),
        { kind: 'show-around', seq: 100, offset: null },
        answer(page(99, 1, 3_000)),
        answer(page(299, 100, 3_000)),
        tell(news(3_001, 3_002)),
      ],
      { ...ready, top: 299, bottom: 1, waiting: 2 },
    ],
    [
      'an event that is listed is read by nobody',
      [...opened(300), { kind: 'show-around', seq: 200, offset: null }],
      { ...ready, top: 300, bottom: 101 },
    ],
    [
      'a feed that failed leaves the rows',
      [...opened(300), (state) => ({ kind: 'feed-ended', feed: state.feed ?? -1, error })],
      { ...ready, phase: 'failed', top: 300, bottom: 101 },
    ],
    [
      'a feed that failed begins anew where it is asked for again',
      [
        ...opened(300),
        (state) => ({ kind: 'feed-ended', feed: state.feed ?? -1, error }),
        retry,
        answer(page(309, 110)),
        tell(news(310, 310)),
      ],
      { ...ready, top: 310, bottom: 110 },
    ],
    [
      'a feed that the backend ended begins anew',
      [...opened(300), (state) => ({ kind: 'feed-ended', feed: state.feed ?? -1, error: null })],
      { phase: 'loading', top: 300, bottom: 101, waiting: 0, asks: 'newest' },
    ],
    [
      'a store that cannot be read at all says so',
      [{ kind: 'open', source }, failing],
      { ...ready, phase: 'failed', top: 0, bottom: 0 },
    ],
  ])('%s', (_, inputs, expected) => {
    expect(view(run(inputs).state)).toEqual(expected);
  });

  /** News that fills the window from `from` on. */
  function pushed(from: number, count: number): Input[] {
    return Array.from({ length: count / MAX_UPDATE_ROWS }, (_, piece) =>
      tell(news(from + piece * MAX_UPDATE_ROWS + 1, from + (piece + 1) * MAX_UPDATE_ROWS)),
    );
  }
});

describe('lines of the query before', () => {
  const filter: Filter = { terms: [{ kind: 'seen', seen: true }] };
  const other = { watch: WATCH, filter };
  const open: Input = { kind: 'open', source: other };
  const shown = ({ state }: ReturnType<typeof run>) => ({
    isOfBefore: showsPreviousFilter(state),
    phase: state.phase.kind,
    top: state.window.lines.map(newestSeq)[0] ?? 0,
    lines: state.window.lines.length,
  });
  const kept: ReturnType<typeof shown> = { isOfBefore: true, phase: 'loading', top: 300, lines: 200 };
  test.each<[string, Input[], ReturnType<typeof shown>]>([
    ['stay until the first answer to another query', [open], kept],
    [
      'go with the first answer',
      [open, answer(page(40, 21, 300))],
      { ...kept, isOfBefore: false, phase: 'ready', top: 40, lines: 20 },
    ],
    [
      'go also where nothing matches',
      [open, answer({ ...page(0, 1, 300), hasOlder: false })],
      { isOfBefore: false, phase: 'ready', top: 0, lines: 0 },
    ],
    ['stay where there is no answer', [open, failing], { ...kept, phase: 'failed' }],
    ['are not read on', [open, failing, older, newer], { ...kept, phase: 'failed' }],
    [
      'are their own again where the query is taken back',
      [open, failing, { kind: 'open', source }],
      { ...kept, isOfBefore: false },
    ],
    [
      'go with their watch',
      [{ kind: 'open', source: { ...other, watch: OTHER_WATCH } }],
      { isOfBefore: false, phase: 'loading', top: 0, lines: 0 },
    ],
  ])('[PAGE-127] %s', (_, inputs, expected) => {
    expect(shown(run([...opened(300), ...inputs]))).toEqual(expected);
  });

  it('[PAGE-127] nothing is asked for from where they end', () => {
    const asked = run([...opened(300), open, failing]);
    expect(run([older, newer], asked.state).effects).toEqual([]);
  });
});

describe('answers that come too late', () => {
  const late: [string, Input[], (before: TimelineState) => TimelineInput][] = [
    [
      'a page of the watch before',
      [{ kind: 'open', source: { ...source, watch: OTHER_WATCH } }],
      (before) => answer(page(300, 101))(before),
    ],
    [
      'a page that was asked for before the watch was closed',
      [{ kind: 'close' }],
      (before) => answer(page(300, 101))(before),
    ],
    ['news of the feed before', [...opened(10)], (before) => tell(news(301, 302))(before)],
    [
      'the end of the feed before',
      [...opened(10)],
      (before) => ({ kind: 'feed-ended', feed: before.feed ?? -1, error }),
    ],
    ['the failure of a page before', [...opened(10)], failing],
  ];
  test.each(late)('%s: nothing changes', (_, inputs, input) => {
    const before = run([...opened(300), older]).state;
    const { state } = run(inputs, before);
    expect(run([input(before)], state)).toEqual({ state, effects: [] });
  });
});

describe('what is asked of the backend', () => {
  it('is everything after the newest page that was read, in the place of the feed before', () => {
    const { effects } = run([...opened(300), freeze, tell(news(301, 305)), newest, answer(page(309, 110))]);
    expect(effects).toEqual([{ kind: 'follow', feed: expect.any(Number), query: { ...source, after: 309 } }]);
  });

  it.each([
    ['the newest page without a cursor', newest, 'older', null],
    ['the oldest page without a cursor', oldest, 'newer', null],
    ['the page before the oldest row that is shown', older, 'older', 301],
  ] as const)('is %s', (_, input, direction, cursor) => {
    const { effects } = run([...opened(500), freeze, tell(news(501, 502)), input]);
    expect(effects).toEqual([
      { kind: 'read', request: expect.any(Number), query: { ...source, direction, cursor, limit: PAGE_ROWS } },
    ]);
  });

  it('is the next page by cursor where a hole in seq is wider than a page', () => {
    const beforeHole = { ...page(200, 1, 1_100), hasNewer: true };
    const afterHole = { ...page(1_100, 901), hasOlder: true };
    const { state, effects } = run([{ kind: 'open', source }, answer(afterHole), oldest, answer(beforeHole), newer]);
    expect(effects).toMatchObject([{ query: { direction: 'newer', cursor: 200 } }]);
    const { window } = run([answer(afterHole)], state).state;
    expect({ count: window.lines.length, hasNewer: window.hasNewer }).toEqual({ count: 400, hasNewer: false });
  });

  it('goes on by itself where a page ended before it found a row that matches', () => {
    const none: TimelinePage = {
      ...page(9_000, 9_001),
      rows: [],
      hasOlder: true,
      olderCursor: 7_000,
      extent: extentTo(9_000),
    };
    const { state, effects } = run([{ kind: 'open', source }, answer(none)]);
    expect(effects.filter(({ kind }) => kind === 'read')).toMatchObject([
      { query: { direction: 'older', cursor: 7_000 } },
    ]);
    expect(view(run([answer(page(12, 1, 9_000))], state).state)).toMatchObject({ top: 12, bottom: 1, asks: null });
  });
});
