import { expect, test, vi } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import { idsFrom, respondInPages, networkFailure } from '../../../doubles/scripted-service.ts';
import { searched } from './searched.ts';

const LIMIT = { limit: 2 };

test('[QUERY-1] sends the query again if a token is refused before the count is reached, and ends if it is refused at the count', async () => {
  const { service, searches, startSearch, waitForState } = searched();
  let refusals = 1;
  const list = respondInPages(idsFrom(1, 6), 2, { next: '6' });
  service.respond = (question) => {
    if (question.after === '4' && (refusals -= 1) >= 0) return { status: 410, text: 'gone' };
    return question.after === '6' ? { status: 400, text: 'no such page' } : list(question);
  };
  const id = await startSearch(LIMIT, 'more');
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({
    rows: 6,
    passes: 2,
    notSeenAgain: 0,
    doubled: 0,
    state: { kind: 'ended', by: 'refused-token' },
  });
});

test.each([400, 404, 410, 422])(
  '[QUERY-1] stops at a service that refuses every page token with %d',
  async (status) => {
    const { service, searches, startSearch, waitForState } = searched();
    const list = respondInPages(idsFrom(1, 6), 2);
    service.respond = (question) => (question.after === null ? list(question) : { status, text: 'no' });
    const id = await startSearch(LIMIT, 'more');
    await searches.load(id, 'go');
    const { state, rows } = await waitForState(id, 'failed');
    expect(state).toMatchObject({
      kind: 'failed',
      error: { code: 'SERVICE_FAILED', facts: { what: 'search', problem: 'refused', status, said: 'no' } },
      request: 4,
      goodUntil: null,
    });
    expect([rows, service.requests.map(({ after }) => after)]).toEqual([2, [null, '2', null, '2']]);
  },
);

test.each<[what: string, answer: object, problem: string]>([
  ['an HTML page of a proxy', { status: 200, contentType: 'text/html', text: '<html>502</html>' }, 'not-understood'],
  ['an error with 200', { status: 200, text: '{"error":"internal"}' }, 'not-understood'],
  ['an incomplete text', { status: 200, text: '{"pagination": {"next": "a"}, "items": [{"iot' }, 'not-understood'],
  ['an empty answer', { status: 200, text: '' }, 'not-understood'],
  ['an empty answer with 204', { status: 204, text: '' }, 'not-understood'],
  [
    'more rows than the limit of a page',
    { status: 200, text: `{"items":[${'0,'.repeat(50_000)}0]}` },
    'not-understood',
  ],
  ['a missing right', { status: 403, text: '' }, 'forbidden'],
  ['a redirect', { status: 302, text: '' }, 'refused'],
  ['a server error', { status: 500, text: '' }, 'unreachable'],
])('[QUERY-5] reports %s instead of a page with its request, and keeps the rows', async (_what, answer, problem) => {
  const { service, searches, startSearch, waitForState, ids } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) => (question.number === 2 ? answer : list(question));
  const id = await startSearch(LIMIT, 'more');
  await searches.next(id);
  const { state } = await waitForState(id, 'failed');
  expect(state).toMatchObject({ request: 2, error: { code: 'SERVICE_FAILED', facts: { problem } } });
  expect(await ids(id)).toEqual(idsFrom(1, 2));
  // The page token is still valid.
  await searches.next(id);
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 4, passes: 1, doubled: 0 });
});

test('[QUERY-5] discards a refused access token and requests the page once more with a new one', async () => {
  const { service, searches, startSearch, waitForState, rejected } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) =>
    question.request.accessToken === 'token-0' && question.number > 1 ? { status: 401, text: '' } : list(question);
  const id = await startSearch(LIMIT, 'more');
  await searches.next(id);
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 4, passes: 1 });
  expect([rejected, service.requests.map(({ after }) => after)]).toEqual([['token-0'], [null, '2', '2']]);
  service.respond = () => ({ status: 401, text: '' });
  await searches.load(id, 'go');
  const { state } = await waitForState(id, 'failed');
  expect(state).toMatchObject({ request: 5, error: { facts: { problem: 'sign-in-needed', status: 401 } } });
});

test('[QUERY-6] shows and observes the Retry-After of the service', async () => {
  const { service, searches, startSearch, waitForState, summary, clock } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) =>
    question.number === 2 ? { status: 429, retryAfterMs: 7_000, text: '' } : list(question);
  const id = await startSearch(LIMIT, 'more');
  const from = clock.now();
  await searches.next(id);
  await vi.waitFor(async () =>
    expect((await summary(id)).state).toEqual({ kind: 'asking', since: from, waitsUntil: from + 7_000 }),
  );
  await clock.advance(6_999);
  expect(service.requests).toHaveLength(2);
  await clock.advance(1);
  expect(await waitForState(id, 'more')).toMatchObject({ rows: 4, doubled: 0 });
});

test('[QUERY-6] fails without a retry if the Retry-After is longer than ten minutes, and reports it', async () => {
  const { service, startSearch, summary } = searched();
  service.respond = () => ({ status: 503, retryAfterMs: 7_200_000, text: '' });
  const id = await startSearch(LIMIT, 'failed');
  expect((await summary(id)).state).toMatchObject({
    error: {
      code: 'SERVICE_FAILED',
      facts: { what: 'search', problem: 'unreachable', status: 503, retryAfterMs: 7_200_000 },
    },
  });
  expect(service.requests).toHaveLength(1);
});

test('[QUERY-6] retries a load after up to four failures in a row with growing pauses, and fails at the fifth', async () => {
  const { service, searches, startSearch, waitForState, clock } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  let failures = 4;
  const requestedAt: number[] = [];
  service.respond = (question) => {
    requestedAt.push(clock.monotonic());
    return question.after === '2' && (failures -= 1) >= 0 ? networkFailure('ECONNRESET') : list(question);
  };
  const id = await startSearch(LIMIT, 'more');
  await searches.load(id, 'go');
  await clock.advance(30_000);
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 6, passes: 1 });
  expect(requestedAt).toEqual([0, 0, 1_750, 5_250, 12_250, 26_250, 26_250]);

  failures = 9;
  await searches.load(id, 'go');
  await clock.advance(30_000);
  expect((await waitForState(id, 'failed')).state).toMatchObject({
    error: {
      code: 'SERVICE_FAILED',
      facts: { what: 'search', problem: 'unreachable', finding: { key: 'service-unreachable' } },
    },
    request: 13,
  });
  expect(failures).toBe(4);
});

test('[QUERY-5] stops a load that cannot be stored, and requests the page again later without losing a row', async () => {
  const { searches, startSearch, waitForState, ids, inventory, clock } = searched();
  const id = await startSearch(LIMIT, 'more');
  await clock.advance(100_000);
  const full = appError('STORE_UNWRITABLE', { path: 'inventory.db', problem: 'full' });
  const storePage = vi.spyOn(inventory.writer, 'storePage').mockRejectedValue(full);
  await searches.load(id, 'go');
  expect((await waitForState(id, 'failed')).state).toMatchObject({
    error: { code: 'STORE_UNWRITABLE' },
    request: null,
  });
  expect(await ids(id)).toEqual(idsFrom(1, 2));
  storePage.mockRestore();
  // The answer renewed the token although its page was not stored.
  await clock.advance(100_000);
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 6, passes: 1, doubled: 0 });
  expect(await ids(id)).toEqual(idsFrom(1, 6));
});

test('[QUERY-5] fails if its rows are lost with a damaged database, and can be sent again', async () => {
  const { searches, startSearch, waitForState, ids, inventory } = searched();
  const id = await startSearch(LIMIT, 'more');
  while (await inventory.writer.remove(id));
  await searches.load(id, 'go');
  const { state, rows } = await waitForState(id, 'failed');
  expect([state, rows]).toMatchObject([{ error: { code: 'NO_SEARCH' } }, 0]);
  await searches.load(id, 'go');
  expect(await waitForState(id, 'ended')).toMatchObject({ rows: 6, passes: 1 });
  expect(await ids(id)).toEqual(idsFrom(1, 6));
});
