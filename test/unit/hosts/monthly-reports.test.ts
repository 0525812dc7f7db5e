import { NO_POLICY } from '../../../src-shared/api/policy/policy.ts';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeMonthlyReports } from '../../../src-main/hosts/cli/collect/monthly-reports.ts';
import { createServiceReports } from '../../../src-main/core/reports/create-service-reports.ts';
import { profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { casesOverStore } from '../../doubles/cases-over-store.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const NAMES = [
  'acme-europe-service-report-2026-01.html',
  'acme-europe-service-report-2026-01.json',
  'acme-europe-service-report-2026-01.xlsx',
];

/** Watches on 30 January 2026, and writes reports into a folder. `goTo`: UTC. */
async function collecting({ behind = 0, directory = join(temporaryDirectory(), 'reports') } = {}) {
  const followed = await casesOverStore();
  const { clock, parts, log } = followed;
  const { cases } = followed.run();
  const goTo = (text: string) => clock.advance(Date.parse(text) - clock.now());
  await goTo('2026-01-30T00:00Z');
  await followed.receiveLocalizations({ eid: 'one', operation: 'LOCALIZED', state: 'COMPLETED' });
  await goTo('2026-01-30T06:00Z');
  await followed.receiveLocalizations({ eid: 'two', operation: 'LOCALIZED', state: 'COMPLETED' });
  const made = createServiceReports({
    ...parts,
    cases,
    projection: cases.projection,
    label: () => ({ profile: 'Acme', domain: null, practice: false }),
    liveUntil: () => null,
  });
  await mkdir(directory, { recursive: true });
  const printed: string[] = [];
  const pending = { behind };
  const calls = { count: 0 };
  /** Lets minutes pass until it is true. */
  const passUntil = (isTrue: () => boolean) =>
    vi.waitFor(async () => {
      await clock.advance(MINUTE);
      expect(isTrue()).toBe(true);
    });
  const ending = new AbortController();
  const start = () => {
    const reports: typeof made = {
      ...made,
      async report(...query) {
        calls.count += 1;
        return { ...(await made.report(...query)), ...pending };
      },
    };
    const of = {
      directory,
      profile: profileIdSchema.parse('acme-europe'),
      zone: 'Europe/Oslo',
      reports,
      clock,
      log,
      policy: NO_POLICY,
    };
    const running = writeMonthlyReports({ ...of, print: (line) => printed.push(line) }, ending.signal);
    onTestFinished(async () => {
      ending.abort(new Error('the test is over'));
      await running;
    });
  };
  const files = async () => (await readdir(directory)).toSorted();
  return { goTo, start, files, printed, directory, pending, calls, clock, passUntil };
}

test('[REPORT-6] a collector writes the report of a month when the month is over in its zone', async () => {
  const { goTo, start, files, printed, directory, passUntil } = await collecting();
  start();
  await goTo('2026-01-31T22:58Z');
  expect([await files(), printed]).toEqual([[], []]);
  await goTo('2026-01-31T23:00Z');
  await passUntil(() => printed.length === 1);
  expect(await files()).toEqual(NAMES);
  expect(printed[0]).toContain(join(directory, NAMES[0] ?? ''));
  expect(JSON.parse(await readFile(join(directory, NAMES[1] ?? ''), 'utf8'))).toMatchObject({
    from: Date.parse('2025-12-31T23:00Z'),
    to: Date.parse('2026-01-31T23:00Z'),
  });
  await goTo('2026-02-02T00:00Z');
  expect(printed).toHaveLength(1);
});

test('[REPORT-6] a collector writes a missing report at its start, and replaces none', async () => {
  const { goTo, start, files, printed, directory } = await collecting();
  await goTo('2026-02-20T00:00Z');
  await writeFile(join(directory, NAMES[0] ?? ''), 'mine');
  start();
  await vi.waitFor(() => expect(printed).toHaveLength(1));
  expect(await files()).toEqual(NAMES);
  expect(await readFile(join(directory, NAMES[0] ?? ''), 'utf8')).toBe('mine');
});

test('[REPORT-6] a collector writes no report of a month before it watched for the first time', async () => {
  const { start, files, printed, clock } = await collecting();
  start();
  await clock.advance(DAY);
  expect([await files(), printed]).toEqual([[], []]);
});

test('[REPORT-6] a collector writes no report before all stored events are counted', async () => {
  const { goTo, start, files, printed, pending, calls, passUntil } = await collecting({ behind: 3 });
  await goTo('2026-02-01T00:00Z');
  start();
  await passUntil(() => calls.count >= 3);
  expect(await files()).toEqual([]);
  pending.behind = 0;
  await passUntil(() => printed.length === 1);
  expect(await files()).toEqual(NAMES);
});

test('[REPORT-6] a collector says once that the folder of reports cannot be written, and tries again', async () => {
  const { goTo, start, files, printed, directory, calls, passUntil } = await collecting();
  await goTo('2026-02-01T00:00Z');
  await rm(directory, { recursive: true });
  start();
  await vi.waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toMatch(
    /^The service report of 2026-01 is not written: .*acme-europe-service-report-2026-01\.html/,
  );
  await passUntil(() => calls.count >= 3);
  expect(printed).toHaveLength(1);
  await mkdir(directory);
  await passUntil(() => printed.length === 2);
  expect(await files()).toEqual(NAMES);
});
