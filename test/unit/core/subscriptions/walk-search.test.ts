import { expect, test } from 'vitest';
import { walkSearch, type SearchWalk, type WalkStep } from '../../../../src-main/core/subscriptions/walk-search.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';
import {
  idsFrom,
  respondInPages,
  networkFailure,
  searchReply,
  ScriptedService,
} from '../../../doubles/scripted-service.ts';

function walked(changes: Partial<SearchWalk> = {}) {
  const service = new ScriptedService();
  const clock = new FakeClock();
  const walk: SearchWalk = {
    profile: someProfile,
    tokens: { accessToken: async () => 'token', reject: () => undefined },
    service,
    body: '{"limit": 2}',
    limit: 2,
    isAll: true,
    clock,
    random: () => 0.5,
    ...changes,
  };
  const steps: WalkStep[] = [];
  /** Ends every wait immediately. `between` runs while the consumer processes a page. */
  const run = async (between: (step: WalkStep) => Promise<void> | void = () => undefined): Promise<void> => {
    const giveUp = new AbortController();
    for await (const step of walkSearch(walk, giveUp.signal)) {
      steps.push(step);
      if (step.kind === 'waits') void Promise.resolve().then(() => clock.advance(step.ms));
      await between(step);
    }
  };
  const ids = () =>
    steps.flatMap((step) => (step.kind === 'page' ? step.items : []).map((item) => /s-0*(\d+)/.exec(item)?.[1] ?? '-'));
  const end = () => steps.at(-1);
  return { service, clock, steps, run, ids, end };
}

const tally = { rows: 5, totalHits: 5, passes: 1, doubled: 0, withoutId: 0, notSeenAgain: 0 };

test('requests only the first page if no more is needed, and counts the life of its token from the sending', async () => {
  const { service, clock, run, steps, ids } = walked({ isAll: false });
  service.respond = async (question) => {
    await clock.advance(20_000);
    return respondInPages(idsFrom(1, 5), 2)(question);
  };
  await run();
  expect([ids(), service.requests.length]).toEqual([['1', '2'], 1]);
  expect(steps.map((step) => step.kind === 'page' && step.next?.leftMs)).toEqual([100_000]);
});

test('[CLI-26] gives a slow consumer every row once and reports that the query was sent again', async () => {
  const { service, clock, run, ids, end } = walked();
  service.respond = respondInPages(idsFrom(1, 5), 2);
  let isSlow = true;
  await run(async (step) => {
    if (step.kind !== 'page' || ids().length < 4 || !isSlow) return;
    isSlow = false;
    await clock.advance(120_000);
  });
  expect(service.requests.map(({ after }) => after)).toEqual([null, '2', null, '2', '4']);
  expect(ids()).toEqual(['1', '2', '3', '4', '5']);
  expect(end()).toEqual({ kind: 'ended', by: 'no-token', tally: { ...tally, passes: 2 } });
});

test.each([0, 2])('[QUERY-1] does not report a shift for a list that ends by repeating page %d', async (again) => {
  const { service, run, end } = walked();
  service.respond = ({ after }) => {
    const from = Number(after ?? 0) % 10;
    const rows = from >= 4 ? idsFrom(again + 1, 2) : idsFrom(from + 1, 2);
    return searchReply(rows, { totalHits: 4, next: String(from + 2 + (from >= 4 ? 10 : 0)) });
  };
  await run();
  expect(end()).toMatchObject({ kind: 'ended', tally: { rows: 4, doubled: 0 } });
});

test('[QUERY-1] counts duplicate rows if the list shifted by exactly one page', async () => {
  const { service, run, end } = walked();
  const pages = [idsFrom(1, 2), idsFrom(3, 2), idsFrom(3, 2), idsFrom(5, 2)];
  service.respond = ({ number }) => searchReply(pages[number - 1] ?? [], { totalHits: 6, next: `t${number}` });
  await run();
  expect(end()).toMatchObject({ kind: 'ended', tally: { rows: 6, doubled: 2 } });
});

test('[CLI-26] counts rows that are missing after the query was sent again, and repeats rows without an id', async () => {
  const { service, clock, run, steps, end } = walked();
  service.respond = ({ number }) =>
    number === 1
      ? searchReply(['s-1', null], { totalHits: 4, next: 'a' })
      : searchReply(['s-2', null], { totalHits: 2 });
  await run((step) => (steps.length === 1 && step.kind === 'page' ? clock.advance(130_000) : undefined));
  const expected = { rows: 4, totalHits: 2, passes: 2, doubled: 0, withoutId: 2, notSeenAgain: 1 };
  expect(end()).toEqual({ kind: 'ended', by: 'no-token', tally: expected });
});

test('stops at a service that refuses every token or is slower than the tokens live', async () => {
  const refusing = walked();
  refusing.service.respond = ({ after }) =>
    after === null ? searchReply(['s-1'], { totalHits: 9, next: 'a' }) : { status: 400, text: 'no' };
  await refusing.run();
  expect(refusing.end()).toMatchObject({ kind: 'failed', answer: 'no' });
  expect(refusing.service.requests.length).toBeLessThan(30);
  const slow = walked();
  slow.service.respond = respondInPages(idsFrom(1, 5), 2);
  await slow.run((step) => (step.kind === 'page' ? slow.clock.advance(200_000) : undefined));
  expect(slow.end()).toMatchObject({ kind: 'given-up', why: 'lapsed' });
  expect(slow.service.requests.length).toBeLessThan(30);
});

test('retries a failing service until the fifth failure in a row when it reads all pages, and never for a single page', async () => {
  const { service, run, ids, steps } = walked();
  service.respond = (question) =>
    question.number === 2 ? networkFailure() : respondInPages(idsFrom(1, 5), 2)(question);
  await run();
  expect([ids(), steps.filter(({ kind }) => kind === 'waits').length]).toEqual([['1', '2', '3', '4', '5'], 1]);
  for (const [isAll, first, maxPages] of [
    [true, 1, 6],
    [false, 0, 1],
  ] as const) {
    const away = walked({ isAll });
    away.service.respond = (question) =>
      question.number <= first ? respondInPages(idsFrom(1, 5), 2)(question) : networkFailure();
    await away.run();
    expect(away.end()).toMatchObject({ kind: 'failed', answer: null });
    expect(away.service.requests.length).toBe(maxPages);
  }
});

test('[NET-4] fails immediately when offline, and retries after a server error', async () => {
  const offline = walked();
  offline.service.respond = () => networkFailure();
  await offline.run();
  expect(offline.steps).toMatchObject([{ kind: 'failed', answer: null }]);
  const faulty = walked();
  faulty.service.respond = () => ({ status: 500, text: 'oh' });
  await faulty.run();
  expect([faulty.service.requests.length, faulty.end()]).toMatchObject([5, { kind: 'failed', answer: 'oh' }]);
});

test('stops an endless list', async () => {
  const { service, run, end } = walked();
  service.respond = ({ number }) => searchReply(idsFrom(number * 600, 600), { totalHits: 1, next: `t-${number}` });
  await run();
  expect(end()).toMatchObject({ kind: 'given-up', why: 'endless' });
});
