import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { tableNames } from '../../../src-shared/domain/analyst-tables.ts';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await Workplace.create();
});
afterEach(() => workplace.close());

const IMSI = '240013262461828';
const CODE = 'REFUSED by Acme Ltd';

async function fill(many: number, padding = ''): Promise<void> {
  const store = await workplace.openStore();
  const events = Array.from({ length: many }, (_, index) => {
    const detailedMessage = {
      subscriptionRequestId: `request-${index}`,
      subscriptionRequestType: 'CHANGE_SUBSCRIPTIONSTATE',
      subscriptionRequestState: 'COMPLETED',
      companyName: 'Acme Ltd',
      createdBy: 'r.albrecht@acme.example',
      size: 1,
      padding,
      subscriptionRequestResources: [
        {
          resourceState: 'FAILED',
          resourceProperties: [{ type: 'IMSI', value: IMSI }],
          resourceFailureInfos: [{ errorObject: { errorCode: CODE, errorMessage: `${CODE}: ${IMSI}` } }],
        },
      ],
    };
    const data = JSON.stringify({ operation: 'CHANGE_SUBSCRIPTIONSTATE', state: 'COMPLETED', detailedMessage });
    return receivedEvent(index + 1, { kind: 'CMP_EVENT', data });
  });
  for (let first = 0; first < many; first += 500)
    await store.writer.append(batchOf(first === 0 ? 'opens' : 1, events.slice(first, first + 500)));
  await store.close();
}

const exporting = (...args: string[]) => ['export', '--data-dir', workplace.dataDir, ...args];
const inFolder = (name: string) => join(workplace.folder, name);
const refusal = async (...args: string[]): Promise<[number, string]> => {
  const command = workplace.runInProcess(exporting(...args));
  return [await command.exit, command.stderr];
};
function rowsOf(file: string): Record<string, Record<string, unknown>[]> {
  const database = new Database(file, { readonly: true });
  const rows = tableNames.map((name) => [
    name,
    database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).all(),
  ]);
  database.close();
  return Object.fromEntries(rows);
}

test('[EXPORT-5] a masked name, user or number is in no table, by default', async () => {
  await fill(2);
  await workplace.output([
    'note',
    '--data-dir',
    workplace.dataDir,
    '--by',
    'Ines',
    '--note',
    IMSI,
    'request:request-1',
  ]);
  const [masked, plain] = [inFolder('masked.sqlite'), inFolder('plain.sqlite')];
  await workplace.output(exporting('--output', masked));
  await workplace.output(exporting('--output', plain, '--mask', 'none'));
  const text = (file: string) => JSON.stringify(rowsOf(file));
  for (const word of ['Acme', 'albrecht', IMSI])
    expect([text(plain), text(masked)].map((one) => one.includes(word))).toEqual([true, false]);
  const { requests, resources, actions } = rowsOf(masked);
  expect(requests?.[1]).toMatchObject({
    requestId: 'request-1',
    company: '********',
    createdBy: '********',
    failed: 1,
  });
  expect(resources).toHaveLength(2);
  expect(actions).toMatchObject([
    { kind: 'note', text: '********', subjects: '["request:request-1"]', author: 'Ines' },
  ]);
  const about: unknown = JSON.parse(await readFile(`${masked}.about.json`, 'utf8'));
  expect(about).toMatchObject({
    schema: 1,
    masked: DEFAULT_MASKED_FIELDS,
    tables: { events: 2, requests: 2, actions: 1 },
  });
});

test('[READ-3] only cases of events that the query matches are in the tables', async () => {
  await fill(5);
  const file = inFolder('one.sqlite');
  await workplace.output(exporting('--output', file, '--query', 'request:=request-3', '--mask', 'none'));
  const { events, requests, resources } = rowsOf(file);
  for (const rows of [events, requests, resources])
    expect(rows?.map(({ requestId }) => requestId)).toEqual(['request-3']);
  const later = inFolder('later.sqlite');
  await workplace.output(exporting('--output', later, '--since', '1970-01-01T00:00:04Z'));
  expect(rowsOf(later)['requests']?.map(({ requestId }) => requestId)).toEqual(['request-3', 'request-4']);
});

test('[EXPORT-3] tables replace only what an export wrote, and only with --force', async () => {
  await fill(1);
  const night = inFolder('night');
  await workplace.output(exporting('--output', night));
  expect(readdirSync(night).toSorted()).toEqual(
    ['about.json', ...tableNames.map((name) => `${name}.parquet`)].toSorted(),
  );
  expect(await refusal('--output', night)).toEqual([
    2,
    `watchfloor: ${night} already exists. Name a new folder, or add --force.\n`,
  ]);
  await workplace.output(exporting('--output', night, '--force'));
  await writeFile(join(night, 'mine.txt'), 'mine');
  expect(await refusal('--output', night, '--force')).toEqual([
    2,
    `watchfloor: ${night} is not a folder that an export wrote, or has other files in it. Name a new folder.\n`,
  ]);
  expect(await readFile(join(night, 'mine.txt'), 'utf8')).toBe('mine');
});

test('[EXPORT-3] --force replaces the partial folder of a killed export, but not one that is being written', async () => {
  await fill(1);
  const night = inFolder('night');
  const [part, file] = [`${night}.part`, join(`${night}.part`, 'events.parquet.part')];
  await mkdir(part);
  await writeFile(file, 'half');
  expect((await refusal('--output', night, '--force'))[0]).toBe(2);
  const past = Date.now() / 1_000 - 70;
  await Promise.all([part, file].map((one) => utimes(one, past, past)));
  await workplace.output(exporting('--output', night, '--force'));
  expect(readdirSync(workplace.folder).toSorted()).toEqual(['data', 'night']);
});

test.each([
  ['night', 'night.part/events.parquet.part'],
  ['night.sqlite', 'night.sqlite.part'],
  ['night.xlsx', 'night.xlsx.part'],
])('[EXPORT-3] an export of tables to %s that is stopped leaves nothing', async (name, part) => {
  await fill(3_000, 'x'.repeat(5_000));
  const command = workplace.runInProcess(exporting('--output', inFolder(name)));
  await vi.waitFor(() => expect(existsSync(inFolder(part))).toBe(true), { timeout: 60_000, interval: 1 });
  expect(await command.stop()).toBe(1);
  expect(readdirSync(workplace.folder)).toEqual(['data']);
});

test('[FILES-1] a text that no cell of a workbook holds is cut, marked and counted', async () => {
  await fill(2, 'x'.repeat(40_000));
  const [exit, stderr] = await refusal('--output', inFolder('long.xlsx'), '--mask', 'none');
  expect([exit, stderr]).toEqual([0, expect.stringContaining('2 cells')]);
  const about: unknown = JSON.parse(await readFile(inFolder('long.xlsx.about.json'), 'utf8'));
  expect(about).toMatchObject({ cutCells: 2 });
});

test('[FILES-1] a workbook with too many rows is refused, and nothing is left', async () => {
  await fill(60, 'x'.repeat(1_000_000));
  const [exit, stderr] = await refusal('--output', inFolder('all.xlsx'), '--mask', 'none');
  expect([exit, stderr.split('\n').at(-2)]).toEqual([
    1,
    'watchfloor: A workbook of all tables is made in memory: at most 50,000 rows together, or about 48 MB of text. No file was written. Narrow the query, or export SQLite or Parquet, which have no limit.',
  ]);
  expect(readdirSync(workplace.folder)).toEqual(['data']);
});

test.each([
  [['--output', '/nowhere/a'], 'The folder /nowhere does not exist. Create it, or name another place.'],
  [
    ['--output', 'events.parquet'],
    `--output "${resolve('events.parquet')}": Parquet is a folder with a file for each table. Name a new folder, a .sqlite or an .xlsx. CSV and NDJSON: watchfloor events --output.`,
  ],
])('[CLI-2] a place that cannot be used is refused with what to do: %j', async (args, words) => {
  expect(await refusal(...args)).toEqual([2, `watchfloor: ${words}\n`]);
});
