import { describe, expect, it, onTestFinished, test } from 'vitest';
import { findByName } from '../../src-renderer/components/saved/saved-items.ts';
import { nextCount, pinnedViews, type ViewCount } from '../../src-renderer/stores/timeline/view-counts.ts';
import { createViewsStore } from '../../src-renderer/stores/views-store.ts';
import {
  movedIds,
  pinUnavailable,
  singleOutcomeOf,
  viewOf,
  withImported,
} from '../../src-renderer/screens/timeline/views/view-edits.ts';
import { filterSentence, spanSentence } from '../../src-renderer/words/filter-sentence.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { filterOf } from '../doubles/filters.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { aView } from '../doubles/saved-views.ts';
import { TALLIES } from '../doubles/routed-client.ts';

const view = (id: string, query: string, part: Partial<SavedView> = {}) =>
  aView(id, query, { name: id, pinned: true, ...part });

describe('a filter in words', () => {
  test.each([
    ['', 'everything', null],
    ['outcome:failed,partial -country:NO', 'failed or partial, not NO', null],
    ['-code:70,73 "timed out" seen:no since:-24h', 'not 70 nor 73, “timed out”, not seen', 'the last 24 h'],
    ['eid:=8904321 principal:acme since:-90m', 'EID 8904321, principal acme', 'the last 90 min'],
    ['since:2026-11-21T14:00Z until:2026-11-21T15:00Z', 'everything', '21 Nov 2026 14:00 UTC to 21 Nov 2026 15:00 UTC'],
    ['until:-1h', 'everything', 'until 1 h ago'],
    ['since:-7d', 'everything', 'the last 7 days'],
    ['since:yesterday until:now', 'everything', 'yesterday (UTC) to now'],
  ])('describes %j as %j over %j', (text, words, span) => {
    const filter = filterOf(text);
    expect([filterSentence(filter), spanSentence(filter, 'utc')]).toEqual([words, span]);
  });
});

describe('saved views', () => {
  const a = view('a', 'outcome:failed', { name: 'Failed today' });
  const b = view('b', 'outcome:partial', { pinned: false });
  const c = view('c', 'outcome:failed,partial');

  it('are found by their name in any case, and by their filter', () => {
    expect(findByName([a, b], ' failed TODAY ')).toBe(a);
    expect(findByName([a, b], 'failed')).toBeNull();
    expect(viewOf([a, b], filterOf('outcome:partial'))).toBe(b);
  });

  it('have the colour of their only outcome', () => {
    expect([a, b, c, view('d', '-outcome:failed')].map(({ filter }) => singleOutcomeOf(filter))).toEqual([
      'failed',
      'partial',
      null,
      null,
    ]);
  });

  it('[VIEW-1] move among the listed views, but not beyond the ends', () => {
    expect(movedIds([a, b, c], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(movedIds([a, b, c], 'c', -1, ({ pinned }) => pinned)).toEqual(['c', 'a', 'b']);
    expect(movedIds([a, b, c], 'a', -1)).toBeNull();
    expect(movedIds([a, b, c], 'c', 1)).toBeNull();
  });

  it('are at most five in the rail', () => {
    const many = ['1', '2', '3', '4', '5'].map((id) => view(id, ''));
    expect([pinUnavailable(many, null), pinUnavailable(many, many[0] ?? null), pinUnavailable([a, b], null)]).toEqual([
      '5 are in the rail already',
      null,
      null,
    ]);
  });

  it('[VIEW-1] replace only views of the same name when they are imported', () => {
    const own = [a, b];
    const taken = withImported(own, [
      view('x', 'country:SE', { name: 'FAILED TODAY' }),
      view('b', 'country:NO', { name: 'New' }),
    ]);
    expect(taken.map(({ name, pinned }) => [name, pinned])).toEqual([
      ['FAILED TODAY', true],
      ['New', true],
    ]);
    expect(taken[0]?.id).toBe('a');
    // Another view has this id here.
    expect(taken[1]?.id).not.toBe('b');
  });
});

describe('the view that is counted next', () => {
  const plain = view('plain', 'outcome:failed');
  const moving = view('moving', 'since:-1h');
  const counted = (of: SavedView, part: Partial<ViewCount> = {}): [string, ViewCount] => [
    of.id,
    { filter: of.filter, count: 3, countedThrough: 10, fullCountAt: 0, at: 0, ...part },
  ];

  test.each([
    ['nothing is counted yet', [], 10, 0, ['plain', 'all']],
    ['nothing new is stored', [counted(plain), counted(moving)], 10, 1_000, null],
    ['something new is stored', [counted(plain), counted(moving, { at: -5 })], 11, 1_000, ['moving', 'new']],
    ['a minute is over', [counted(plain), counted(moving)], 10, 60_000, ['moving', 'all']],
    [
      'ten minutes are over',
      [counted(plain), counted(moving, { fullCountAt: 590_000 })],
      10,
      600_000,
      ['plain', 'all'],
    ],
    [
      'another filter was saved',
      [counted(plain, { filter: filterOf('') }), counted(moving)],
      10,
      1_000,
      ['plain', 'all'],
    ],
  ] as const)('[VIEW-1] is right if %s', (_, counts, newest, now, expected) => {
    const step = nextCount([plain, moving], new Map(counts), newest, now);
    expect(step === null ? null : [step.view.id, step.base === null ? 'all' : 'new']).toEqual(expected);
  });

  test.each([
    ['an outdated count waits', [counted(plain), counted(moving)], 10, 60_000, null],
    [
      'an outdated count is still extended',
      [counted(plain, { countedThrough: 11 }), counted(moving)],
      11,
      60_000,
      ['moving', 'new'],
    ],
    ['a view that was never counted does not wait', [counted(plain)], 10, 60_000, ['moving', 'all']],
    ['an outdated count is repeated after the pause', [counted(plain), counted(moving)], 10, 90_000, ['moving', 'all']],
  ] as const)('[VIEW-1] respects the pause after a long count: %s', (_, counts, newest, now, expected) => {
    const pace = { failed: new Map(), mayRecountAt: 90_000 };
    const step = nextCount([plain, moving], new Map(counts), newest, now, pace);
    expect(step === null ? null : [step.view.id, step.base === null ? 'all' : 'new']).toEqual(expected);
  });

  it('is one that could not be counted only after a tenth of the time has passed', () => {
    const nextAt = (now: number) =>
      nextCount([plain], new Map(), 10, now, { failed: new Map([['plain', 5_000]]), mayRecountAt: 50_000 });
    expect([nextAt(49_000), nextAt(50_000)?.view]).toEqual([null, plain]);
  });

  it('is never one outside the rail', () => {
    expect(pinnedViews([view('a', '', { pinned: false })])).toEqual([]);
    expect(nextCount([view('a', '', { pinned: false })], new Map(), 9, 0)).toBeNull();
  });
});

describe('the views store', () => {
  function opened(...views: SavedView[]) {
    const backend = new PageBackend();
    const clock = new FakePageClock();
    backend.savedViews.set(WATCH, views);
    const store = createViewsStore(backend, clock, () => START);
    onTestFinished(() => store.close());
    const at = (newestSeq: number) => watchSnapshot({ extent: { oldestSeq: 1, newestSeq, storedEvents: newestSeq } });
    store.open(at(10));
    return { backend, clock, store, at };
  }
  async function second(clock: FakePageClock): Promise<void> {
    clock.advance(1_000);
    await new Promise((resolve) => void setImmediate(resolve));
  }

  it('[VIEW-1] counts one view a second, then only the events since then', async () => {
    const { backend, clock, store, at } = opened(view('a', 'outcome:failed'), view('b', 'country:SE'));
    backend.calls.answer('timeline.count', ({ after, to }) => ({ count: (to ?? 0) - after, next: null }));
    await second(clock);
    expect([...store.getState().counts.keys()]).toEqual(['a']);
    await second(clock);
    await second(clock);
    store.onSnapshot(at(14), at(10), false);
    await second(clock);
    const asked = backend.calls
      .inputsOf(...TALLIES)
      .map(({ after, ...query }) => [after, 'to' in query ? query.to : null]);
    expect(asked).toEqual([
      [0, 10],
      [0, 10],
      [10, 14],
    ]);
    expect(store.getState().counts.get('a')?.count).toBe(14);
  });

  it('adds up the parts of a count', async () => {
    const { backend, clock, store } = opened(view('a', 'text:x'));
    backend.calls.answer('timeline.count', ({ to }) => ({ count: 2, next: to === 10 ? 5 : null }));
    await second(clock);
    await expect.poll(() => store.getState().counts.get('a')?.count).toBe(4);
  });

  it('[VIEW-1] spends at most a tenth of the time on complete counts, however fast events get too old', async () => {
    const { backend, clock, store } = opened(view('a', 'text:x since:-1h'));
    backend.calls.answer('timeline.count', () => ({ count: 7, next: null }));
    backend.calls.hold(...TALLIES);
    await second(clock);
    // The count takes 30 s.
    for (let seconds = 0; seconds < 30; seconds += 1) await second(clock);
    backend.calls.stopHolding();
    backend.calls.release();
    await second(clock);
    expect(store.getState().counts.get('a')?.count).toBe(7);
    for (let seconds = 0; seconds < 260; seconds += 1) await second(clock);
    expect(backend.calls.inputsOf(...TALLIES)).toHaveLength(1);
    for (let seconds = 0; seconds < 20; seconds += 1) await second(clock);
    expect(backend.calls.inputsOf(...TALLIES)).toHaveLength(2);
  });

  it('keeps a count while counting fails, and says why a view could not be saved', async () => {
    const { backend, clock, store, at } = opened(view('a', ''));
    backend.calls.answer('timeline.count', () => ({ count: 7, next: null }));
    await second(clock);
    backend.calls.fail(new Error('gone'), ...TALLIES);
    store.onSnapshot(at(12), at(10), false);
    await second(clock);
    expect(store.getState().counts.get('a')?.count).toBe(7);
    backend.calls.fail(new Error('disk full'), 'views');
    expect(await store.put([view('b', '')])).toBe(false);
    expect(store.getState().requestError?.message).toBe('disk full');
  });

  it('counts the other views if one cannot be counted', async () => {
    const { backend, clock, store } = opened(view('a', 'text:x'), view('b', ''), view('c', ''));
    backend.calls.answer('timeline.count', ({ filter: { terms } }) => {
      if (terms.some(({ kind }) => kind === 'text')) throw new Error('damaged');
      return { count: 7, next: null };
    });
    for (let seconds = 0; seconds < 4; seconds += 1) await second(clock);
    expect([...store.getState().counts.keys()]).toEqual(['b', 'c']);
  });

  it('[VIEW-1] restores a deleted view in its place', async () => {
    const { store } = opened(view('a', ''), view('b', ''), view('c', ''));
    const ids = () => store.getState().savedItems?.map(({ id }) => id);
    await store.remove('b');
    expect(ids()).toEqual(['a', 'c']);
    await store.restore();
    expect([ids(), store.getState().deleted]).toEqual([['a', 'b', 'c'], null]);
  });

  it('is cleared with its watch', async () => {
    const { store } = opened(view('a', ''));
    store.show({ kind: 'manage' });
    store.close();
    expect([store.getState().savedItems, store.getState().dialog]).toEqual([null, null]);
    expect(await store.put([view('b', '')])).toBe(false);
  });
});
