/** Tests lists of plain rows: what the list reads, shows, holds and counts. */
import { describe, expect, it, test, vi } from 'vitest';
import type { ListSource } from '../../src-renderer/lists/list.ts';
import { createList } from '../../src-renderer/lists/list-store.ts';
import { readRanks, type RowList, type RowPage, rowRules } from '../../src-renderer/lists/row-window.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';

interface Row {
  readonly id: number;
  readonly text: string;
}
interface Query {
  readonly find: string;
}
const READING = { isPointing: false, isReading: true };
const QUIET = { isPointing: false, isReading: false };
const rows = (...ids: readonly number[]): Row[] => ids.map((id) => ({ id, text: `row ${id}` }));
const counted = (count: number) => rows(...Array.from({ length: count }, (_, at) => at));

/** A backend whose cursors are ranks, or keys that only lead down. */
function closed(stored: Row[], cursors: 'ranks' | 'keys' = 'keys', pageRows = 200) {
  const backend = { stored, reads: 0, fails: false };
  const source: ListSource<RowList<Row, Query>> = {
    rules: rowRules({
      keyOf: ({ id }) => String(id),
      queryKey: ({ find }) => find,
      keepsLines: () => true,
      pageRows,
    }),
    async page({ find }, request): Promise<RowPage<Row>> {
      backend.reads += 1;
      if (backend.fails) throw new Error('No answer.');
      const found = backend.stored.filter(({ text }) => text.includes(find));
      if (cursors === 'ranks')
        return readRanks(
          (from, limit) => Promise.resolve({ rows: found.slice(from, from + limit), total: found.length }),
          request,
        );
      const from = request.cursor === null ? 0 : found.findIndex(({ id }) => `after ${id}` === request.cursor) + 1;
      const page = found.slice(from, from + request.limit);
      const hasAfter = from + page.length < found.length;
      const endCursor = hasAfter ? `after ${page.at(-1)?.id}` : null;
      return { rows: page, hasBefore: false, hasAfter, startCursor: null, endCursor, total: found.length };
    },
  };
  const clock = new FakePageClock();
  const list = createList(source, clock);
  const settled = () => vi.waitFor(() => expect(list.getState().request).toBeNull(), { interval: 1 });
  /** Reports a change, and lets the pace of reading pass. */
  const change = async (now: Row[]) => {
    backend.stored = now;
    list.changed();
    clock.advance(2_000);
    await settled();
  };
  const ids = () => list.getState().window.lines.map(({ id }) => id);
  return { backend, list, clock, change, settled, ids };
}

async function opened(...of: Parameters<typeof closed>) {
  const around = closed(...of);
  around.list.open({ find: '' });
  await around.settled();
  return around;
}

describe('a list of rows', () => {
  it('is read again after a change, and shows its rows in the new order', async () => {
    const { change, ids, list } = await opened(rows(9, 7, 5));
    await change(rows(11, 5, 9, 7));
    expect([ids(), list.getState().pendingCount]).toEqual([[11, 5, 9, 7], 0]);
  });

  it('keeps the object of each row that did not change', async () => {
    const { change, list } = await opened(rows(9, 7));
    const before = list.getState().window.lines;
    await change(rows(9, 7));
    expect(list.getState().window.lines).toBe(before);
    await change([{ id: 9, text: 'other' }, ...rows(7)]);
    expect(list.getState().window.lines[1]).toBe(before[1]);
  });

  it('is read at most every 2 s, however often it changes', async () => {
    const { backend, list, clock, settled } = await opened(rows(1));
    for (let at = 0; at < 40; at += 1) {
      list.changed();
      clock.advance(250);
      await settled();
    }
    expect(backend.reads).toBeLessThanOrEqual(7);
  });

  it('[PAGE-3] moves nothing while the user reads, updates rows in place, counts the new ones, and shows them after it', async () => {
    const { change, ids, list, clock, settled } = await opened(rows(9, 7, 5));
    list.attend(READING);
    await change([...rows(12, 11, 9), { id: 7, text: 'failed' }, ...rows(3)]);
    const { window, pendingCount } = list.getState();
    expect([ids(), pendingCount, window.lines[1]?.text, window.total]).toEqual([[9, 7, 5], 2, 'failed', 5]);
    list.attend(QUIET);
    clock.advance(1_000);
    await settled();
    expect([ids(), list.getState().pendingCount]).toEqual([[12, 11, 9, 7, 3], 0]);
  });

  it('[PAGE-3] does not count rows below the last one', async () => {
    const { change, list } = await opened(rows(9, 7));
    list.attend(READING);
    await change(rows(9, 7, 3));
    expect(list.getState().pendingCount).toBe(0);
  });

  it('[PAGE-3] shows what waits when the user asks for it, and holds again when the pointer moves', async () => {
    const { change, ids, list, clock, settled } = await opened(rows(9));
    list.attend({ isPointing: true, isReading: false });
    await change(rows(10, 9));
    expect([ids(), list.getState().pendingCount]).toEqual([[9], 1]);
    list.show('start');
    await settled();
    expect(ids()).toEqual([10, 9]);
    list.pointerMoved();
    clock.advance(1_000);
    await change(rows(11, 10, 9));
    expect(ids()).toEqual([10, 9]);
  });

  it('contains no row twice if a page and a change overlap', async () => {
    const { backend, ids, list, settled } = await opened(rows(9, 7, 5), 'keys', 2);
    backend.stored = rows(9, 7, 9, 5);
    list.extend('end');
    await settled();
    expect([ids(), list.getState().window.page?.rows.length]).toEqual([[9, 7, 5], 2]);
  });

  it('extends its window while it is read again, and is read again after it', async () => {
    const { backend, clock, ids, list, settled } = await opened(rows(9, 7, 5), 'keys', 2);
    list.attend(READING);
    clock.advance(2_000);
    backend.stored = [{ id: 9, text: 'other' }, ...rows(7, 5)];
    list.changed();
    expect(list.getState().request?.target.kind).toBe('again');
    list.extend('end');
    await settled();
    expect(ids()).toEqual([9, 7, 5]);
    clock.advance(2_000);
    await settled();
    expect([ids(), list.getState().window.lines[0]?.text]).toEqual([[9, 7, 5], 'other']);
  });

  it('keeps the rows of the previous query until the first answer', async () => {
    const { ids, list, settled } = await opened(rows(12, 21, 3));
    list.setQuery({ find: '2' });
    expect(ids()).toEqual([12, 21, 3]);
    await settled();
    expect(ids()).toEqual([12, 21]);
  });

  it('keeps its rows if they cannot be read again, and tries again after the next change', async () => {
    const { backend, change, ids, list } = await opened(rows(1));
    backend.fails = true;
    await change(rows(2, 1));
    expect([ids(), list.getState().pageError?.error.message]).toEqual([[1], 'No answer.']);
    backend.fails = false;
    await change(rows(2, 1));
    expect([ids(), list.getState().pageError]).toEqual([[2, 1], null]);
  });
});

type Opened = Awaited<ReturnType<typeof opened>>;

describe('after a failed page, the next change refreshes the list', () => {
  test.each<[string, (list: Opened['list']) => void]>([
    ['the next page', (list) => list.extend('end')],
    ['the start', (list) => list.show('start')],
  ])('%s', async (_, request) => {
    const { backend, change, ids, list, settled } = await opened(rows(9, 7, 5), 'keys', 2);
    list.attend(READING);
    await change(rows(10, 9, 7, 5));
    backend.fails = true;
    request(list);
    await settled();
    expect(list.getState().pageError).not.toBeNull();
    backend.fails = false;
    list.attend(QUIET);
    await change(rows(11, 9, 7, 5));
    expect([ids(), list.getState().pageError]).toEqual([[11, 9], null]);
  });
});

describe('a list of ranks', () => {
  const MAX_ROWS = 2_000;

  it('stays bounded and without a hole from its start to its end and back', async () => {
    const { ids, list, settled } = await opened(counted(5_000), 'ranks');
    for (const [side, hasMore] of [
      ['end', 'hasAfter'],
      ['start', 'hasBefore'],
    ] as const)
      while (list.getState().window[hasMore]) {
        list.extend(side);
        await settled();
        const [first = 0] = ids();
        expect(ids()).toEqual(Array.from({ length: ids().length }, (_, at) => first + at));
        expect(ids().length).toBeLessThanOrEqual(MAX_ROWS);
      }
    expect([ids()[0], ids().length]).toEqual([0, MAX_ROWS]);
  });

  test.each([
    ['its end', (list: Awaited<ReturnType<typeof opened>>['list']) => list.show('end'), [4_800, 4_999]],
    ['a rank', (list: Awaited<ReturnType<typeof opened>>['list']) => list.showAround(3_000, null), [2_800, 3_199]],
  ])('jumps to %s', async (_, jump, [first, last]) => {
    const { ids, list, settled } = await opened(counted(5_000), 'ranks');
    jump(list);
    await settled();
    expect([ids()[0], ids().at(-1), list.getState().window.total]).toEqual([first, last, 5_000]);
  });

  test.each([
    ['before the first answer', false],
    ['after the first read failed', true],
  ])('shows its end if the user asks for it %s', async (_, fails) => {
    const { backend, ids, list, settled } = closed(counted(5_000), 'ranks');
    backend.fails = fails;
    list.open({ find: '' });
    if (fails) await settled();
    backend.fails = false;
    list.show('end');
    await settled();
    expect([list.getState().phase.kind, ids()[0], ids().at(-1)]).toEqual(['ready', 4_800, 4_999]);
  });

  it('shows the requested rank after a retry if the first read failed', async () => {
    const { backend, ids, list, settled } = closed(counted(5_000), 'ranks');
    backend.fails = true;
    list.open({ find: '' });
    list.showAround(3_000, 12);
    await settled();
    expect(list.getState().phase.kind).toBe('failed');
    backend.fails = false;
    list.retry();
    await settled();
    const { phase, landing } = list.getState();
    expect([phase.kind, ids()[0], landing]).toEqual(['ready', 2_800, { at: 'cursor', cursor: 3_000, offset: 12 }]);
  });

  it('ends where the backend has no more rows, even if it counts more', async () => {
    const page = await readRanks(() => Promise.resolve({ rows: [], total: 9 }), { side: 'end', cursor: 4, limit: 5 });
    expect(page).toMatchObject({ hasAfter: false, endCursor: 4, total: 4 });
  });
});
