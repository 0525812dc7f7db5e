/** Service reports over real databases. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { KeptDays } from '../../../../src-main/core/quality/kept-days.ts';
import { createServiceReports } from '../../../../src-main/core/reports/create-service-reports.ts';
import { serviceFile, serviceFileName } from '../../../../src-main/core/reports/service-file.ts';
import { serviceReportJsonSchema, serviceReportSchema } from '../../../../src-shared/api/quality/service-report.ts';
import { casesOverStore, JONAS, localizationText, OLIVIA, STORE_IDENTITY } from '../../../doubles/cases-over-store.ts';
import { inThreadDatabases } from '../../../doubles/in-thread-databases.ts';
import { anIncident, listing, STATUS_URL, storeStatusPage } from '../../../doubles/status-pages.ts';
import { batchOf } from '../../../doubles/received-events.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Watches a day with 20 successes, then 6 failures in an hour, then a gap of 30 minutes; and the next day to noon. */
async function twoDays() {
  const directory = temporaryDirectory();
  const followed = await casesOverStore({}, directory);
  const { clock, store, stored, parts } = followed;
  const { cases } = followed.run();
  const start = Math.ceil(clock.now() / DAY) * DAY;
  const goTo = (hours: number) => clock.advance(start + hours * HOUR - clock.now());
  const append = async (session: 'opens' | number, names: readonly string[], ending: 'COMPLETED' | 'FAILED') => {
    const operation = ending === 'FAILED' ? 'ALLOCATED' : 'LOCALIZED';
    const events = names.map((eid) => ({
      receivedAt: clock.now(),
      kind: 'LOCALIZATION',
      id: `${eid}-${clock.now()}`,
      data: localizationText({ eid, operation, state: ending }),
    }));
    return (await store.writer.append(batchOf(session, events))).sessionId;
  };
  await goTo(0);
  const session = await append('opens', ['first'], 'COMPLETED');
  await goTo(8);
  await append(
    session,
    Array.from({ length: 19 }, (_, index) => `well-${index}`),
    'COMPLETED',
  );
  await goTo(10.5);
  await append(
    session,
    Array.from({ length: 6 }, (_, index) => `bad-${index}`),
    'FAILED',
  );
  await store.writer.endSession(session, { reason: 'slept', detail: null });
  await goTo(11);
  const next = await append('opens', ['second'], 'COMPLETED');
  await goTo(36);
  await append(next, ['last'], 'COMPLETED');
  stored.notify();
  const reports = createServiceReports({
    ...parts,
    cases,
    projection: cases.projection,
    label: () => ({ profile: 'Acme', domain: 'acme:eu', practice: false }),
    liveUntil: () => null,
  });
  const day = new Date(start).toISOString().slice(0, 10);
  const report = () => reports.report({ first: day, last: day, zone: 'UTC' });
  return { ...followed, directory, cases, reports, report, day, start };
}

describe('[REPORT-6] the service report of a watch', () => {
  test('divides its time into good, bad and not watched, and counts what ended', async () => {
    const { report, start } = await twoDays();
    const made = await report();
    expect(serviceReportSchema.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      from: start,
      to: start + DAY,
      behind: 0,
      time: { goodMs: 23 * HOUR, badMs: HOUR / 2, notWatchedMs: HOUR / 2, good: 9_584, bad: 208, notWatched: 208 },
      badHours: [{ from: start + 10 * HOUR, to: start + 11 * HOUR }],
      attempts: [{ kind: 'localization', rate: { hits: 21, of: 27 } }, { kind: 'request' }],
      cases: { taken: { kind: 'too-few', cases: 6, open: 6 }, ended: { cases: 6, open: 6 }, waiting: { cases: 0 } },
      gaps: [{ from: start + 10.5 * HOUR, lengthMs: HOUR / 2, reason: 'slept', fault: 'own', written: null }],
      uncountedDays: 0,
      casesSince: null,
    });
    expect(made.results.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'localizations missed',
      'requests not-known',
      'watched missed',
      'taken not-known',
    ]);
  });

  test('covers only days that are over in its zone, and at most 400', async () => {
    const { reports, report, day, start } = await twoDays();
    const both = await reports.report({ first: day, last: '2099-12-31', zone: 'UTC' }).catch((error: unknown) => error);
    expect(both).toMatchObject({ from: start, to: start + DAY });
    const today = new Date(start + DAY).toISOString().slice(0, 10);
    await expect(reports.report({ first: today, last: today, zone: 'UTC' })).rejects.toMatchObject({
      code: 'BAD_SPAN',
    });
    const early = new Date(start - 400 * DAY).toISOString().slice(0, 10);
    await expect(reports.report({ first: early, last: day, zone: 'UTC' })).rejects.toMatchObject({ code: 'BAD_SPAN' });
    expect((await report()).to).toBe(start + DAY);
  });

  test('has the same bytes each time it is made, in each format', async () => {
    const { report, clock } = await twoDays();
    const files = async () => {
      const made = await report();
      return Promise.all((['md', 'html', 'json', 'xlsx'] as const).map((format) => serviceFile(made, format)));
    };
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const first = await files();
    await clock.advance(5 * HOUR);
    vi.setSystemTime(DAY);
    expect(await files()).toEqual(first);
    const [markdown, html] = first;
    expect(markdown).toContain('# 95.84 % good, 2.08 % bad, 2.08 % not watched. 2 targets missed.');
    expect(markdown).toContain(
      '| Time watched: 99.5 % or more | 97.91 % | **MISSED** | 7 m 12 s | 30 m | −22 m 48 s |',
    );
    expect(html).toContain('<bdi>This computer was asleep</bdi>');
  });

  test('counts a day whose events were removed before they were counted as not watched', async () => {
    const { cases, store, report, start } = await twoDays();
    // This store has counted no day yet, so what was removed before is not known.
    const kept = new KeptDays({ writer: store.writer, projection: cases.projection, isComplete: async () => true });
    const at = start + 1.5 * DAY;
    expect(await kept.keep({ failures: at, successes: at, heartbeats: 0 })).toBe(true);
    const made = await report();
    expect(made).toMatchObject({
      time: { good: 0, bad: 0, notWatched: 10_000, notWatchedMs: DAY },
      uncountedMs: DAY - HOUR / 2,
      uncountedDays: 1,
      casesSince: start + 2 * DAY,
    });
  });
});

describe('[REPORT-6] an entry of a person in a service report', () => {
  test('is on each gap that it overlaps, and on the missed target of its span; the last one counts', async () => {
    const { reports, report, start } = await twoDays();
    const gap = { from: start + 10.5 * HOUR, to: start + 11 * HOUR, target: null };
    const span = { from: start, to: start + DAY };
    await reports.write({ kind: 'explain', of: gap, text: 'lid closed' }, OLIVIA);
    await reports.write({ kind: 'explain', of: { ...span, target: 'watched' }, text: 'as above' }, OLIVIA);
    await reports.write(
      { kind: 'explain', of: { ...span, to: span.to + DAY, target: 'requests' }, text: 'no' },
      OLIVIA,
    );
    await reports.write({ kind: 'explain', of: gap, text: ' laptop was moved ' }, JONAS);
    const made = await report();
    expect(made.gaps[0]?.written).toMatchObject({ text: 'laptop was moved', author: JONAS });
    expect(made.results.map(({ reason }) => reason?.text)).toEqual([undefined, undefined, 'as above', undefined]);
    await reports.write({ kind: 'explain', of: { ...span, target: null }, text: 'all day' }, JONAS);
    expect((await report()).gaps[0]?.written?.text).toBe('all day');
    await reports.write({ kind: 'explain', of: gap, text: '' }, JONAS);
    await reports.write({ kind: 'explain', of: { from: start, to: gap.from, target: null }, text: 'before' }, JONAS);
    expect((await report()).gaps[0]?.written).toBeNull();
  });

  test('sets the targets', async () => {
    const { reports, report } = await twoDays();
    const targets = { success: 0.7, watched: 0.97, takenMs: 2 * HOUR };
    await reports.write({ kind: 'set-targets', targets }, OLIVIA);
    const made = await report();
    expect(made.targets).toEqual(targets);
    expect(made.results.map(({ state }) => state)).toEqual(['met', 'not-known', 'met', 'not-known']);
    expect(made.results[2]?.budget).toEqual({ allowed: 0.03 * DAY, spent: HOUR / 2, left: 0.03 * DAY - HOUR / 2 });
  });

  test('stays after a restart, and after retention removed the events', async () => {
    const { reports, report, store, directory, start, day, parts, clock, cases } = await twoDays();
    const gap = { from: start + 10.5 * HOUR, to: start + 11 * HOUR, target: null };
    await reports.write({ kind: 'explain', of: gap, text: 'lid closed' }, OLIVIA);
    const before = await report();
    const kept = new KeptDays({ writer: store.writer, projection: cases.projection, isComplete: async () => true });
    await kept.keep({ failures: start - DAY, successes: start - DAY, heartbeats: 0 });
    await clock.advance(200 * DAY);
    const limits = { failures: clock.now(), successes: clock.now(), heartbeats: clock.now() };
    expect(await kept.keep(limits)).toBe(true);
    while (await store.writer.removeExpired(limits));
    expect((await store.scanner.extent()).newestSeq).toBeGreaterThan(0);
    await store.close();
    const opened = await inThreadDatabases(directory).stores.open(STORE_IDENTITY, () => undefined);
    onTestFinished(() => opened.close());
    await opened.writer.resume();
    const again = createServiceReports({
      ...parts,
      ...opened,
      cases: { progress: cases.progress, waitUntilCaughtUp: async () => undefined },
      projection: cases.projection,
      label: () => ({ profile: 'Acme', domain: null, practice: false }),
      liveUntil: () => null,
    });
    const made = await again.report({ first: day, last: day, zone: 'UTC' });
    expect(made.gaps).toMatchObject([{ lengthMs: HOUR / 2, written: { text: 'lid closed', author: OLIVIA } }]);
    expect([made.time, made.attempts]).toEqual([before.time, before.attempts]);
    expect(made.casesSince).toBeGreaterThan(start);
  });
});

test('[REPORT-6] docs/contract/service-report.json is the schema of the JSON (npm run contract writes it)', () => {
  const stored = new URL('../../../../docs/contract/service-report.json', import.meta.url);
  expect(JSON.parse(readFileSync(stored, 'utf8'))).toEqual(JSON.parse(JSON.stringify(serviceReportJsonSchema())));
});

test.each([
  ['2026-10-01', '2026-10-31', 'service-report-2026-10.md'],
  ['2026-02-01', '2026-02-28', 'service-report-2026-02.md'],
  ['2026-10-02', '2026-10-31', 'service-report-2026-10-02-to-2026-10-31.md'],
  ['2026-09-01', '2026-10-31', 'service-report-2026-09-01-to-2026-10-31.md'],
])('[REPORT-6] the file of %s to %s is named %s', (first, last, name) => {
  const span = { from: Date.parse(`${first}T00:00Z`), to: Date.parse(`${last}T00:00Z`) + DAY };
  expect(serviceFileName({ ...span, zone: 'UTC' }, 'md')).toBe(name);
});

test("[REPORT-5, REPORT-6] a service report has the incidents of the provider's status page as its own words, and says how far they are known", async () => {
  const { report, store, start } = await twoDays();
  expect((await report()).statusPage).toBeNull();
  const within = anIncident(start + 10 * HOUR, {
    title: 'API <errors>',
    end: { kind: 'ended', at: start + 11 * HOUR },
    updatedAt: start + 12 * HOUR,
  });
  const before = anIncident(start - DAY, {
    id: 'b',
    title: 'Long ago',
    end: { kind: 'ended', at: start - DAY + HOUR },
  });
  await storeStatusPage(store.writer, listing(within, before), start + 20 * HOUR);
  const early = await report();
  expect(early.statusPage).toEqual({ url: STATUS_URL, knownUntil: start + 20 * HOUR, incidents: [within] });
  const words = String(await serviceFile(early, 'md'));
  expect(words).toContain("## What the provider's status page says");
  expect(words).toMatch(
    /10:00:00 UTC \| .+ 11:00:00 UTC \| “API \\?<errors\\?>” \| “identified, major” \| “We found it\.” \| .+ 12:00:00 UTC/,
  );
  expect(words).toMatch(/not measured by Watchfloor\. Not known since .+ 20:00:00 UTC: the page did not answer\./);
  expect(String(await serviceFile(early, 'html'))).toContain('“API &lt;errors&gt;”');

  await storeStatusPage(store.writer, listing(within, before), start + 30 * HOUR);
  const later = await report();
  expect(later.statusPage?.knownUntil).toBe(start + DAY);
  await storeStatusPage(store.writer, listing(within, before), start + 35 * HOUR);
  expect(await serviceFile(await report(), 'json')).toBe(await serviceFile(later, 'json'));
  expect(String(await serviceFile(later, 'md'))).not.toContain('Not known since');
});
