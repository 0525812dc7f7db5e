import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import { describe, expect, it, test } from 'vitest';
import { closedList, type ListEffect } from '../../src-renderer/lists/list-state.ts';
import { type ListInput, listStep } from '../../src-renderer/lists/list-step.ts';
import { newestSeq } from '../../src-renderer/stores/timeline/timeline-lines.ts';
import {
  PAGE_ROWS,
  showsPreviousFilter,
  type TimelineList,
  timelineRules,
  type TimelineState,
  WINDOW_LINES,
} from '../../src-renderer/stores/timeline/timeline-window.ts';
import type { TimelineUpdate, TimelinePage } from '../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS } from '../../src-shared/api/page-timing.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { OTHER_WATCH, WATCH } from '../doubles/page-watch.ts';

type TimelineInput = ListInput<TimelineList>;
type TimelineEffect = ListEffect<TimelineList>;
const CLOSED = closedList(timelineRules);
const source = { watch: WATCH, filter: EVERYTHING };
const error = new Error('No answer.');

/** Returns the rows from `newest` down to `oldest`. */
const rows = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => summaryOf(newest - index, { kind: 'LOCALIZATION' }));
const extentTo = (storedEvents: number) => ({ oldestSeq: 1, newestSeq: storedEvents, storedEvents });

/** Creates a page of a store that holds `1` to `stored` without a hole. */
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
/** Creates an update that reports the events `from` to `to`. */
function news(from: number, to: number): TimelineUpdate {
  return {
    rows: rows(to, Math.max(from, to - MAX_UPDATE_ROWS + 1)),
    count: to - from + 1,
    heartbeats: 0,
    gaps: [],
    extent: extentTo(to),
  };
}

/** Creates the answer or update that the state waits for, like a backend that answers the newest request. */
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
const older = { kind: 'extend', side: 'end' } as const;
const newer = { kind: 'extend', side: 'start' } as const;
const newest = { kind: 'show', end: 'start' } as const;
const oldest = { kind: 'show', end: 'end' } as const;
const retry = { kind: 'retry' } as const;

type Input = TimelineInput | ((state: TimelineState) => TimelineInput);

function run(inputs: readonly Input[], from: TimelineState = CLOSED) {
  let state = from;
  let effects: readonly TimelineEffect[] = [];
  inputs.forEach((input, index) => {
    // Slow enough that the list follows row by row.
    const now = (index + 1) * 3_000;
    ({ state } = listStep(timelineRules, state, { kind: 'tick' }, now));
    ({ state, effects } = listStep(timelineRules, state, typeof input === 'function' ? input(state) : input, now));
  });
  return { state, effects };
}
/** Opens a store of `stored` rows and shows its newest page. */
const opened = (stored: number): Input[] => [
  { kind: 'open', query: source },
  answer(page(stored, Math.max(1, stored - PAGE_ROWS + 1))),
];
/** Returns what the user sees and what is requested. */
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

describe('pages, updates and the user in any order', () => {
  const ready = { phase: 'ready', waiting: 0, asks: null } as const;
  test.each<[string, Input[], ReturnType<typeof view>]>([
    ['a store that was opened shows its newest page', opened(450), { ...ready, top: 450, bottom: 251 }],
    [
      'an update that continues the rows is added on top of them',
      [...opened(450), tell(news(451, 453))],
      { ...ready, top: 453, bottom: 251 },
    ],
    [
      'a page that slept for an hour is current after one update',
      [...opened(450), tell(news(451, 30_450))],
      { ...ready, top: 30_450, bottom: 30_251 },
    ],
    [
      'a user who was away for an hour keeps the rows, and the pending count is exact',
      [...opened(450), freeze, tell(news(451, 30_450)), tell(news(30_451, 30_460))],
      { ...ready, top: 450, bottom: 251, waiting: 30_010 },
    ],
    [
      'the end of reading requests the newest page if rows are pending',
      [...opened(450), freeze, tell(news(451, 460)), thaw],
      { ...ready, top: 450, bottom: 251, waiting: 10, asks: 'start' },
    ],
    [
      'the end of reading requests nothing if no rows are pending',
      [...opened(450), freeze, thaw],
      { ...ready, top: 450, bottom: 251 },
    ],
    [
      'rows that arrive while the newest page loads are reported again after it',
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
      'a page that was read after the update reports nothing twice',
      [...opened(300), freeze, tell(news(301, 305)), newest, answer(page(309, 110)), tell(news(310, 312))],
      { ...ready, top: 309, bottom: 110, waiting: 3 },
    ],
    [
      'an older page is dropped if updates pushed its place out of the window',
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
      'an older page is dropped if a jump went past it',
      [...opened(900), older, tell(news(901, 5_000)), answer(page(700, 501, 5_000))],
      { ...ready, top: 5_000, bottom: 4_801 },
    ],
    [
      'a request for the newest rows replaces a pending older page',
      [...opened(900), freeze, tell(news(901, 905)), older, newest, answer(page(905, 706))],
      { ...ready, top: 905, bottom: 706 },
    ],
    [
      'only one page is requested at a time',
      [...opened(900), older, newer, older],
      { ...ready, top: 900, bottom: 701, asks: 'extend' },
    ],
    [
      'the oldest page is the oldest that is stored after retention',
      [...opened(900), freeze, oldest, answer({ ...page(840, 641, 900), hasOlder: false })],
      { ...ready, top: 840, bottom: 641 },
    ],
    [
      'an update does not move a user who has just gone to the oldest rows',
      [...opened(900), oldest, answer(page(200, 1, 900)), tell(news(901, 902))],
      { ...ready, top: 200, bottom: 1, waiting: 2 },
    ],
    [
      'paging up ends at the pending rows, and leaves their count unchanged',
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
      'the newest rows are requested if retention dropped all rows that were shown',
      [...opened(300), freeze, tell(news(301, 900)), oldest, answer({ ...page(840, 641, 900), hasOlder: false })],
      { ...ready, top: 300, bottom: 101, waiting: 600, asks: 'start' },
    ],
    [
      'a failed page leaves the rows, and an update does not request it again',
      [...opened(300), freeze, tell(news(301, 302)), thaw, failing, tell(news(303, 303))],
      { ...ready, top: 300, bottom: 101, waiting: 3 },
    ],
    [
      'a retry requests the same page',
      [...opened(300), older, failing, retry],
      { ...ready, top: 300, bottom: 101, asks: 'extend' },
    ],
    [
      'an event that is not listed is read with its surroundings, in two pages',
      [
        ...opened(3_000),
        { kind: 'show-around', cursor: 100, offset: null },
        answer(page(99, 1, 3_000)),
        answer(page(299, 100, 3_000)),
      ],
      { ...ready, top: 299, bottom: 1 },
    ],
    [
      'updates stay pending around such an event',
      [
        ...opened(3_000),
        { kind: 'show-around', cursor: 100, offset: null },
        answer(page(99, 1, 3_000)),
        answer(page(299, 100, 3_000)),
        tell(news(3_001, 3_002)),
      ],
      { ...ready, top: 299, bottom: 1, waiting: 2 },
    ],
    [
      'an event that is listed is not requested',
      [...opened(300), { kind: 'show-around', cursor: 200, offset: null }],
      { ...ready, top: 300, bottom: 101 },
    ],
    [
      'a failed feed leaves the rows',
      [...opened(300), (state) => ({ kind: 'feed-ended', feed: state.feed ?? -1, error })],
      { ...ready, phase: 'failed', top: 300, bottom: 101 },
    ],
    [
      'a failed feed restarts on a retry',
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
      'a feed that the backend ended restarts',
      [...opened(300), (state) => ({ kind: 'feed-ended', feed: state.feed ?? -1, error: null })],
      { phase: 'loading', top: 300, bottom: 101, waiting: 0, asks: 'start' },
    ],
    [
      'a store that cannot be read is reported',
      [{ kind: 'open', query: source }, failing],
      { ...ready, phase: 'failed', top: 0, bottom: 0 },
    ],
  ])('%s', (_, inputs, expected) => {
    expect(view(run(inputs).state)).toEqual(expected);
  });

  /** Creates updates that fill the window from `from` on. */
  function pushed(from: number, count: number): Input[] {
    return Array.from({ length: count / MAX_UPDATE_ROWS }, (_, piece) =>
      tell(news(from + piece * MAX_UPDATE_ROWS + 1, from + (piece + 1) * MAX_UPDATE_ROWS)),
    );
  }
});

describe('rows of the previous query', () => {
  const filter: Filter = { terms: [{ kind: 'seen', seen: true }] };
  const other = { watch: WATCH, filter };
  const open: Input = { kind: 'open', query: other };
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
      'are replaced by the first answer',
      [open, answer(page(40, 21, 300))],
      { ...kept, isOfBefore: false, phase: 'ready', top: 40, lines: 20 },
    ],
    [
      'are removed if nothing matches',
      [open, answer({ ...page(0, 1, 300), hasOlder: false })],
      { isOfBefore: false, phase: 'ready', top: 0, lines: 0 },
    ],
    ['stay if there is no answer', [open, failing], { ...kept, phase: 'failed' }],
    ['are not extended', [open, failing, older, newer], { ...kept, phase: 'failed' }],
    [
      'are current again if the query is undone',
      [open, failing, { kind: 'open', query: source }],
      { ...kept, isOfBefore: false },
    ],
    [
      'are removed with their watch',
      [{ kind: 'open', query: { ...other, watch: OTHER_WATCH } }],
      { isOfBefore: false, phase: 'loading', top: 0, lines: 0 },
    ],
  ])('[PAGE-109] %s', (_, inputs, expected) => {
    expect(shown(run([...opened(300), ...inputs]))).toEqual(expected);
  });

  it('[PAGE-109] cause no request at their ends', () => {
    const asked = run([...opened(300), open, failing]);
    expect(run([older, newer], asked.state).effects).toEqual([]);
  });
});

describe('late answers', () => {
  const late: [string, Input[], (before: TimelineState) => TimelineInput][] = [
    [
      'a page of the previous watch',
      [{ kind: 'open', query: { ...source, watch: OTHER_WATCH } }],
      (before) => answer(page(300, 101))(before),
    ],
    [
      'a page that was requested before the watch was closed',
      [{ kind: 'close' }],
      (before) => answer(page(300, 101))(before),
    ],
    ['an update of the previous feed', [...opened(10)], (before) => tell(news(301, 302))(before)],
    [
      'the end of the previous feed',
      [...opened(10)],
      (before) => ({ kind: 'feed-ended', feed: before.feed ?? -1, error }),
    ],
    ['the failure of a previous page', [...opened(10)], failing],
  ];
  test.each(late)('are ignored: %s', (_, inputs, input) => {
    const before = run([...opened(300), older]).state;
    const { state } = run(inputs, before);
    expect(run([input(before)], state)).toEqual({ state, effects: [] });
  });
});

describe('requests to the backend', () => {
  it('follow everything after the newest page that was read, replacing the previous feed', () => {
    const { effects } = run([...opened(300), freeze, tell(news(301, 305)), newest, answer(page(309, 110))]);
    expect(effects).toEqual([{ kind: 'follow', feed: expect.any(Number), query: source, after: 309 }]);
  });

  it.each([
    ['the newest page without a cursor', newest, 'end', null],
    ['the oldest page without a cursor', oldest, 'start', null],
    ['the page before the oldest row that is shown', older, 'end', 301],
  ] as const)('read %s', (_, input, side, cursor) => {
    const { effects } = run([...opened(500), freeze, tell(news(501, 502)), input]);
    expect(effects).toEqual([
      { kind: 'read', request: expect.any(Number), query: source, page: { side, cursor, limit: PAGE_ROWS } },
    ]);
  });

  it('read the next page by cursor if a hole in seq is wider than a page', () => {
    const beforeHole = { ...page(200, 1, 1_100), hasNewer: true };
    const afterHole = { ...page(1_100, 901), hasOlder: true };
    const { state, effects } = run([
      { kind: 'open', query: source },
      answer(afterHole),
      oldest,
      answer(beforeHole),
      newer,
    ]);
    expect(effects).toMatchObject([{ page: { side: 'start', cursor: 200 } }]);
    const { window } = run([answer(afterHole)], state).state;
    expect({ count: window.lines.length, hasNewer: window.hasBefore }).toEqual({ count: 400, hasNewer: false });
  });

  it('continue automatically if a page ended before it found a matching row', () => {
    const none: TimelinePage = {
      ...page(9_000, 9_001),
      rows: [],
      hasOlder: true,
      olderCursor: 7_000,
      extent: extentTo(9_000),
    };
    const { state, effects } = run([{ kind: 'open', query: source }, answer(none)]);
    expect(effects.filter(({ kind }) => kind === 'read')).toMatchObject([{ page: { side: 'end', cursor: 7_000 } }]);
    expect(view(run([answer(page(12, 1, 9_000))], state).state)).toMatchObject({ top: 12, bottom: 1, asks: null });
  });
});
