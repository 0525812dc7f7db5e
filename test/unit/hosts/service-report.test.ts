import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchOf } from '../../doubles/received-events.ts';
import { sentLocalization } from '../../doubles/sent-failures.ts';
import { Workplace } from '../../support/command.ts';

const OCTOBER = Date.UTC(2025, 9, 1);
const HOUR = 3_600_000;
const EID = '89049032000001000000000000000417';
const FAILED = { operation: 'ALLOCATED', errorCode: 'START_PROFILE_ALLOCATION_FAILED' };

let filled: Workplace;
beforeAll(async () => {
  filled = await Workplace.create();
  const store = await filled.openStore();
  const at = (hours: number) => OCTOBER + hours * HOUR;
  const { sessionId } = await store.writer.append(
    batchOf('opens', [
      sentLocalization({ eid: EID, at: at(1), ...FAILED }),
      sentLocalization({ eid: EID, at: at(40), operation: 'LOCALIZED' }),
    ]),
  );
  await store.writer.endSession(sessionId, { reason: 'slept', detail: null });
  await store.writer.append(
    batchOf('opens', [sentLocalization({ eid: '8904-2', at: at(50), operation: 'LOCALIZED' })]),
  );
  await store.close();
});
afterAll(() => filled.close());

let workplace: Workplace;
beforeEach(async () => {
  workplace = await filled.copy();
});
afterEach(() => workplace.close());

const MONTH = ['--month', '2025-10', '--zone', 'Europe/Oslo'];
const output = (...more: string[]) => workplace.output(['report', '--data-dir', workplace.dataDir, ...more]);
async function ended(...more: string[]) {
  const command = workplace.runInProcess(['report', '--data-dir', workplace.dataDir, ...more]);
  return { exit: await command.exit, stderr: command.stderr };
}

test('[CLI-36] report --month prints the complete days of a month in its zone, with the same bytes each time', async () => {
  const first = JSON.parse(await output(...MONTH, '--format', 'json')) as Record<string, unknown>;
  expect(first).toMatchObject({
    format: 'watchfloor-service-report-1',
    from: OCTOBER - 2 * HOUR,
    // Clocks were set back, so the month has an hour more.
    to: OCTOBER + (31 * 24 - 1) * HOUR,
    attempts: [{ endings: { succeeded: 2, failed: 1 } }, {}],
    gaps: [{ reason: 'slept', lengthMs: 10 * HOUR }, {}],
  });
  for (const format of ['md', 'html', 'json']) {
    const [one, other] = [await output(...MONTH, '--format', format), await output(...MONTH, '--format', format)];
    expect(one).toBe(other);
    expect(one).toContain(format === 'json' ? '"slept"' : 'This computer was asleep');
  }
});

test('[CLI-36] report --service covers the days from --since to --until', async () => {
  const days = ['--service', '--since', '2025-10-01', '--until', '2025-10-02', '--zone', 'UTC', '--format', 'json'];
  expect(JSON.parse(await output(...days))).toMatchObject({ from: OCTOBER, to: OCTOBER + 48 * HOUR });
});

test('[CLI-36] report --format xlsx writes the same file each time, and no text', async () => {
  const files = [join(workplace.folder, 'one.xlsx'), join(workplace.folder, 'other.xlsx')];
  for (const file of files) expect(await ended(...MONTH, '--format', 'xlsx', '-o', file)).toMatchObject({ exit: 0 });
  const [one, other] = await Promise.all(files.map((file) => readFile(file)));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  expect(Object.keys(unzipSync(one ?? Buffer.alloc(0)))).toContain('xl/worksheets/sheet5.xml');
  expect(await ended(...MONTH, '--format', 'xlsx')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('--output') as string,
  });
});

test('[REPORT-6] report --reason and --set-targets write before they print, and stay', async () => {
  const by = ['--by', 'Ines Haugen'];
  const printed = await output(...MONTH, '--gap', '2025-10-02T20:00Z', '--reason', 'lid closed', ...by);
  expect(printed).toContain('lid closed (Ines Haugen)');
  await output(...MONTH, '--missed', 'watched', '--reason', 'as told', '--set-targets', 'watched=99.9,taken=2h', ...by);
  const later = JSON.parse(await output(...MONTH, '--format', 'json')) as Record<string, unknown>;
  expect(later).toMatchObject({
    targets: { success: 0.95, watched: 0.999, takenMs: 2 * HOUR },
    results: [{}, {}, { id: 'watched', reason: { text: 'as told', author: { name: 'Ines Haugen' } } }, {}],
    gaps: [{ written: { text: 'lid closed' } }, { written: null }],
  });
});

test.each([
  ['a word that is no month', ['--month', 'October'], '2026-10'],
  ['a month that is not over', ['--month', '2999-01'], 'over'],
  ['more than 400 days', ['--service', '--since', '2024-01-01'], '400'],
  ['days without their first', ['--service'], '--since'],
  ['a month and days', ['--month', '2025-10', '--since', '2025-10-01'], "'--since <T>'"],
  ['a shift as .xlsx', ['--since', '8h', '--format', 'xlsx'], '--month'],
  ['a reason without a name', [...MONTH, '--reason', 'x', '--gap', '2025-10-02T20:00Z'], '--by'],
  ['a reason for nothing', [...MONTH, '--reason', 'x', '--by', 'Ines'], '--gap'],
  [
    'a reason for a time without a gap',
    [...MONTH, '--reason', 'x', '--by', 'I', '--gap', '2025-10-01T02:00Z'],
    'no gap',
  ],
  ['a target above 100 %', [...MONTH, '--by', 'I', '--set-targets', 'success=101'], '99.99'],
])('[CLI-2] report refuses %s, with exit code 2 and what to do', async (_what, args, words) => {
  expect(await ended(...args)).toEqual({ exit: 2, stderr: expect.stringContaining(words) as string });
});
