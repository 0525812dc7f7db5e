import { expect, test, vi } from 'vitest';
import type { InventoryStore } from '../../../../src-main/core/ports/inventory-store.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { idsFrom, respondInPages, searchReply } from '../../../doubles/scripted-service.ts';
import { newInventories, searched, storedSearch } from './searched.ts';

const LIMIT = { limit: 2 };
const DAYS = 86_400_000;

test('refuses an invalid body with its position and sends nothing', async () => {
  const { service, searches, state } = searched();
  await expect(searches.begin('{"limit": 2,}')).rejects.toMatchObject({ code: 'BAD_SEARCH' });
  await expect(searches.begin('{"after": "x"}')).rejects.toMatchObject({
    data: { code: 'BAD_SEARCH', facts: { problem: 'after', at: 1, detail: 'after' } },
  });
  expect([service.requests, (await state()).searches]).toEqual([[], []]);
});

test('refuses calls for an unknown or removed search', async () => {
  const { searches } = searched();
  for (const call of ['next', 'cancel', 'remove'] as const)
    await expect(searches[call]('gone')).rejects.toMatchObject({ data: { code: 'NO_SEARCH', facts: { id: 'gone' } } });
});

test('[QUERY-6] runs three searches at the same time, the others in turn, and one request per search', async () => {
  const { service, searches, summary } = searched();
  const pendingResponses: (() => void)[] = [];
  service.respond = async () => {
    await new Promise<void>((resolve) => pendingResponses.push(resolve));
    return searchReply(['a'], { next: null });
  };
  const startSearch = await Promise.all(Array.from({ length: 5 }, () => searches.begin('{}')));
  await vi.waitFor(() => expect(service.inFlight).toBe(3));
  for (const { id } of startSearch) {
    await searches.next(id);
    await searches.load(id, 'go');
  }
  expect(service.requests).toHaveLength(3);
  for (let count = 0; count < 5; count += 1) {
    await vi.waitFor(() => expect(pendingResponses.length).toBeGreaterThan(count));
    pendingResponses[count]?.();
  }
  await vi.waitFor(async () => {
    const kinds = await Promise.all(startSearch.map(async ({ id }) => (await summary(id)).state.kind));
    expect(kinds).toEqual(['ended', 'ended', 'ended', 'ended', 'ended']);
  });
  expect([service.requests.length, service.maxInFlight]).toEqual([5, 3]);
});

test('[QUERY-6] publishes progress at most four times per second, and the end immediately', async () => {
  const { service, searches, clock } = searched();
  let more: () => void = () => undefined;
  service.respond = async ({ number }) => {
    await new Promise<void>((resolve) => (more = resolve));
    return searchReply(idsFrom(number, 1), { totalHits: 50, next: number < 50 ? `t${number}` : null });
  };
  const snapshots: string[] = [];
  const over = new AbortController();
  const following = (async () => {
    for await (const { state } of searches.subscribe(over.signal)) {
      const [search] = state.searches;
      snapshots.push(`${clock.monotonic()} ${search?.state.kind} ${search?.rows}`);
    }
  })();
  const { id } = await searches.begin('{"limit":1}');
  await searches.load(id, 'go');
  for (let page = 1; page <= 50; page += 1) {
    await vi.waitFor(() => expect(service.requests).toHaveLength(page), { interval: 1 });
    await clock.advance(10);
    more();
  }
  await vi.waitFor(() => expect(snapshots.at(-1)).toBe('500 ended 50'));
  const during = snapshots.filter((line) => line.includes('loading'));
  expect(during.length).toBeLessThanOrEqual(4);
  over.abort();
  await following;
});

test('[QUERY-13] shows a search of an earlier run as stored, and recognizes its rows when the query is sent again', async () => {
  const { id, inventories, clock } = await storedSearch();
  const requestedAt = clock.now();
  clock.sleepComputer(3 * DAYS);
  const { service, searches, summary, waitForState } = searched(inventories, clock);
  expect(await summary(id)).toMatchObject({
    askedAt: requestedAt,
    rows: 2,
    state: { kind: 'stored', end: null },
    keptUntil: requestedAt + 30 * DAYS,
  });
  expect(service.requests).toEqual([]);
  service.respond = respondInPages(idsFrom(2, 3), 2);
  await searches.next(id);
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 3, passes: 2, pages: 2, notSeenAgain: 0 });
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 4, passes: 2, notSeenAgain: 1, askedAt: clock.now() });
});

test('[QUERY-13] resumes a stored search once for two simultaneous calls', async () => {
  const { id, inventories, clock } = await storedSearch();
  const { service, searches, waitForState } = searched(inventories, clock);
  await Promise.all([searches.next(id), searches.load(id, 'go')]);
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 6, passes: 2 });
  expect(service.maxInFlight).toBe(1);
});

test('[QUERY-13] unloads the oldest idle searches without losing any of their data', async () => {
  const { service, startSearch, state, waitForState, searches } = searched();
  service.respond = respondInPages(idsFrom(1, 1), 2);
  const first = await startSearch(LIMIT, 'ended');
  for (let more = 0; more < 13; more += 1) await startSearch(LIMIT, 'ended');
  expect(await waitForState(first, 'stored')).toMatchObject({ rows: 1, state: { kind: 'stored', end: 'no-token' } });
  expect((await state()).searches.map((search) => search.state.kind)).toEqual([
    ...Array.from({ length: 12 }, () => 'ended'),
    'stored',
    'stored',
  ]);
  await searches.next(first);
  expect(await waitForState(first, 'ended')).toMatchObject({ rows: 1, passes: 2 });
});

test('[QUERY-13] removes searches that are older than the retention limit, and no others', async () => {
  const { service, startSearch, state, clock, inventory } = searched();
  service.respond = respondInPages(idsFrom(1, 1), 2);
  const old = await startSearch(LIMIT, 'ended');
  await clock.advance(29 * DAYS);
  const young = await startSearch(LIMIT, 'ended');
  expect((await state()).searches.map(({ id }) => id)).toEqual([young, old]);
  await clock.advance(2 * DAYS);
  await vi.waitFor(async () => expect((await state()).searches.map(({ id }) => id)).toEqual([young]));
  await vi.waitFor(async () => expect((await inventory.reader.searches()).map(({ id }) => id)).toEqual([young]));
});

test('[QUERY-13] does not remove a running search if a clock set forward makes it look old', async () => {
  const { service, searches, startSearch, waitForState, ids, state, clock } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  let answer: () => void = () => undefined;
  service.respond = async (question) => {
    if (question.number === 3) await new Promise<void>((resolve) => (answer = resolve));
    return list(question);
  };
  const id = await startSearch(LIMIT, 'more');
  const other = await startSearch({ limit: 2, returnFields: ['imsi'] }, 'more');
  await searches.next(id);
  await vi.waitFor(() => expect(service.requests).toHaveLength(3));
  clock.setWallClock(clock.now() + 31 * DAYS);
  await clock.advance(61_000);
  answer();
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 4, passes: 1 });
  await clock.advance(1_000);
  expect(await ids(id)).toEqual(idsFrom(1, 4));
  expect((await state()).searches.map((search) => search.id).toSorted()).toEqual([id, other].toSorted());
});

test('removes a search immediately, aborts its request, and deletes its rows in batches', async () => {
  const { service, searches, startSearch, state, inventory, clock } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) => (question.number === 2 ? 'never' : list(question));
  const id = await startSearch(LIMIT, 'more');
  await searches.next(id);
  const remove = inventory.writer.remove.bind(inventory.writer);
  let chunks = 0;
  const counted: typeof remove = (search) => {
    chunks += 1;
    return remove(search);
  };
  Object.assign(inventory.writer, { remove: counted });
  await searches.remove(id);
  expect([(await state()).searches, chunks, service.inFlight]).toEqual([[], 1, 0]);
  await clock.advance(1_000);
  expect([chunks, await inventory.reader.searches()]).toEqual([3, []]);
});

test('keeps a search that cannot be removed, and refuses requests while one is being removed', async () => {
  const { service, searches, startSearch, state, inventory } = searched();
  const id = await startSearch(LIMIT, 'more');
  const remove = inventory.writer.remove.bind(inventory.writer);
  const full = appError('STORE_UNWRITABLE', { path: '/x', problem: 'full' });
  Object.assign(inventory.writer, { remove: () => Promise.reject(full) });
  await expect(searches.remove(id)).rejects.toBe(full);
  expect((await state()).searches.map((search) => search.id)).toEqual([id]);
  Object.assign(inventory.writer, { remove });
  const removed = searches.remove(id);
  await expect(searches.next(id)).rejects.toMatchObject({ code: 'NO_SEARCH' });
  await removed;
  expect([(await state()).searches, service.requests.length]).toEqual([[], 1]);
});

test('[QUERY-6] does not restart a search when a request comes while it is being removed', async () => {
  for (let turns = 0; turns < 8; turns += 1) {
    const { service, searches, startSearch, state, stop } = searched();
    const list = respondInPages(idsFrom(1, 6), 2);
    service.respond = (question) => (question.number === 1 ? list(question) : 'never');
    const id = await startSearch(LIMIT, 'more');
    const requests = Promise.allSettled([searches.next(id), searches.load(id, 'go')]);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await searches.remove(id);
    expect([turns, service.inFlight, (await state()).searches]).toEqual([turns, 0, []]);
    await requests;
    await stop();
  }
});

test('does not resume a stored search while it is being removed', async () => {
  const { id, inventories, clock } = await storedSearch();
  const { service, searches, state, inventory } = searched(inventories, clock);
  await state();
  const remove = inventory.writer.remove.bind(inventory.writer);
  const disk = Promise.withResolvers<void>();
  Object.assign(inventory.writer, { remove: () => disk.promise.then(() => remove(id)) });
  const removed = searches.remove(id);
  await expect(searches.next(id)).rejects.toMatchObject({ code: 'NO_SEARCH' });
  disk.resolve();
  await removed;
  expect([(await state()).searches, service.requests]).toEqual([[], []]);
});

function holdStoring({ writer }: InventoryStore) {
  const disk = Promise.withResolvers<void>();
  const store = writer.storePage.bind(writer);
  const storePage = vi.spyOn(writer, 'storePage').mockImplementation(async (page) => {
    await disk.promise;
    return store(page);
  });
  return { disk, storePage };
}

test('[WATCH-4] waits at the end of the watch for a search that is being removed', async () => {
  const { service, searches, startSearch, stop, clock, inventory } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = list;
  const id = await startSearch(LIMIT, 'more');
  const { disk, storePage } = holdStoring(inventory);
  await searches.next(id);
  await vi.waitFor(() => expect(storePage).toHaveBeenCalledTimes(1));
  const ended: string[] = [];
  const removed = searches.remove(id).then(() => ended.push('removed'));
  await clock.advance(0);
  const stopped = stop().then(() => ended.push('stopped'));
  await clock.advance(0);
  expect(ended).toEqual([]);
  disk.resolve();
  await Promise.all([removed, stopped]);
  expect(ended).toEqual(['removed', 'stopped']);
  expect(await inventory.reader.searches()).toEqual([]);
});

test('[CROSS-3] reports with the cause that the changes of a gap could not be compared', async () => {
  const gap = { id: 3, from: 0, to: 1_000, lengthMs: 1_000, reason: 'silent', detail: null, afterSeq: 1 } as const;
  const unreadable = appError('STORE_UNREADABLE', { path: '/x/events.db' });
  const { searches, waitForState } = searched(newInventories(), new FakeClock(), {
    ...emptyReader,
    coverage: async () => ({ sessions: [], gaps: [gap] }),
    events: () => Promise.reject(unreadable),
  });
  const { id } = await searches.checkGap(3);
  expect(await waitForState(id, 'failed')).toMatchObject({
    rows: 6,
    gapCheck: { gap: 3, changed: null, missed: null },
    state: { kind: 'failed', error: unreadable.data, request: null },
  });
});

test('[BODY-2] remembers for the profile which part of a query the service refused, until it is cleared', async () => {
  const inventories = newInventories();
  const before = searched(inventories);
  before.service.respond = () => ({ status: 400, text: '{"message":"direction \\"desc\\" is unknown"}' });
  await before.startSearch({ sortBy: [{ direction: 'desc', field: 'iotSubscription.domainId' }] }, 'failed');
  const remembered = { kind: 'sort-direction', name: 'desc', status: 400, at: before.clock.now() } as const;
  await vi.waitFor(async () => expect((await before.state()).notAccepted).toEqual([remembered]));
  await before.stop();

  const { state, searches } = searched(inventories);
  expect((await state()).notAccepted).toEqual([remembered]);
  await searches.forgetNotAccepted(remembered);
  expect((await state()).notAccepted).toEqual([]);
});

test('[WATCH-4] waits at the end of the watch for the page that is being stored, and leaves nothing open', async () => {
  const { service, startSearch, searches, stop, clock, inventory } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) => (question.after === '4' ? 'never' : list(question));
  const [waiting, loading, storing] = [
    await startSearch(LIMIT, 'more'),
    await startSearch(LIMIT, 'more'),
    await startSearch(LIMIT, 'more'),
  ];
  await searches.load(waiting, 'pause');
  await searches.load(loading, 'go');
  await vi.waitFor(() => expect(service.inFlight).toBe(1));
  const { disk, storePage } = holdStoring(inventory);
  await searches.next(storing);
  await vi.waitFor(() => expect(storePage).toHaveBeenCalledTimes(1));
  let isOver = false;
  const stopped = stop().then(() => (isOver = true));
  await clock.advance(0);
  expect(isOver).toBe(false);
  disk.resolve();
  await stopped;
  expect([service.inFlight, clock.sleeping]).toEqual([0, 0]);
  expect((await inventory.reader.searches()).map(({ id, rows }) => [id, rows])).toEqual([
    [storing, 4],
    [loading, 4],
    [waiting, 2],
  ]);
});
