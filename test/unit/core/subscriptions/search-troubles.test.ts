/** Answers that are no page: refused tokens, refusals, faults, waits, and a disk that is full. */
import { expect, test, vi } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import { idsFrom, respondInPages, networkFailure } from '../../../doubles/scripted-service.ts';
import { searched } from './searched.ts';

const LIMIT = { limit: 2 };

test('[QUERY-4] a token that is refused before the count is reached begins anew; refused at the count it is the end', async () => {
  const { service, searches, begun, comesTo } = searched();
  let refusals = 1;
  const list = respondInPages(idsFrom(1, 6), 2, { next: '6' });
  service.respond = (question) => {
    if (question.after === '4' && (refusals -= 1) >= 0) return { status: 410, text: 'gone' };
    return question.after === '6' ? { status: 400, text: 'no such page' } : list(question);
  };
  const id = await begun(LIMIT, 'more');
  await searches.load(id, 'go');
  expect(await comesTo(id, 'ended')).toMatchObject({
    rows: 6,
    passes: 2,
    notSeenAgain: 0,
    doubled: 0,
    state: { kind: 'ended', by: 'refused-token' },
  });
});

test.each([400, 404, 410, 422])(
  '[QUERY-4] a service that refuses every token with %d is not asked for ever',
  async (status) => {
    const { service, searches, begun, comesTo } = searched();
    const list = respondInPages(idsFrom(1, 6), 2);
    service.respond = (question) => (question.after === null ? list(question) : { status, text: 'no' });
    const id = await begun(LIMIT, 'more');
    await searches.load(id, 'go');
    const { state, rows } = await comesTo(id, 'failed');
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
  ['a page of a proxy', { status: 200, contentType: 'text/html', text: '<html>502</html>' }, 'not-understood'],
  ['an error with 200', { status: 200, text: '{"error":"internal"}' }, 'not-understood'],
  ['half a text', { status: 200, text: '{"pagination": {"next": "a"}, "items": [{"iot' }, 'not-understood'],
  ['nothing', { status: 200, text: '' }, 'not-understood'],
  ['nothing, and no content', { status: 204, text: '' }, 'not-understood'],
  ['more rows than are read at once', { status: 200, text: `{"items":[${'0,'.repeat(50_000)}0]}` }, 'not-understood'],
  ['a right that is missing', { status: 403, text: '' }, 'forbidden'],
  ['another address', { status: 302, text: '' }, 'refused'],
  ['its own fault', { status: 500, text: '' }, 'unreachable'],
])(
  '[QUERY-5] %s instead of a page is told with its request, and what came before stays',
  async (_what, answer, problem) => {
    const { service, searches, begun, comesTo, ids } = searched();
    const list = respondInPages(idsFrom(1, 6), 2);
    service.respond = (question) => (question.number === 2 ? answer : list(question));
    const id = await begun(LIMIT, 'more');
    await searches.next(id);
    const { state } = await comesTo(id, 'failed');
    expect(state).toMatchObject({ request: 2, error: { code: 'SERVICE_FAILED', facts: { problem } } });
    expect(await ids(id)).toEqual(idsFrom(1, 2));
    // The token is as good as it was.
    await searches.next(id);
    expect(await comesTo(id, 'more')).toMatchObject({ rows: 4, passes: 1, doubled: 0 });
  },
);

test('[QUERY-5] an access token that is refused is thrown away, and the page asked for once more with a new one', async () => {
  const { service, searches, begun, comesTo, rejected } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) =>
    question.request.accessToken === 'token-0' && question.number > 1 ? { status: 401, text: '' } : list(question);
  const id = await begun(LIMIT, 'more');
  await searches.next(id);
  expect(await comesTo(id, 'more')).toMatchObject({ rows: 4, passes: 1 });
  expect([rejected, service.requests.map(({ after }) => after)]).toEqual([['token-0'], [null, '2', '2']]);
  service.respond = () => ({ status: 401, text: '' });
  await searches.load(id, 'go');
  const { state } = await comesTo(id, 'failed');
  expect(state).toMatchObject({ request: 5, error: { facts: { problem: 'sign-in-needed', status: 401 } } });
});

test('[QUERY-6] who asks to be left alone is: the wait is told and kept, at a page as at a load', async () => {
  const { service, searches, begun, comesTo, summary, clock } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  service.respond = (question) =>
    question.number === 2 ? { status: 429, retryAfterMs: 7_000, text: '' } : list(question);
  const id = await begun(LIMIT, 'more');
  const from = clock.now();
  await searches.next(id);
  await vi.waitFor(async () =>
    expect((await summary(id)).state).toEqual({ kind: 'asking', since: from, waitsUntil: from + 7_000 }),
  );
  await clock.advance(6_999);
  expect(service.requests).toHaveLength(2);
  await clock.advance(1);
  expect(await comesTo(id, 'more')).toMatchObject({ rows: 4, doubled: 0 });
});

test('[QUERY-6] who asks to be left alone for longer than anybody waits is not asked again, and that is said', async () => {
  const { service, begun, summary } = searched();
  service.respond = () => ({ status: 503, retryAfterMs: 7_200_000, text: '' });
  const id = await begun(LIMIT, 'failed');
  expect((await summary(id)).state).toMatchObject({
    error: {
      code: 'SERVICE_FAILED',
      facts: { what: 'search', problem: 'unreachable', status: 503, retryAfterMs: 7_200_000 },
    },
  });
  expect(service.requests).toHaveLength(1);
});

test('[QUERY-6] a load bears with five failures in a row, each waited out longer, and then says so', async () => {
  const { service, searches, begun, comesTo, clock } = searched();
  const list = respondInPages(idsFrom(1, 6), 2);
  let failures = 4;
  const askedAt: number[] = [];
  service.respond = (question) => {
    askedAt.push(clock.monotonic());
    return question.after === '2' && (failures -= 1) >= 0 ? networkFailure('ECONNRESET') : list(question);
  };
  const id = await begun(LIMIT, 'more');
  await searches.load(id, 'go');
  await clock.advance(30_000);
  expect(await comesTo(id, 'ended')).toMatchObject({ rows: 6, passes: 1 });
  expect(askedAt).toEqual([0, 0, 1_750, 5_250, 12_250, 26_250, 26_250]);

  failures = 9;
  await searches.load(id, 'go');
  await clock.advance(30_000);
  expect((await comesTo(id, 'failed')).state).toMatchObject({
    error: {
      code: 'SERVICE_FAILED',
      facts: { what: 'search', problem: 'unreachable', finding: { key: 'service-unreachable' } },
    },
    request: 13,
  });
  expect(failures).toBe(4);
});

test('[QUERY-9] what cannot be stored ends the load and says so; the page is asked for again, and nothing is lost', async () => {
  const { service, searches, begun, comesTo, ids, inventory, clock } = searched();
  service.respond = respondInPages(idsFrom(1, 6), 2);
  const id = await begun(LIMIT, 'more');
  await clock.advance(100_000);
  const full = appError('STORE_UNWRITABLE', { path: 'inventory.db', problem: 'full' });
  const storePage = vi.spyOn(inventory.writer, 'storePage').mockRejectedValue(full);
  await searches.load(id, 'go');
  expect((await comesTo(id, 'failed')).state).toMatchObject({ error: { code: 'STORE_UNWRITABLE' }, request: null });
  expect(await ids(id)).toEqual(idsFrom(1, 2));
  storePage.mockRestore();
  // The answer renewed the token, though its page was not kept.
  await clock.advance(100_000);
  await searches.load(id, 'go');
  expect(await comesTo(id, 'ended')).toMatchObject({ rows: 6, passes: 1, doubled: 0 });
  expect(await ids(id)).toEqual(idsFrom(1, 6));
});

test('[QUERY-9] a search whose rows are gone with a damaged database says so, and can be asked anew', async () => {
  const { service, searches, begun, comesTo, ids, inventory } = searched();
  service.respond = respondInPages(idsFrom(1, 6), 2);
  const id = await begun(LIMIT, 'more');
  // oxlint-disable-next-line no-await-in-loop -- piece by piece
  while (await inventory.writer.remove(id));
  await searches.load(id, 'go');
  const { state, rows } = await comesTo(id, 'failed');
  expect([state, rows]).toMatchObject([{ error: { code: 'NO_SEARCH' } }, 0]);
  await searches.load(id, 'go');
  expect(await comesTo(id, 'ended')).toMatchObject({ rows: 6, passes: 1 });
  expect(await ids(id)).toEqual(idsFrom(1, 6));
});
