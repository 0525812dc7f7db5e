import { describe, expect, it, vi } from 'vitest';
import { createTimelineStore, type TimelineStore, waitingRows } from '../../src-renderer/stores/timeline-store.ts';
import { WINDOW_ROWS } from '../../src-renderer/stores/timeline-window.ts';
import { PageBackend } from '../doubles/page-backend.ts';

const seqs = (store: TimelineStore) => store.getState().window.rows.map((row) => row.seq);
const unbroken = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

async function opened(stored: number) {
  const backend = new PageBackend();
  backend.storeQuietly(stored);
  const store = createTimelineStore(backend);
  store.open();
  await vi.waitFor(() => expect(store.getState().phase.kind).toBe('ready'));
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
    for (let batch = 0; batch < 40; batch += 1) backend.store(500);
    expect(seqs(store)).toEqual(unbroken(20_010, 20_011 - WINDOW_ROWS));
  });
});

describe('a timeline that is read', () => {
  it('keeps its rows while new ones wait, and then shows them all', async () => {
    const { backend, store } = await opened(300);
    store.setFrozen(true);
    backend.store(18);
    expect({ shown: seqs(store), waiting: waitingRows(store.getState()) }).toEqual({
      shown: unbroken(300, 101),
      waiting: 18,
    });
    await store.showNewest();
    expect({ shown: seqs(store), waiting: waitingRows(store.getState()) }).toEqual({
      shown: unbroken(318, 119),
      waiting: 0,
    });
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
    while (!store.getState().window.reachesOldest) {
      await store.loadOlder();
      const rows = seqs(store);
      expect(rows).toEqual(unbroken(rows[0] ?? 0, rows.at(-1) ?? 0));
      expect(rows.length).toBeLessThanOrEqual(WINDOW_ROWS);
    }
    expect(seqs(store)).toEqual(unbroken(WINDOW_ROWS, 1));
    while (!store.getState().window.reachesNewest) await store.loadNewer();
    expect(seqs(store)).toEqual(unbroken(5_000, 5_001 - WINDOW_ROWS));
  });
  it('does not count rows as new that were let go while paging', async () => {
    const { backend, store } = await opened(5_000);
    store.setFrozen(true);
    await store.showOldest();
    backend.store(2);
    expect({ shown: seqs(store), waiting: waitingRows(store.getState()) }).toEqual({
      shown: unbroken(200, 1),
      waiting: 2,
    });
  });
});

describe('pages and live batches that cross', () => {
  it('leaves neither hole nor duplicate where rows arrive while the newest page is on its way', async () => {
    const { backend, store } = await opened(300);
    store.setFrozen(true);
    backend.store(5);
    backend.holdPages = true;
    const shown = store.showNewest();
    backend.store(4);
    backend.answerPages();
    await shown;
    expect(seqs(store)).toEqual(unbroken(309, 106));
  });
  it('drops an older page whose place was pushed out of the window meanwhile', async () => {
    const { backend, store } = await opened(2_500);
    backend.store(WINDOW_ROWS - 200);
    backend.holdPages = true;
    const loaded = store.loadOlder();
    backend.store(50);
    backend.answerPages();
    await loaded;
    expect(seqs(store)).toEqual(unbroken(4_350, 4_351 - WINDOW_ROWS));
  });
  it('goes to the newest rows even while an older page is on its way', async () => {
    const { backend, store } = await opened(900);
    store.setFrozen(true);
    backend.store(5);
    backend.holdPages = true;
    const loaded = store.loadOlder();
    store.setFrozen(false);
    backend.store(2);
    backend.answerPages();
    await loaded;
    await vi.waitFor(() => expect(seqs(store)).toEqual(unbroken(907, 706)));
  });
  it('forgets the rows of a profile that is no longer open, late answers included', async () => {
    const { backend, store } = await opened(300);
    backend.holdPages = true;
    const loaded = store.loadOlder();
    store.close();
    backend.answerPages();
    await loaded;
    expect({ phase: store.getState().phase, shown: seqs(store), feeds: backend.feedsOpen }).toEqual({
      phase: { kind: 'closed' },
      shown: [],
      feeds: 0,
    });
  });
});

describe('a timeline whose feed ends', () => {
  it('begins anew where the backend ended it', async () => {
    const { backend, store } = await opened(10);
    backend.storeQuietly(5);
    backend.endLiveEvents(null);
    await vi.waitFor(() => expect(seqs(store)).toEqual(unbroken(15, 1)));
  });
  it('says so where it failed, and keeps what is shown', async () => {
    const { backend, store } = await opened(10);
    backend.endLiveEvents(new Error('No profile is open.'));
    expect({ phase: store.getState().phase, shown: seqs(store) }).toEqual({
      phase: { kind: 'failed', message: 'No profile is open.' },
      shown: unbroken(10, 1),
    });
  });
});
