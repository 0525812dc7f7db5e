import { describe, expect, it, vi } from 'vitest';
import { createTimelineStore, type TimelineStore } from '../../src-renderer/stores/timeline-store.ts';
import { newestSeq } from '../../src-renderer/stores/timeline-lines.ts';
import { WINDOW_LINES } from '../../src-renderer/stores/timeline-window.ts';
import type { Frames } from '../../src-renderer/time/frames.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, OTHER_WATCH, WATCH, watchSnapshot } from '../doubles/page-watch.ts';

const seqs = (store: TimelineStore) => store.getState().window.lines.map(newestSeq);
const EVENT = { kind: 'LOCALIZATION' };
const READING = { isPointing: false, isReading: true };
const QUIET = { isPointing: false, isReading: false };
/** Draws at once. */
const AT_ONCE: Frames = {
  next(run) {
    run();
    return () => undefined;
  },
};
const unbroken = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const seen = (store: TimelineStore) => ({ shown: seqs(store), waiting: store.getState().pendingCount });
/** Once no page is on its way. */
function answered(store: TimelineStore): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().request === null) resolve();
    const stop = store.subscribe(({ request }) => {
      if (request !== null) return;
      stop();
      resolve();
    });
  });
}

async function opened(stored: number, backend = new PageBackend(), frames = AT_ONCE) {
  backend.storeQuietly(stored, EVENT);
  const clock = new FakePageClock();
  const store = createTimelineStore(backend, clock, frames);
  store.open(watchSnapshot());
  await answered(store);
  return { backend, clock, store };
}

describe('a timeline that is followed', () => {
  it('begins with the newest rows and goes on live', async () => {
    const { backend, store } = await opened(450);
    backend.store(3, EVENT);
    expect(seqs(store)).toEqual(unbroken(453, 251));
  });
  it('shows the first event of an empty store', async () => {
    const { backend, store } = await opened(0);
    backend.store(1, EVENT);
    expect(seqs(store)).toEqual([1]);
  });
  it('holds a bounded window of unbroken rows through a storm', async () => {
    const { backend, clock, store } = await opened(10);
    for (let piece = 0; piece < 40; piece += 1) {
      clock.advance(60_000);
      backend.store(150, EVENT);
    }
    expect(seqs(store)).toEqual(unbroken(6_010, 6_011 - WINDOW_LINES));
  });
  it('[READ-6] is current with one piece of news after it slept, and with no page more than it shows', async () => {
    const { backend, store } = await opened(300);
    backend.storeQuietly(30_000, EVENT);
    backend.announce();
    expect({ ...seen(store), pages: backend.pageQueries.length }).toEqual({
      shown: unbroken(30_300, 30_101),
      waiting: 0,
      pages: 1,
    });
  });
  it('asks for the rows of its watch that match its filter, and for no others', async () => {
    const backend = new PageBackend();
    const filter: Filter = { terms: [{ kind: 'value', field: 'outcome', values: ['failed'], negated: false }] };
    const store = createTimelineStore(backend, new FakePageClock(), AT_ONCE);
    store.setFilter(filter);
    store.open(watchSnapshot());
    await answered(store);
    expect([...backend.pageQueries, ...backend.feedQueries]).toEqual([
      { watch: WATCH, filter, direction: 'older', cursor: null, limit: 200 },
      { watch: WATCH, filter, after: 0 },
    ]);
  });
});

describe('a timeline that is read', () => {
  it('[PAGE-3] keeps its rows while new ones wait, counts them exactly, and then shows them all', async () => {
    const { backend, store } = await opened(300);
    store.attend(READING);
    backend.store(11, EVENT);
    backend.hole = 5_000;
    backend.store(7, EVENT);
    expect(seen(store)).toEqual({ shown: unbroken(300, 101), waiting: 18 });
    store.showNewest();
    await answered(store);
    expect(seen(store)).toEqual({ shown: [...unbroken(5_318, 5_312), ...unbroken(311, 119)], waiting: 0 });
  });
  it('catches up by itself when reading ends', async () => {
    const { backend, store } = await opened(300);
    store.attend(READING);
    backend.store(700, EVENT);
    store.attend(QUIET);
    await vi.waitFor(() => expect(seqs(store)).toEqual(unbroken(1_000, 801)));
  });
  it('pages to the oldest row and back, never broken, never over its bound', async () => {
    const { store } = await opened(5_000);
    store.attend(READING);
    while (store.getState().window.hasOlder) {
      store.loadOlder();
      await answered(store);
      const rows = seqs(store);
      expect(rows).toEqual(unbroken(rows[0] ?? 0, rows.at(-1) ?? 0));
      expect(rows.length).toBeLessThanOrEqual(WINDOW_LINES);
    }
    expect(seqs(store)).toEqual(unbroken(WINDOW_LINES, 1));
    while (store.getState().window.hasNewer) {
      store.loadNewer();
      await answered(store);
    }
    expect(seqs(store)).toEqual(unbroken(5_000, 5_001 - WINDOW_LINES));
  });
  it('does not count rows as new that were let go while paging', async () => {
    const { backend, store } = await opened(5_000);
    store.attend(READING);
    store.showOldest();
    await answered(store);
    backend.store(2, EVENT);
    expect(seen(store)).toEqual({ shown: unbroken(200, 1), waiting: 2 });
  });
  it('[STORE-14] shows the oldest rows that are stored where retention has dropped older ones', async () => {
    const { backend, store } = await opened(900);
    backend.dropBefore(641);
    store.showOldest();
    await answered(store);
    expect({ shown: seqs(store), hasOlder: store.getState().window.hasOlder }).toEqual({
      shown: unbroken(840, 641),
      hasOlder: false,
    });
  });
  it('[STORE-14] reads on over a hole that is wider than a page', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(300, EVENT);
    backend.hole = 700;
    backend.storeQuietly(3_000, EVENT);
    const { store } = await opened(0, backend);
    store.showOldest();
    await answered(store);
    for (let pages = 0; store.getState().window.hasNewer && pages < 20; pages += 1) {
      store.loadNewer();
      await answered(store);
    }
    expect(seqs(store)).toEqual(unbroken(4_000, 4_001 - WINDOW_LINES));
  });
});

describe('pages and news that cross', () => {
  it('leaves neither hole nor duplicate where rows arrive while the newest page is on its way', async () => {
    const { backend, store } = await opened(300);
    store.attend(READING);
    backend.store(5, EVENT);
    store.attend(QUIET);
    backend.defersPages = true;
    store.showNewest();
    backend.store(4, EVENT);
    backend.resolveDeferred();
    backend.defersPages = false;
    await answered(store);
    backend.announce();
    expect(seen(store)).toEqual({ shown: unbroken(309, seqs(store).at(-1) ?? 0), waiting: 0 });
  });
  it('forgets the rows of a watch that is no longer open, late answers included', async () => {
    const { backend, store } = await opened(300);
    backend.defersPages = true;
    store.loadOlder();
    store.close();
    backend.resolveDeferred();
    await vi.waitFor(() => expect(backend.pageQueries).toHaveLength(2));
    expect({ ...seen(store), phase: store.getState().phase, feeds: backend.openFeeds }).toEqual({
      phase: { kind: 'closed' },
      shown: [],
      waiting: 0,
      feeds: 0,
    });
  });
  it('shows nothing of the watch before in another one', async () => {
    const { backend, store } = await opened(300);
    backend.storeQuietly(3, EVENT, OTHER_WATCH);
    backend.defersPages = true;
    store.loadOlder();
    store.open(watchSnapshot({ watch: OTHER_WATCH }));
    backend.resolveDeferred();
    await answered(store);
    backend.store(1, EVENT);
    expect({ ...seen(store), feeds: backend.openFeeds }).toEqual({ shown: [3, 2, 1], waiting: 0, feeds: 1 });
  });
});

describe('a timeline that slept, or is hidden', () => {
  /** Draws when the test says so. */
  function framesByHand() {
    let waiting: (() => void) | null = null;
    let asked = 0;
    const frames: Frames = {
      next(run) {
        asked += 1;
        waiting = run;
        return () => {
          waiting = null;
        };
      },
    };
    return { frames, draw: () => waiting?.(), asked: () => asked };
  }

  it('applies whatever has come once a frame, however many pieces it came in', async () => {
    const { frames, draw, asked } = framesByHand();
    const { backend, store } = await opened(10, new PageBackend(), frames);
    let changes = 0;
    store.subscribe(() => (changes += 1));
    for (let piece = 0; piece < 600; piece += 1) backend.store(2, EVENT);
    expect({ changes, asked: asked(), top: seqs(store)[0] }).toEqual({ changes: 0, asked: 1, top: 10 });
    draw();
    const { window } = store.getState();
    expect({ changes, shown: seqs(store), hasOlder: window.hasOlder }).toEqual({
      changes: 1,
      shown: unbroken(1_210, 811),
      hasOlder: true,
    });
  });
  it('tells nothing of a feed that it does not follow any more', async () => {
    const { frames, draw } = framesByHand();
    const { backend, store } = await opened(10, new PageBackend(), frames);
    backend.store(2, EVENT);
    store.close();
    draw();
    expect(store.getState().window.lines).toEqual([]);
  });
  it('shows what came before the feed ended', async () => {
    const { frames } = framesByHand();
    const { backend, store } = await opened(10, new PageBackend(), frames);
    backend.store(2, EVENT);
    backend.endTimelineFeeds(backendError({ code: 'STORE_LOST', facts: {} }));
    expect(seqs(store)).toEqual(unbroken(12, 1));
  });
});

describe('[PAGE-39] a timeline whose feed stands still', () => {
  const stored = (to: number) => watchSnapshot({ extent: { oldestSeq: 1, newestSeq: to, storedEvents: to } });
  /** Snapshots go on, as often as they come where nothing changes. */
  async function stalled() {
    const opening = await opened(10);
    const { backend, clock, store } = opening;
    const say = (count: number, to: number, resumed = false) => {
      for (let said = 0; said < count; said += 1) {
        clock.advance(SNAPSHOT_INTERVAL_MS);
        store.onSnapshot(stored(to), stored(to), resumed);
      }
    };
    return { ...opening, say, feeds: () => backend.feedQueries.map(({ after }) => after) };
  }

  it('is not live after some seconds, and follows anew from where it was told last, now and then', async () => {
    const { backend, store, say, feeds } = await stalled();
    backend.store(2, EVENT);
    backend.storeQuietly(3, EVENT);
    say(2, 15);
    expect({ feeds: feeds(), isLate: store.getState().feedLag?.isLate }).toEqual({ feeds: [10], isLate: false });
    say(1, 15);
    expect({ feeds: feeds(), isLate: store.getState().feedLag?.isLate }).toEqual({ feeds: [10, 12], isLate: true });
    say(2, 15);
    expect(feeds()).toEqual([10, 12, 12]);
    backend.announce();
    expect({ ...seen(store), feedLag: store.getState().feedLag }).toEqual({
      shown: unbroken(15, 1),
      waiting: 0,
      feedLag: null,
    });
  });
  it('keeps what waits, and counts nothing twice', async () => {
    const { backend, store, say } = await stalled();
    store.attend(READING);
    backend.store(2, EVENT);
    backend.storeQuietly(3, EVENT);
    say(3, 15);
    expect(seen(store).waiting).toBe(2);
    backend.announce();
    expect(seen(store).waiting).toBe(5);
  });
  it('is given time where it is told of what was stored when it began to owe', async () => {
    const { backend, say, feeds } = await stalled();
    for (let turn = 0; turn < 6; turn += 1) {
      say(2, backend.rows.length + 1);
      backend.store(1, EVENT);
    }
    expect(feeds()).toEqual([10]);
  });
  it('is not blamed for what the page slept through, nor for a wire that was lost', async () => {
    const { clock, say, feeds } = await stalled();
    say(1, 15);
    clock.advance(600_000);
    say(1, 15);
    say(1, 15, true);
    say(1, 15);
    expect(feeds()).toEqual([10]);
  });
});

describe('a timeline whose feed ends', () => {
  it('begins anew where the backend ended it', async () => {
    const { backend, store } = await opened(10);
    backend.storeQuietly(5, EVENT);
    backend.endTimelineFeeds(null);
    await vi.waitFor(() => expect(seqs(store)).toEqual(unbroken(15, 1)));
  });
  it('says so where it failed, and keeps what is shown', async () => {
    const { backend, store } = await opened(10);
    const error = backendError({ code: 'STORE_LOST', facts: {} });
    backend.endTimelineFeeds(error);
    expect({ phase: store.getState().phase, shown: seqs(store) }).toEqual({
      phase: { kind: 'failed', error },
      shown: unbroken(10, 1),
    });
  });
});
