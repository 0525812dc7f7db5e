import { describe, expect, onTestFinished, test } from 'vitest';
import type { StatusPageAnswer, StatusPageRequest } from '../../../../src-main/core/ports/service-client.ts';
import { followStatusPage, waitAfter } from '../../../../src-main/core/status-page/follow-status-page.ts';
import { readStatusPage } from '../../../../src-main/core/status-page/stored-status-page.ts';
import type { PublishedIncident } from '../../../../src-shared/domain/coverage/provider-incident.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryProjectionWriter } from '../../../doubles/memory-projection-writer.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const URL_A = 'https://status.example.com/history.atom';
const START = Date.UTC(2026, 10, 29, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

function incident(id: string, fields: Partial<PublishedIncident> = {}): PublishedIncident {
  const from = START - HOUR;
  const texts = { title: `Incident ${id}`, state: null, words: null, link: null };
  return { id, from, end: { kind: 'ongoing' }, updatedAt: from, ...texts, ...fields };
}

const answer = (...incidents: PublishedIncident[]): StatusPageAnswer => ({
  kind: 'incidents',
  incidents,
  unreadable: 0,
  validators: { etag: '"1"', lastModified: null },
});
const FAILED: StatusPageAnswer = { kind: 'failed', problem: { kind: 'refused', status: 503 }, retryAfterMs: null };

function followed(writer = new MemoryProjectionWriter(), clock = new FakeClock(START)) {
  const stopping = new AbortController();
  const page = { answers: [] as StatusPageAnswer[], requests: [] as StatusPageRequest[], changes: 0 };
  const start = (statusPage?: string) => {
    const profile = { proxy: 'none', ...(statusPage !== undefined && { statusPage }) };
    const statusPages = {
      read: async (request: StatusPageRequest) => {
        page.requests.push(request);
        return page.answers.shift() ?? ({ kind: 'unchanged' } as const);
      },
    };
    const parts = { profile, statusPages, writer, clock, random: () => 0.5, log: new SilentLog() };
    return followStatusPage({ ...parts, onChange: () => (page.changes += 1) }, stopping.signal);
  };
  onTestFinished(() => stopping.abort(new Error('the test is over')));
  const stored = () =>
    readStatusPage(
      { projectionRecords: async () => Array.from(writer.records, ([key, value]) => ({ key, value })) },
      EVER,
    );
  const listed = async () => (await stored())?.incidents.map(({ id, unlistedSince }) => [id, unlistedSince]);
  return { page, start, stop: () => stopping.abort(new Error('stopped')), stored, listed, writer, clock };
}

describe('[REPORT-5] the incidents of a status page', () => {
  test('are read again every 5 minutes, with what names its last answer', async () => {
    const { page, start, clock, stored } = followed();
    page.answers = [answer(incident('a'))];
    void start(URL_A);
    await clock.advance(0);
    expect(await stored()).toMatchObject({ url: URL_A, answeredAt: START, failure: null, incidents: [{ id: 'a' }] });
    await clock.advance(5 * MINUTE);
    expect(page.requests.map(({ validators }) => validators.etag)).toEqual([null, '"1"']);
    expect(await stored()).toMatchObject({ answeredAt: START + 5 * MINUTE, incidents: [{ id: 'a' }] });
    expect(page.changes).toBe(2);
  });

  test('stay when the page drops them, and are replaced when the page edits them', async () => {
    const { page, start, clock, stored, listed, writer } = followed();
    page.answers = [answer(incident('a'), incident('b')), answer(incident('b', { title: 'Edited' }))];
    void start(URL_A);
    await clock.advance(0);
    await clock.advance(5 * MINUTE);
    expect(await listed()).toEqual([
      ['a', START + 5 * MINUTE],
      ['b', null],
    ]);
    expect((await stored())?.incidents[1]?.title).toBe('Edited');
    expect(writer.commits[1]?.put.map(({ key }) => key)).toEqual(['page', 'incident:a', 'incident:b']);
    page.answers = [answer(incident('a'), incident('b', { title: 'Edited' }))];
    await clock.advance(5 * MINUTE);
    expect(await listed()).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('stay while the page does not answer; the failure keeps its start', async () => {
    const { page, start, clock, stored } = followed();
    page.answers = [answer(incident('a')), FAILED, FAILED, answer(incident('a'))];
    void start(URL_A);
    await clock.advance(0);
    await clock.advance(10 * MINUTE);
    expect(await stored()).toMatchObject({
      answeredAt: START,
      failure: { since: START + 5 * MINUTE, problem: { kind: 'refused', status: 503 } },
      incidents: [{ id: 'a', unlistedSince: null }],
    });
    await clock.advance(5 * MINUTE);
    expect(await stored()).toMatchObject({ failure: null });
  });

  test('are readable after a restart, and give way to those of another address once that one answers', async () => {
    const first = followed();
    first.page.answers = [answer(incident('a'))];
    void first.start(URL_A);
    await first.clock.advance(0);
    first.stop();
    const second = followed(first.writer, first.clock);
    second.page.answers = [FAILED, answer(incident('b'))];
    void second.start('https://other.example.com/feed');
    await first.clock.advance(0);
    expect(second.page.requests[0]?.validators.etag).toBeNull();
    expect(await second.listed()).toEqual([['a', null]]);
    await first.clock.advance(5 * MINUTE);
    expect(await second.listed()).toEqual([['b', null]]);
  });

  test('are not shown after the profile stops naming the page, and are there when it names it again', async () => {
    const first = followed();
    first.page.answers = [answer(incident('a'))];
    void first.start(URL_A);
    await first.clock.advance(0);
    first.stop();
    const without = followed(first.writer, first.clock);
    await without.start();
    expect(await without.stored()).toBeNull();
    expect(without.page.requests).toEqual([]);
    const again = followed(first.writer, first.clock);
    void again.start(URL_A);
    await first.clock.advance(0);
    expect(await again.listed()).toEqual([['a', null]]);
  });

  test('are at most 2 000, the newest', async () => {
    const { page, start, clock, writer } = followed();
    const many = (from: number) =>
      Array.from({ length: 1_500 }, (_, index) => incident(`${from + index}`, { from: START + from + index }));
    page.answers = [answer(...many(0)), answer(...many(1_500))];
    void start(URL_A);
    await clock.advance(0);
    await clock.advance(5 * MINUTE);
    expect(writer.records.size).toBe(2_001);
    expect(writer.records.has('incident:999')).toBe(false);
    expect(writer.records.has('incident:1000')).toBe(true);
  });

  test('are stored again after the store could not be written', async () => {
    const { page, start, clock, listed, writer } = followed();
    writer.failure = new Error('the disk is full');
    void start(URL_A);
    await clock.advance(0);
    writer.failure = null;
    page.answers = [answer(incident('a'))];
    await clock.advance(5 * MINUTE);
    expect(await listed()).toEqual([['a', null]]);
  });
});

test.for([
  [1, null, 5],
  [2, null, 5],
  [3, null, 10],
  [4, null, 20],
  [5, null, 30],
  [99, null, 30],
  [1, 60 * MINUTE, 60],
  [1, 1_000, 5],
] as const)(
  'after %d failures and Retry-After %s the page is read again after %d min',
  ([failures, retryAfterMs, minutes]) => {
    expect(waitAfter({ ...FAILED, retryAfterMs }, failures)).toBe(minutes * MINUTE);
  },
);

test('nothing is asked and nothing stored if the profile names no page', async () => {
  const { page, start, writer, stored } = followed();
  await start();
  expect(page.requests).toEqual([]);
  expect(writer.commits).toEqual([]);
  expect(await stored()).toBeNull();
});
