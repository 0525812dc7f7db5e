/** `watchfloor quality` over a stored day of 23 localizations and one change request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchOf } from '../../doubles/received-events.ts';
import { sentLocalization, sentRequest } from '../../doubles/sent-failures.ts';
import { FILLED_STORE_ID, parseNdjson, Workplace } from '../../support/command.ts';

const DAY_MS = 86_400_000;
/** Two days ago, at 10:00 UTC: later than the oldest day that is stored completely. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS + 10 * 3_600_000;
const DAY = new Date(START).toISOString().slice(0, 10);
const SPAN = ['--since', DAY, '--until', DAY];
const ALLOCATION = 'START_PROFILE_ALLOCATION_FAILED';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  const localization = (index: number, country: string, errorCode?: string) =>
    sentLocalization({
      eid: String(index).padStart(32, '8'),
      at: START + index * 60_000,
      country,
      ...(errorCode === undefined ? { operation: 'LOCALIZED' } : { operation: 'ALLOCATED', errorCode }),
    });
  await store.writer.append(
    batchOf('opens', [
      ...Array.from({ length: 20 }, (_, index) => localization(index, 'SE')),
      localization(20, 'NO'),
      localization(21, 'NO', ALLOCATION),
      localization(22, 'NO', ALLOCATION),
      sentRequest('request-1', START + 30 * 60_000),
    ]),
  );
  await store.close();
});
afterAll(() => workplace.close());

const printed = (...args: string[]) =>
  workplace.output(['quality', '--data-dir', workplace.dataDir, '--profile', FILLED_STORE_ID, ...args]);
const rows = async (...args: string[]) => parseNdjson(await printed('--format', 'ndjson', ...SPAN, ...args));

test('[REPORT-6] prints the total with its interval, its span and the share that was not watched', async () => {
  expect(await rows()).toEqual([
    {
      succeeded: 21,
      partial: 0,
      failed: 2,
      unknown: 0,
      open: 0,
      rate: 21 / 23,
      low: expect.closeTo(0.732, 3),
      high: expect.closeTo(0.9758, 3),
      shareOfFailed: 2 / 23,
      weakened: 0,
      recovered: 0,
      resourcesCompleted: 0,
      resourcesFailed: 0,
      from: `${DAY}T00:00:00.000Z`,
      to: new Date(Date.parse(DAY) + DAY_MS).toISOString(),
      notWatched: expect.closeTo(1, 1),
      unknownDays: 0,
      keptDays: 0,
    },
  ]);
});

test('[REPORT-6] --by prints a line for each combination, and no rate below 20 attempts', async () => {
  const byCountry = await rows('--by', 'country');
  expect(byCountry.map(({ country, succeeded, failed, rate }) => [country, succeeded, failed, rate])).toEqual([
    ['SE', 20, 0, 1],
    ['NO', 1, 2, null],
  ]);
  const combined = await rows('--by', 'country,cause');
  expect(combined.map(({ country, cause, succeeded, failed }) => [country, cause, succeeded, failed])).toEqual([
    ['SE', null, 20, 0],
    ['NO', `cause:localization/ALLOCATED//${ALLOCATION}`, 0, 2],
    ['NO', null, 1, 0],
  ]);
  expect(await rows('--of', 'requests', '--by', 'customer')).toHaveLength(1);
  const daily = await rows('--every', '1d', '--by', 'country');
  expect(daily.map(({ day, country, failed }) => [day, country, failed])).toEqual([
    [DAY, 'SE', 0],
    [DAY, 'NO', 2],
  ]);
  expect(await rows('--every', '1d')).toEqual(await rows('--by', 'day'));
});

async function ended(...args: string[]) {
  const command = workplace.runInProcess(['quality', '--data-dir', workplace.dataDir, ...args]);
  return { exitCode: await command.exit, stdout: command.stdout, stderr: command.stderr };
}

test('[REPORT-6] a table says the share of failures by cause, and what is missing', async () => {
  const { exitCode, stdout, stderr } = await ended('--format', 'table', '--by', 'cause', '--since', DAY);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^CAUSE +FAILED, OF ALL ENDED/);
  expect(stdout).toMatch(/^Allocation failed, .* 9 % \(2 to 27 %\) of 23/m);
  expect(stdout).toMatch(/^did not fail .* 0 % \(0 to 14.3 %\) of 23/m);
  expect(stderr).toMatch(/watchfloor: Of this time, (over )?\d+ % was not watched\./);
});

test.each([
  ['a span of more than 400 days', ['--since', '500d'], 'at most 400'],
  ['an unknown field', ['--by', 'contry'], 'Expected one of: country'],
])('[CLI-2] %s is refused', async (_, args, words) => {
  expect(await ended(...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
});
