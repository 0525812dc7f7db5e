import { describe, expect, it, vi } from 'vitest';
import { createTimelineStore, type TimelineStore } from '../../src-renderer/stores/timeline/timeline-store.ts';
import { newestSeq } from '../../src-renderer/stores/timeline/timeline-lines.ts';
import type { Frames } from '../../src-renderer/time/frames.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, WATCH, watchSnapshot } from '../doubles/page-watch.ts';

const seqs = (store: TimelineStore) => store.getState().window.lines.map(newestSeq);
const EVENT = { kind: 'LOCALIZATION' };
const READING = { isPointing: false, isReading: true };
/** Draws immediately. */
const AT_ONCE: Frames = {
  next(run) {
    run();
    return () => undefined;
  },
};
const unbroken = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const seen = (store: TimelineStore) => ({ shown: seqs(store), waiting: store.getState().pendingCount });
/** Resolves when no page is pending. */
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
  store.setFilter(EVERYTHING);
  store.open(watchSnapshot());
  await answered(store);
  return { backend, clock, store };
}

describe('a timeline that is followed', () => {
  it('[PAGE-1] is current after one update when it slept, and requests no further page', async () => {
    const { backend, store } = await opened(300);
    backend.storeQuietly(30_000, EVENT);
    backend.announce();
    expect({ ...seen(store), pages: backend.calls.inputsOf('timeline.page').length }).toEqual({
      shown: unbroken(30_300, 30_101),
      waiting: 0,
      pages: 1,
    });
  });
  it('requests nothing before the timeline is shown for the first time', async () => {
    const backend = new PageBackend();
    const store = createTimelineStore(backend, new FakePageClock(), AT_ONCE);
    store.open(watchSnapshot());
    store.onSnapshot(watchSnapshot(), watchSnapshot(), true);
    expect(backend.calls.of('timeline')).toEqual([]);
    store.setFilter(EVERYTHING);
    await answered(store);
    expect(backend.calls.inputsOf('timeline.page')).toHaveLength(1);
  });
  it('requests only the rows of its watch that match its filter', async () => {
    const backend = new PageBackend();
    const filter: Filter = { terms: [{ kind: 'value', field: 'outcome', values: ['failed'], negated: false }] };
    const store = createTimelineStore(backend, new FakePageClock(), AT_ONCE);
    store.setFilter(filter);
    store.open(watchSnapshot());
    await answered(store);
    expect([...backend.calls.inputsOf('timeline.page'), ...backend.calls.inputsOf('timeline.feed')]).toEqual([
      { watch: WATCH, filter, direction: 'older', cursor: null, limit: 200 },
      { watch: WATCH, filter, after: 0 },
    ]);
  });
});

describe('[PAGE-3] a timeline whose rows arrive too fast to read', () => {
  it('shows them every 2 s', async () => {
    const { backend, clock, store } = await opened(300);
    backend.store(40, EVENT);
    clock.advance(500);
    backend.store(40, EVENT);
    expect([seqs(store)[0], store.getState().hold]).toEqual([340, { kind: 'fast', perSecond: 40 }]);
    clock.advance(1_500);
    await vi.waitFor(() => expect(seqs(store)[0]).toBe(380));
  });
});

describe('a timeline that slept or is hidden', () => {
  /** Draws when the test calls `draw`. */
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

  it('applies all updates once per frame, however many arrived', async () => {
    const { frames, draw, asked } = framesByHand();
    const { backend, store } = await opened(10, new PageBackend(), frames);
    let changes = 0;
    store.subscribe(() => (changes += 1));
    for (let piece = 0; piece < 600; piece += 1) backend.store(2, EVENT);
    expect({ changes, asked: asked(), top: seqs(store)[0] }).toEqual({ changes: 0, asked: 1, top: 10 });
    draw();
    const { window } = store.getState();
    expect({ changes, shown: seqs(store), hasOlder: window.hasAfter }).toEqual({
      changes: 1,
      shown: unbroken(1_210, 811),
      hasOlder: true,
    });
  });
  it('ignores updates of a feed that it no longer follows', async () => {
    const { frames, draw } = framesByHand();
    const { backend, store } = await opened(10, new PageBackend(), frames);
    backend.store(2, EVENT);
    store.close();
    draw();
    expect(store.getState().window.lines).toEqual([]);
  });
  it('shows the updates that arrived before the feed ended', async () => {
    const { frames } = framesByHand();
    const { backend, store } = await opened(10, new PageBackend(), frames);
    backend.store(2, EVENT);
    backend.endTimelineFeeds(backendError({ code: 'STORE_LOST', facts: {} }));
    expect(seqs(store)).toEqual(unbroken(12, 1));
  });
});

describe('[PAGE-13] a timeline with a stalled feed', () => {
  const stored = (to: number) => watchSnapshot({ extent: { oldestSeq: 1, newestSeq: to, storedEvents: to } });
  /** Continues the snapshots, as often as they arrive if nothing changes. */
  async function stalled() {
    const opening = await opened(10);
    const { backend, clock, store } = opening;
    const say = (count: number, to: number, resumed = false) => {
      for (let said = 0; said < count; said += 1) {
        clock.advance(SNAPSHOT_INTERVAL_MS);
        store.onSnapshot(stored(to), stored(to), resumed);
      }
    };
    return { ...opening, say, feeds: () => backend.calls.inputsOf('timeline.feed').map(({ after }) => after) };
  }

  it('is not live after some seconds, and restarts its feed from the last update, again and again', async () => {
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
  it('keeps the pending rows and counts nothing twice', async () => {
    const { backend, store, say } = await stalled();
    store.attend(READING);
    backend.store(2, EVENT);
    backend.storeQuietly(3, EVENT);
    say(3, 15);
    expect(seen(store).waiting).toBe(2);
    backend.announce();
    expect(seen(store).waiting).toBe(5);
  });
  it('is given time while the feed delivers what was stored when the delay began', async () => {
    const { backend, say, feeds } = await stalled();
    for (let turn = 0; turn < 6; turn += 1) {
      say(2, backend.rows.length + 1);
      backend.store(1, EVENT);
    }
    expect(feeds()).toEqual([10]);
  });
  it('does not count the sleep of the page or a lost connection as a stall', async () => {
    const { clock, say, feeds } = await stalled();
    say(1, 15);
    clock.advance(600_000);
    say(1, 15);
    say(1, 15, true);
    say(1, 15);
    expect(feeds()).toEqual([10]);
  });
});
