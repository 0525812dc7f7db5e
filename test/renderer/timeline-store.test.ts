import { describe, expect, it, vi } from 'vitest';
import { createTimelineStore, type TimelineStore } from '../../src-renderer/stores/timeline-store.ts';
import { WINDOW_ROWS } from '../../src-renderer/stores/timeline-window.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import { failure, OTHER_WATCH, PageBackend, WATCH } from '../doubles/page-backend.ts';

const seqs = (store: TimelineStore) => store.getState().window.rows.map((row) => row.seq);
const unbroken = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const seen = (store: TimelineStore) => ({ shown: seqs(store), waiting: store.getState().waiting });
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

async function opened(stored: number, backend = new PageBackend()) {
  backend.storeQuietly(stored);
  const store = createTimelineStore(backend);
  store.open({ watch: WATCH, filter: EVERYTHING });
  await answered(store);
  return { backend, store };
}

describe('a timeline that is followed', () => {
  it('begins with the newest rows and goes on live', async () => {
    const { backend, store } = await opened(450);
    backend.store(3);
    expect(seqs(store)).toEqual(unbroken(453, 251));
  });
  it('shows the first event of an empty store', async () => {
    const { backend, store } = await opened(0);
    backend.store(1);
    expect(seqs(store)).toEqual([1]);
  });
  it('holds a bounded window of unbroken rows through a storm', async () => {
    const { backend, store } = await opened(10);
    for (let piece = 0; piece < 40; piece += 1) backend.store(150);
    expect(seqs(store)).toEqual(unbroken(6_010, 6_011 - WINDOW_ROWS));
  });
  it('[PAGE-2] is current with one piece of news after it slept, and with no page more than it shows', async () => {
    const { backend, store } = await opened(300);
    backend.storeQuietly(30_000);
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
    const store = createTimelineStore(backend);
    store.open({ watch: WATCH, filter });
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
    store.setFrozen(true);
    backend.store(11);
    backend.hole = 5_000;
    backend.store(7);
    expect(seen(store)).toEqual({ shown: unbroken(300, 101), waiting: 18 });
    store.showNewest();
    await answered(store);
    expect(seen(store)).toEqual({ shown: [...unbroken(5_318, 5_312), ...unbroken(311, 119)], waiting: 0 });
  });
  it('catches up by itself when reading ends', async () => {
    const { backend, store } = await opened(300);
    store.setFrozen(true);
    backend.store(700);
    store.setFrozen(false);
    await vi.waitFor(() => expect(seqs(store)).toEqual(unbroken(1_000, 801)));
  });
  it('pages to the oldest row and back, never broken, never over its bound', async () => {
    const { store } = await opened(5_000);
    store.setFrozen(true);
    while (store.getState().window.hasOlder) {
      store.loadOlder();
      await answered(store);
      const rows = seqs(store);
      expect(rows).toEqual(unbroken(rows[0] ?? 0, rows.at(-1) ?? 0));
      expect(rows.length).toBeLessThanOrEqual(WINDOW_ROWS);
    }
    expect(seqs(store)).toEqual(unbroken(WINDOW_ROWS, 1));
    while (store.getState().window.hasNewer) {
      store.loadNewer();
      await answered(store);
    }
    expect(seqs(store)).toEqual(unbroken(5_000, 5_001 - WINDOW_ROWS));
  });
  it('does not count rows as new that were let go while paging', async () => {
    const { backend, store } = await opened(5_000);
    store.setFrozen(true);
    store.showOldest();
    await answered(store);
    backend.store(2);
    expect(seen(store)).toEqual({ shown: unbroken(200, 1), waiting: 2 });
  });
  it('[PAGE-4] shows the oldest rows that are stored where retention has dropped older ones', async () => {
    const { backend, store } = await opened(900);
    backend.dropBefore(641);
    store.showOldest();
    await answered(store);
    expect({ shown: seqs(store), hasOlder: store.getState().window.hasOlder }).toEqual({
      shown: unbroken(840, 641),
      hasOlder: false,
    });
  });
  it('[PAGE-4] reads on over a hole that is wider than a page', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(300);
    backend.hole = 700;
    backend.storeQuietly(3_000);
    const { store } = await opened(0, backend);
    store.showOldest();
    await answered(store);
    for (let pages = 0; store.getState().window.hasNewer && pages < 20; pages += 1) {
      store.loadNewer();
      await answered(store);
    }
    expect(seqs(store)).toEqual(unbroken(4_000, 4_001 - WINDOW_ROWS));
  });
});

describe('pages and news that cross', () => {
  it('leaves neither hole nor duplicate where rows arrive while the newest page is on its way', async () => {
    const { backend, store } = await opened(300);
    store.setFrozen(true);
    backend.store(5);
    store.setFrozen(false);
    backend.holdPages = true;
    store.showNewest();
    backend.store(4);
    backend.answerPages();
    backend.holdPages = false;
    await answered(store);
    backend.announce();
    expect(seen(store)).toEqual({ shown: unbroken(309, seqs(store).at(-1) ?? 0), waiting: 0 });
  });
  it('forgets the rows of a watch that is no longer open, late answers included', async () => {
    const { backend, store } = await opened(300);
    backend.holdPages = true;
    store.loadOlder();
    store.close();
    backend.answerPages();
    await vi.waitFor(() => expect(backend.pageQueries).toHaveLength(2));
    expect({ ...seen(store), phase: store.getState().phase, feeds: backend.feedsOpen }).toEqual({
      phase: { kind: 'closed' },
      shown: [],
      waiting: 0,
      feeds: 0,
    });
  });
  it('shows nothing of the watch before in another one', async () => {
    const { backend, store } = await opened(300);
    backend.storeQuietly(3, {}, OTHER_WATCH);
    backend.holdPages = true;
    store.loadOlder();
    store.open({ watch: OTHER_WATCH, filter: EVERYTHING });
    backend.answerPages();
    await answered(store);
    backend.store(1);
    expect({ ...seen(store), feeds: backend.feedsOpen }).toEqual({ shown: [3, 2, 1], waiting: 0, feeds: 1 });
  });
});

describe('a timeline whose feed ends', () => {
  it('begins anew where the backend ended it', async () => {
    const { backend, store } = await opened(10);
    backend.storeQuietly(5);
    backend.endNews(null);
    await vi.waitFor(() => expect(seqs(store)).toEqual(unbroken(15, 1)));
  });
  it('says so where it failed, and keeps what is shown', async () => {
    const { backend, store } = await opened(10);
    const error = failure({ code: 'STORE_LOST', facts: {} });
    backend.endNews(error);
    expect({ phase: store.getState().phase, shown: seqs(store) }).toEqual({
      phase: { kind: 'failed', error },
      shown: unbroken(10, 1),
    });
  });
});
