import { expect, test } from 'vitest';
import { reportHtml } from '../../../../src-main/core/reports/report-html.ts';
import { reportMarkdown } from '../../../../src-main/core/reports/report-markdown.ts';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { caseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import { type ReportCases, reportColumns } from '../../../../src-shared/domain/report-cases.ts';
import { sum } from '../../../../src-shared/domain/report-cases.ts';
import { headlineWords } from '../../../../src-shared/words/report-words.ts';
import { performAction, JONAS, OLIVIA } from '../../../doubles/cases-over-store.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { anIncident, listing, storeStatusPage } from '../../../doubles/status-pages.ts';
import { ALLOCATION, eidCase, reportsOverStore } from '../../../doubles/reports-over-store.ts';

const MINUTE = 60_000;

test('[REPORT-2] counts by cause what was open before, opened, ended and is still open, and lists the actions', async () => {
  const { receiveLocalizations, receiveRequest, later, cases, report, at } = await reportsOverStore();
  await receiveLocalizations({ eid: 'a' });
  await later(10);
  await receiveLocalizations(
    { eid: 'b', country: 'SE' },
    { eid: 'c', operation: 'DOWNLOADED' },
    { eid: 'd', operation: 'DOWNLOADED' },
  );
  await receiveRequest('REQ-1', 10, 4);
  await cases.waitUntilCaughtUp();
  await later(5);
  await performAction(cases, { kind: 'take' }, [ALLOCATION]);
  await performAction(cases, { kind: 'retried' }, [eidCase('a')], JONAS);
  await cases.waitUntilCaughtUp();
  await later(5);
  await receiveLocalizations({ eid: 'a' }, { eid: 'c', operation: 'LOCALIZED', state: 'COMPLETED', code: null });
  await cases.waitUntilCaughtUp();
  await cases.act({ author: JONAS, subjects: [eidCase('d')], what: { kind: 'done' }, text: 'Meter in a basement' });
  await cases.act({ author: OLIVIA, subjects: [eidCase('b')], what: { kind: 'pack', ticket: '88213' }, text: '' });
  await cases.waitUntilCaughtUp();
  await later(10);
  const made = await report(5, 30);
  expect(headlineWords(made)).toBe('2 still open, all of them unusable; 1 request still open. Watched without a gap.');
  expect(
    made.localizations.map(({ cause, countries, before, opened, endedWell, done, moved, open }) => [
      cause.code,
      countries.map(({ country, count }) => `${country} ${count}`).join(' '),
      [before, opened, endedWell, done, moved, open],
    ]),
  ).toEqual([
    ['START_PROFILE_ALLOCATION_FAILED', 'NO 1 SE 1', [1, 1, 0, 0, 0, 2]],
    ['START_PROFILE_DOWNLOAD_FAILED', 'NO 2', [0, 2, 1, 1, 0, 0]],
  ]);
  expect(made.openRequests).toEqual([
    {
      key: caseKey({ kind: 'request', requestId: 'REQ-1' }),
      operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
      outcome: 'partial',
      size: 10,
      failed: 4,
      at: at(10),
      causes: [{ type: 'DCP_ERROR', code: '73', count: 4 }],
    },
  ]);
  expect(made.requestOutcomes).toEqual([{ outcome: 'partial', count: 1 }]);
  expect(
    made.actions.map(({ at: when, author, what, cases: count, cause, failedAgainAt, text }) => [
      (when - at(0)) / MINUTE,
      author.name,
      what.kind,
      count,
      cause?.operation,
      failedAgainAt,
      text,
    ]),
  ).toEqual([
    [15, OLIVIA.name, 'take', 2, 'ALLOCATED', null, ''],
    [15, JONAS.name, 'retried', 1, 'ALLOCATED', at(20), ''],
    [20, JONAS.name, 'done', 1, 'DOWNLOADED', null, 'Meter in a basement'],
    [20, OLIVIA.name, 'pack', 1, 'ALLOCATED', null, ''],
  ]);
  expect(
    made.handOver.map(({ cause, open, owner, ticket, note, isMuted }) => [
      cause.operation,
      open,
      owner?.name,
      ticket,
      note,
      isMuted,
    ]),
  ).toEqual([
    ['ALLOCATED', 2, OLIVIA.name, '88213', null, false],
    ['CHANGE_SUBSCRIPTIONPACKAGE', 1, undefined, null, null, false],
  ]);
});

test('[REPORT-1] adds up the resources of all requests of one cause in one line, each with its newest counts', async () => {
  const { receiveRequest, later, cases, report } = await reportsOverStore();
  await receiveRequest('REQ-1', 50, 4);
  await receiveRequest('REQ-2', 40, 1);
  await receiveRequest('REQ-3', 8, 8);
  await cases.waitUntilCaughtUp();
  await later(10);
  await receiveRequest('REQ-2', 40, 6);
  await cases.waitUntilCaughtUp();
  await later(10);
  const made = await report(0, 20);
  const counts = { consequence: 'partial', failedResources: 18, resources: 98, open: 3 };
  expect([made.requests, made.handOver]).toEqual([
    [expect.objectContaining(counts)],
    [expect.objectContaining(counts)],
  ]);
  for (const text of [reportMarkdown(made), reportHtml(made)]) {
    expect(text).toContain('18 of 98 resources failed');
    expect(text).not.toContain('some resources failed');
  }
});

test('[REPORT-1] lists for every number of a report over a random history as many cases as it counts', async () => {
  const { receiveLocalizations, receiveRequest, later, cases, report, listCases } = await reportsOverStore();
  const random = randomNumbers(7);
  for (let minute = 0; minute < 40; minute += 1) {
    const eid = `e${random(6)}`;
    const operation = ['ALLOCATED', 'DOWNLOADED', 'ACTIVATED'][random(3)] ?? 'ALLOCATED';
    if (random(4) === 0) await receiveLocalizations({ eid, operation: 'LOCALIZED', state: 'COMPLETED', code: null });
    else await receiveLocalizations({ eid, operation });
    await receiveRequest(`REQ-${random(5)}`, 4, random(5));
    await cases.waitUntilCaughtUp();
    if (random(5) === 0) await performAction(cases, { kind: 'done' }, [eidCase(`e${random(6)}`)]);
    await cases.waitUntilCaughtUp();
    await later(1);
  }
  let listed = 0;
  for (const [from, to] of [
    [0, 40],
    [10, 25],
    [20, 40],
  ] as const) {
    const made = await report(from, to);
    const check = async (counted: ReportCases, count: number) => {
      const { cases: found, more } = await listCases(from, to, counted);
      expect([counted, found.length - 2 * found.filter(({ as }) => as === 'left').length, more]).toEqual([
        counted,
        count,
        0,
      ]);
      listed += found.length;
    };
    for (const [of, lines] of [
      ['localization', made.localizations],
      ['request', made.requests],
    ] as const)
      for (const column of reportColumns) {
        await check({ of, column }, sum(lines, column));
        for (const line of lines) await check({ of: line.key, column }, line[column]);
      }
    for (const outcome of outcomes)
      await check(
        { of: 'request', column: outcome },
        made.requestOutcomes.find((one) => one.outcome === outcome)?.count ?? 0,
      );
  }
  expect(listed).toBeGreaterThan(100);
});

test('[REPORT-2] describes a past span as it was then: later ends count as open, and later actions are not included', async () => {
  const { receiveLocalizations, later, cases, report } = await reportsOverStore();
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(10);
  await performAction(cases, { kind: 'take' }, [ALLOCATION], JONAS);
  await later(10);
  await performAction(cases, { kind: 'done' }, [eidCase('a')]);
  await cases.waitUntilCaughtUp();
  await later(10);
  const [early, then, now] = [await report(0, 5), await report(5, 15), await report(15, 30)];
  expect(
    [early, then, now].map(({ localizations: [line] }) => [line?.before, line?.opened, line?.done, line?.open]),
  ).toEqual([
    [0, 1, 0, 1],
    [1, 0, 0, 1],
    [1, 0, 1, 0],
  ]);
  expect([early, then, now].map(({ handOver }) => handOver.map(({ owner }) => owner?.name ?? null))).toEqual([
    [null],
    [JONAS.name],
    [],
  ]);
});

test('[REPORT-5] refuses an empty or too long span, and ends a span in the future now', async () => {
  const { report, later, at } = await reportsOverStore();
  await later(60);
  const code = async (from: number, to: number) => {
    const error = await report(from, to).catch((thrown: unknown) => thrown);
    return error instanceof AppError ? error.code : null;
  };
  expect([await code(30, 30), await code(40, 30), await code(61, 90), await code(-32 * 24 * 60, 0)]).toEqual(
    Array.from({ length: 4 }, () => 'BAD_SPAN'),
  );
  expect((await report(0, 600)).to).toBe(at(60));
});

test('[REPORT-5] reports itself as incomplete while stored events wait to be processed', async () => {
  const projection = { position: async () => ({ cursor: 0, actions: 0 }) };
  const { receiveLocalizations, report, later, cases } = await reportsOverStore({ projection });
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(1);
  const made = await report(0, 1);
  expect(made.behind).toBe(1);
  expect(headlineWords(made)).toMatch(/^Not all stored events are processed yet./);
});

test('[REPORT-5] waits at most two seconds until stored events are processed', async () => {
  const { receiveLocalizations, report, later, cases, clock } = await reportsOverStore();
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(1);
  await receiveLocalizations({ eid: 'b' });
  await clock.advance(1);
  const full = await report(0, 2);
  expect([full.behind, full.localizations.map(({ open }) => open)]).toEqual([0, [2]]);

  const behind = await reportsOverStore({ waitUntilCaughtUp: () => new Promise(() => undefined) });
  await behind.receiveLocalizations({ eid: 'a' });
  await behind.cases.waitUntilCaughtUp();
  await behind.later(1);
  const making = behind.report(0, 1);
  await behind.clock.advance(2_000);
  expect((await making).localizations).toEqual([expect.objectContaining({ open: 1 })]);
});

test('[REPORT-5] does not count heartbeats after the last case event as waiting', async () => {
  const { receive, receiveLocalizations, report, later, cases } = await reportsOverStore();
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await receive(['HEARTBEAT', '{}'], ['HEARTBEAT', '{}']);
  await later(1);
  expect((await report(0, 1)).behind).toBe(0);
});

test('[REPORT-5] prints in quotes the incidents of the provider’s status page in the span, or that they are not known', async () => {
  const { report, at, store, later } = await reportsOverStore();
  await later(60);
  expect(reportMarkdown(await report(0, 60))).not.toContain('status page');
  const within = anIncident(at(10), {
    end: { kind: 'ended', at: at(20) },
    updatedAt: at(20),
    words: 'Back & well *now*',
  });
  const before = anIncident(at(-300), { id: 'b', title: 'Long ago', end: { kind: 'ended', at: at(-200) } });
  await storeStatusPage(store.writer, listing(within, before), at(50));
  const made = await report(0, 60);
  const words = reportMarkdown(made);
  expect(words).toContain("## What the provider's status page says");
  expect(words).toContain(
    '**“API errors”** 00:10:00 – 00:20:00 UTC. “Back & well \\*now\\*” (“identified, major”, 40 min old)',
  );
  expect(words).toContain("The provider's own words, not measured by Watchfloor. Read 10 min ago.");
  expect(words).not.toContain('Long ago');
  expect(reportHtml(made)).toContain('“Back &amp; well *now*”');
  await storeStatusPage(
    store.writer,
    { kind: 'failed', problem: { kind: 'refused', status: 503 }, retryAfterMs: null },
    at(55),
  );
  expect(reportMarkdown(await report(30, 60))).toContain(
    'Not known since 00:50:00 UTC: the page does not answer. It answered HTTP 503. Until then it listed no incident of this time.',
  );
});
