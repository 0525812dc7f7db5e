import { expect, test, vi } from 'vitest';
import { idsFrom, respondInPages, searchReply } from '../../../doubles/scripted-service.ts';
import { searched } from './searched.ts';

const LIMIT = { limit: 2 };
const MINUTES = 60_000;

test('returns its first page, the next one on request, and ends at the count', async () => {
  const { service, searches, summary, startSearch, waitForState, ids, clock } = searched();
  service.respond = respondInPages(idsFrom(1, 3), 2, { next: '9' });
  const id = await startSearch(LIMIT, 'more');
  expect(await summary(id)).toEqual({
    id,
    body: '{"limit":2}',
    begunAt: clock.now(),
    askedAt: clock.now(),
    rows: 2,
    totalHits: 3,
    firstTotalHits: 3,
    pages: 1,
    passes: 1,
    doubled: 0,
    notSeenAgain: 0,
    withoutId: 0,
    state: { kind: 'more', goodUntil: clock.now() + 2 * MINUTES },
    gapCheck: null,
    keptUntil: clock.now() + 30 * 24 * 60 * MINUTES,
  });
  await searches.next(id);
  expect((await waitForState(id, 'ended')).state).toEqual({ kind: 'ended', by: 'count' });
  expect(await ids(id)).toEqual(idsFrom(1, 3));
  expect(service.requests.map(({ request }) => request.body)).toEqual(['{"limit":2}', '{"limit":2,"after":"2"}']);
});

test('[QUERY-2] counts the life of the page token from the sending of the request, and lets it expire, also while the computer sleeps', async () => {
  const { service, startSearch, waitForState, clock } = searched();
  const answering = Promise.withResolvers<void>();
  const list = respondInPages(idsFrom(1, 9), 2);
  service.respond = async (question) => {
    await answering.promise;
    return list(question);
  };
  const sentAt = clock.now();
  const startedId = startSearch(LIMIT, 'more');
  await vi.waitFor(() => expect(service.inFlight).toBe(1));
  await clock.advance(40_000);
  answering.resolve();
  const id = await startedId;
  expect((await waitForState(id, 'more')).state).toEqual({ kind: 'more', goodUntil: sentAt + 2 * MINUTES });
  await clock.advance(79_000);
  await waitForState(id, 'more');
  await clock.advance(1_000);
  expect((await waitForState(id, 'lapsed')).state).toEqual({ kind: 'lapsed', at: sentAt + 2 * MINUTES });

  const other = await startSearch(LIMIT, 'more');
  clock.sleepComputer(10 * MINUTES);
  await clock.advance(5_000);
  expect((await waitForState(other, 'lapsed')).state.kind).toBe('lapsed');
  expect(service.requests).toHaveLength(2);
});

test('[QUERY-2] counts the life of the page token from the successful request, not from a refused one before', async () => {
  const { service, startSearch, summary, clock } = searched();
  const refused = Promise.withResolvers<void>();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = async (question) => {
    if (question.request.accessToken !== 'token-0') return list(question);
    await refused.promise;
    return { status: 401, text: '' };
  };
  const startedId = startSearch(LIMIT, 'more');
  await vi.waitFor(() => expect(service.inFlight).toBe(1));
  await clock.advance(30_000);
  refused.resolve();
  expect((await summary(await startedId)).state).toEqual({ kind: 'more', goodUntil: clock.now() + 2 * MINUTES });
});

test('[QUERY-2] sends the query again after the token expired, keeps known rows in place, and counts rows that did not come again', async () => {
  const { service, searches, startSearch, waitForState, ids, clock } = searched();
  const id = await startSearch(LIMIT, 'more');
  await searches.next(id);
  await waitForState(id, 'more');
  await clock.advance(2 * MINUTES);
  await waitForState(id, 'lapsed');
  // Meanwhile the second row was removed and a new one was added at the front.
  const [first, , ...others] = idsFrom(1, 6);
  service.respond = respondInPages(['new', first ?? '', ...others], 2);
  await searches.next(id);
  // Known rows are skipped until a new one comes.
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 5, passes: 2, pages: 3, notSeenAgain: 0 });
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 7, passes: 2, notSeenAgain: 1, doubled: 0 });
  expect(await ids(id)).toEqual([...idsFrom(1, 4), 'new', ...idsFrom(5, 2)]);
});

test('[QUERY-2] continues after an expired token until a page brings a new row', async () => {
  const { service, searches, startSearch, waitForState, clock } = searched();
  service.respond = respondInPages(idsFrom(1, 8), 2);
  const id = await startSearch(LIMIT, 'more');
  await searches.next(id);
  await waitForState(id, 'more');
  await clock.advance(2 * MINUTES);
  await waitForState(id, 'lapsed');
  await searches.next(id);
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 6, pages: 5, passes: 2 });
  await searches.load(id, 'go');
  await waitForState(id, 'ended');
  // A request after the end starts the complete list again and reads only its first page.
  await searches.next(id);
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 8, passes: 3 });
});

test('[QUERY-27] cancels a request immediately and keeps its rows; also cancels a load and its wait', async () => {
  const { service, searches, startSearch, waitForState, clock, state } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) => (question.number === 2 ? 'never' : list(question));
  const id = await startSearch(LIMIT, 'more');
  await searches.next(id);
  await vi.waitFor(() => expect(service.inFlight).toBe(1));
  await searches.cancel(id);
  expect(await waitForState(id, 'cancelled')).toMatchObject({
    rows: 2,
    state: { kind: 'cancelled', goodUntil: clock.now() + 2 * MINUTES },
  });
  expect((await state()).requests[0]).toMatchObject({ number: 2, search: id, failure: 'CANCELLED', status: null });

  service.respond = () => ({ status: 503, retryAfterMs: 60_000, text: '' });
  await searches.load(id, 'go');
  await vi.waitFor(() => expect(service.requests).toHaveLength(3));
  await searches.cancel(id);
  expect((await waitForState(id, 'cancelled')).rows).toBe(2);
});

test('[QUERY-2] keeps the token of a paused load valid by reading a page before it expires, and continues', async () => {
  const { service, searches, startSearch, waitForState, summary, clock } = searched();
  service.respond = respondInPages(idsFrom(1, 20), 2);
  const id = await startSearch(LIMIT, 'more');
  await searches.load(id, 'pause');
  const from = clock.now();
  expect((await summary(id)).state).toEqual({
    kind: 'loading',
    isPaused: true,
    waitsUntil: null,
    goodUntil: from + 2 * MINUTES,
    rowsPerSecond: 0,
  });
  await clock.advance(104_999);
  expect(service.requests).toHaveLength(1);
  await clock.advance(1);
  expect((await summary(id)).state).toMatchObject({ goodUntil: from + 105_000 + 2 * MINUTES, isPaused: true });
  await clock.advance(10 * MINUTES);
  expect([service.requests.length, service.requests.every(({ after }, at) => (after === null) === (at === 0))]).toEqual(
    [7, true],
  );
  // A page that the user scrolls to does not wait for the end of the pause.
  await searches.next(id);
  await vi.waitFor(() => expect(service.requests).toHaveLength(8));
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 20, passes: 1 });
});

test('[QUERY-2] sends nothing after a pause with sleep, and sends the query again when the load continues', async () => {
  const { service, searches, startSearch, waitForState, summary, clock } = searched();
  const id = await startSearch(LIMIT, 'more');
  await searches.load(id, 'pause');
  clock.sleepComputer(60 * MINUTES);
  await clock.advance(5_000);
  expect((await summary(id)).state).toMatchObject({ kind: 'loading', isPaused: true, goodUntil: null });
  expect(service.requests).toHaveLength(1);
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 6, passes: 2, doubled: 0, notSeenAgain: 0 });
});

test('[QUERY-1] counts rows that come twice within a pass and keeps the newer content', async () => {
  const { service, searches, startSearch, waitForState, ids } = searched();
  const pages = [
    searchReply(['a', 'b'], { totalHits: 5, next: '2' }),
    searchReply(['b', 'c'], { totalHits: 4, next: '4' }),
    searchReply([null, 'd'], { totalHits: 4, next: null }),
  ];
  service.respond = ({ number }) => pages[number - 1] ?? searchReply([]);
  const id = await startSearch(LIMIT, 'more');
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({
    rows: 5,
    doubled: 1,
    withoutId: 1,
    totalHits: 4,
    firstTotalHits: 5,
    state: { kind: 'ended', by: 'no-token' },
  });
  expect(await ids(id)).toEqual(['a', 'b', 'c', null, 'd']);
});

test.each([
  ['[QUERY-1] a page that is repeated in the middle', [1, 3, 3, 5], 2],
  ['[QUERY-1] a page that is repeated at the end', [1, 3, 5, 5], 0],
  ['[QUERY-1] a first page that is repeated at the end', [1, 3, 5, 1], 0],
])('%s: counts the duplicate rows', async (_what, pages, doubled) => {
  const { service, searches, startSearch, waitForState } = searched();
  service.respond = ({ number }) =>
    searchReply(idsFrom(pages[number - 1] ?? 1, pages[number - 1] === undefined ? 0 : 2), {
      totalHits: 6,
      next: `t${number}`,
    });
  const id = await startSearch(LIMIT, 'more');
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 6, doubled });
});

test('[QUERY-1] loads an endless list to about twice its count, then waits for the user to continue', async () => {
  const { service, searches, startSearch, waitForState, inventory } = searched();
  // The store reports every row as new.
  const storePage = inventory.writer.storePage.bind(inventory.writer);
  const endless: typeof storePage = async (page) => {
    const stored = await storePage({ ...page, items: page.items.slice(0, 1) });
    return { ...stored, added: page.items.length, fresh: page.items.length };
  };
  Object.assign(inventory.writer, { storePage: endless });
  service.respond = ({ number }) => searchReply(idsFrom(number * 500, 500), { totalHits: 1_000, next: `t${number}` });
  const id = await startSearch({ limit: 500 }, 'more');
  await searches.load(id, 'go');
  await waitForState(id, 'more');
  expect(service.requests).toHaveLength(26);
  await searches.load(id, 'go');
  await waitForState(id, 'more');
  expect(service.requests).toHaveLength(51);
});
