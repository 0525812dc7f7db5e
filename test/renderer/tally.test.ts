import { describe, expect, it, vi } from 'vitest';
import { searchedWords } from '../../src-renderer/screens/timeline/list-foot-words.ts';
import { nextAllowedAt } from '../../src-renderer/stores/loading/paced-query.ts';
import { createTallyStore } from '../../src-renderer/stores/timeline/tally-store.ts';
import {
  movesWithTime,
  EMPTY_FACETS,
  shownSpan,
  withBars,
  withFacets,
} from '../../src-renderer/stores/timeline/tally-sums.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { filterOf } from '../doubles/filters.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, START, watchSnapshot } from '../doubles/page-watch.ts';
import { TALLIES } from '../doubles/routed-client.ts';

const HOUR = 3_600_000;

function tallied(count = () => 7) {
  const backend = new PageBackend();
  backend.calls.answer('timeline.facets', () => ({ count: count(), fields: [], next: null }));
  const clock = new FakePageClock();
  const tally = createTallyStore(backend, clock, () => clock.read().wall);
  const asked = (kind: 'facets' | 'histogram') => backend.calls.inputsOf(`timeline.${kind}`);
  tally.open(watchSnapshot());
  return { backend, clock, tally, asked, settle: () => new Promise((resolve) => void setImmediate(resolve)) };
}
const question = (text: string) => ({ filter: filterOf(text), zone: 'utc' as const, maxBars: 100 });

describe('[READ-20] the counts', () => {
  it.each([
    [0, 10, 1_000],
    [0, 100, 1_000],
    [0, 300, 3_000],
    [5_000, 25_000, 205_000],
  ])('requested at %d and answered at %d are requested again at %d at the earliest', (asked, answered, again) =>
    expect(nextAllowedAt(asked, answered)).toBe(again),
  );

  it('are requested while a component shows them, and at most once a second after new events', async () => {
    const { tally, asked, clock, settle } = tallied();
    tally.refresh();
    await settle();
    expect(asked('facets')).toHaveLength(0);
    tally.show(question('outcome:failed'));
    await vi.waitFor(() => expect(tally.getState().counts.value?.count).toBe(7));
    for (let news = 0; news < 50; news += 1) tally.refresh();
    await settle();
    expect(asked('facets')).toHaveLength(1);
    clock.advance(1_000);
    await settle();
    expect(asked('facets')).toHaveLength(2);
    clock.advance(10_000);
    await settle();
    expect(asked('facets')).toHaveLength(2);
    tally.show(null);
    tally.refresh();
    clock.advance(10_000);
    await settle();
    expect(asked('facets')).toHaveLength(2);
  });

  it('belong to the newest query, whichever is answered first', async () => {
    const { backend, tally, settle } = tallied();
    // The filter has one more term, which leaves out the heartbeats that the list folds.
    backend.calls.answer('timeline.facets', (query) => ({
      count: query.filter.terms.length - 1,
      fields: [],
      next: null,
    }));
    backend.calls.hold(...TALLIES);
    tally.show(question('country:SE'));
    tally.show(question('country:SE outcome:failed'));
    backend.calls.release();
    await vi.waitFor(() => expect(tally.getState().counts.value?.count).toBe(2));
    await settle();
    expect(tally.getState().counts.value?.count).toBe(2);
  });

  it('are cleared when the watch is closed', async () => {
    const { tally } = tallied();
    tally.show(question(''));
    await vi.waitFor(() => expect(tally.getState().counts.value).not.toBeNull());
    tally.close();
    expect(tally.getState().counts.value).toBeNull();
  });
});

describe('[READ-20] an answer in parts', () => {
  it('is added up, and is a lower bound until it is complete', async () => {
    const { backend, tally, asked } = tallied();
    const told: string[] = [];
    tally.subscribe(({ counts: { value } }) => value !== null && told.push(`${value.count} ${value.isComplete}`));
    backend.calls.answer('timeline.facets', ({ to }) => ({
      count: 10,
      fields: [
        {
          field: 'country' as const,
          values: [
            { value: to === null ? 'SE' : 'NO', count: 5 },
            { value: 'DE', count: 5 },
          ],
        },
      ],
      next: to === null ? 50 : null,
    }));
    tally.show(question('text:word'));
    await vi.waitFor(() => expect(tally.getState().counts.value?.isComplete).toBe(true));
    expect(new Set(told)).toEqual(new Set(['10 false', '20 true']));
    expect(tally.getState().counts.value?.fields.get('country')).toEqual([
      { value: 'DE', count: 10 },
      { value: 'NO', count: 5 },
      { value: 'SE', count: 5 },
    ]);
    // All parts have the same time, so that relative times mean the same in each.
    expect(new Set(asked('facets').map(({ at }) => at))).toEqual(new Set([START]));
  });

  it('never becomes less while it is counted again', async () => {
    const { backend, tally, clock } = tallied();
    backend.calls.answer('timeline.facets', ({ to }) => ({ count: 10, fields: [], next: to === null ? 50 : null }));
    tally.show(question('text:word'));
    await vi.waitFor(() => expect(tally.getState().counts.value?.count).toBe(20));
    const told: (number | undefined)[] = [];
    tally.subscribe(({ counts: { value } }) => told.push(value?.count));
    clock.advance(1_000);
    tally.refresh();
    await vi.waitFor(() => expect(tally.getState().counts.asOf).toBe(START + 1_000));
    expect(new Set(told)).toEqual(new Set([20]));
  });

  it('adds the counts of bars bar by bar', () => {
    const first = withBars(new Map(), { outcomes: [{ outcome: 'failed', counts: [1, 2] }] });
    const both = withBars(first, {
      outcomes: [
        { outcome: 'failed', counts: [0, 5] },
        { outcome: null, counts: [1, 0] },
      ],
    });
    expect([...both]).toEqual([
      ['failed', [1, 7]],
      [null, [1, 0]],
    ]);
    expect(withFacets(EMPTY_FACETS, { count: 0, fields: [] })).toEqual(EMPTY_FACETS);
  });
});

it('[PAGE-20] counts stay with their time if they cannot be updated', async () => {
  const { backend, tally, clock } = tallied();
  tally.show(question(''));
  await vi.waitFor(() => expect(tally.getState().counts.value?.count).toBe(7));
  const failure = backendError({ code: 'STORE_LOST', facts: {} } as never);
  backend.calls.fail(failure, ...TALLIES);
  clock.advance(5_000);
  tally.refresh();
  await vi.waitFor(() => expect(tally.getState().counts.error).toBe(failure));
  expect(tally.getState().counts).toMatchObject({ value: { count: 7 }, asOf: START });
  backend.calls.fail(null, ...TALLIES);
  clock.advance(60_000);
  tally.onSnapshot(watchSnapshot(), watchSnapshot(), true);
  await vi.waitFor(() => expect(tally.getState().counts).toMatchObject({ asOf: START + 65_000, error: null }));
});

describe('[PAGE-100] the bars', () => {
  it('[READ-20] are requested again every 10 s if nothing arrives in a young store', async () => {
    const { backend, clock, tally, asked, settle } = tallied();
    backend.storeQuietly(2, { receivedAt: START - 20_000 });
    tally.show(question(''));
    await vi.waitFor(() => expect(tally.getState().bars.value?.edges.length).toBeGreaterThan(10));
    const requests: number[] = [];
    for (let second = 1; second <= 20; second += 1) {
      clock.advance(1_000);
      await settle();
      requests.push(asked('histogram').length);
    }
    expect([requests[8], requests[9], requests[18], requests[19]]).toEqual([1, 2, 2, 3]);
  });
  it('cover the requested span or everything stored, with its coverage', async () => {
    const { backend, tally } = tallied();
    backend.storeQuietly(2, { receivedAt: START - 5 * HOUR });
    tally.show(question(''));
    await vi.waitFor(() => expect(tally.getState().bars.value?.span).toEqual({ from: START - 5 * HOUR, to: START }));
    expect(backend.calls.inputsOf('coverage.span').map(({ from }) => from)).toEqual([START - 5 * HOUR]);
    tally.show(question('since:-2h'));
    await vi.waitFor(() => expect(tally.getState().bars.value?.span.from).toBe(START - 2 * HOUR));
    // Limit for zooming out.
    expect(tally.getState().bars.value?.oldestAt).toBe(START - 5 * HOUR);
    // Known coverage is not read again; earlier coverage is.
    expect(backend.calls.inputsOf('coverage.span')).toHaveLength(1);
    tally.show(question('since:-9h'));
    await vi.waitFor(() => expect(backend.calls.inputsOf('coverage.span')).toHaveLength(2));
    tally.onSnapshot(watchSnapshot({ coverageRevision: 1 }), watchSnapshot(), false);
    tally.show(question('since:-1h'));
    await vi.waitFor(() => expect(backend.calls.inputsOf('coverage.span')).toHaveLength(3));
  });

  it('have no coverage of the previous watch, however late it answers', async () => {
    const { backend, tally, settle } = tallied();
    backend.storeQuietly(1, { receivedAt: START - 5 * HOUR });
    backend.calls.hold('timeline.page');
    tally.show(question(''));
    const other = watchSnapshot({ watch: watchIdSchema.parse('another-watch') });
    backend.storeQuietly(1, { receivedAt: START - HOUR }, other.watch);
    tally.open(other);
    await settle();
    // The previous watch is answered first and continues its queries.
    backend.calls.stopHolding();
    backend.calls.release();
    await vi.waitFor(() => expect(tally.getState().bars.value).not.toBeNull());
    expect(backend.calls.inputsOf('coverage.span').map(({ watch }) => watch)).toContain(other.watch);
  });

  it.each([
    ['', null, { from: START, to: START }],
    ['', START - 9, { from: START - 9, to: START }],
    ['since:-1h', START - 9, { from: START - HOUR, to: START }],
    ['until:2026-11-21T13:00Z', START - 5 * HOUR, { from: START - 5 * HOUR, to: START - HOUR }],
    ['since:-1h until:-2h', null, { from: START - HOUR, to: START - HOUR }],
  ])('for the filter “%s”, with the oldest event at %s, cover the right span', (text, oldest, span) =>
    expect(shownSpan(filterOf(text), START, oldest)).toEqual(span),
  );

  it('move with time only if an age bounds them', () => {
    expect([movesWithTime(filterOf('since:-1h')), movesWithTime(filterOf('since:2026-11-21T13:00Z'))]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the words for the searched events', () => {
  it.each([
    [{ events: 8_103, isComplete: true, directlySearched: null, isFiltered: false }, 'all 8,103 stored'],
    [{ events: 0, isComplete: true, directlySearched: null, isFiltered: true }, 'nothing matches'],
    [{ events: 0, isComplete: true, directlySearched: null, isFiltered: false }, 'nothing is stored'],
    [{ events: 612, isComplete: true, directlySearched: 0, isFiltered: true }, 'all 612 that match'],
    [
      { events: null, isComplete: false, directlySearched: 12_000, isFiltered: true },
      'searching the newest 12,000 directly',
    ],
    [{ events: 4, isComplete: false, directlySearched: null, isFiltered: true }, 'at least 4, still counting'],
    [{ events: null, isComplete: false, directlySearched: null, isFiltered: true }, ''],
  ])('describe %o as “%s”', (searched, words) => expect(searchedWords(searched)).toBe(words));
});
