import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ExportProgressLine } from '../../../src-main/hosts/cli/events/export-progress.ts';
import { exportAboutSchema } from '../../../src-shared/domain/event/event-export.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await Workplace.create();
});
afterEach(() => workplace.close());

async function fill(many: number, padding = ''): Promise<void> {
  const store = await workplace.openStore();
  const data = (number: number) =>
    JSON.stringify({
      operation: 'for Acme Ltd',
      detailedMessage: JSON.stringify({ companyName: 'Acme Ltd', number, padding }),
    });
  for (let first = 1; first <= many; first += 500) {
    const events = Array.from({ length: Math.min(500, many - first + 1) }, (_, index) =>
      receivedEvent(first + index, { data: data(first + index) }),
    );
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, events));
  }
  await store.close();
}

const exporting = (...args: string[]) => ['events', '--data-dir', workplace.dataDir, ...args];
const inFolder = (name: string) => join(workplace.folder, name);

test('[EXPORT-3] the file contains what is printed, and a second file describes it', async () => {
  await fill(700);
  const path = inFolder('all.jsonl');
  await workplace.output(exporting('--query', '-event:=e-7', '--mask', 'none', '--output', path));
  const text = await readFile(path, 'utf8');
  expect(text).toBe(await workplace.output(exporting('--query', '-event:=e-7', '--format', 'ndjson')));
  const about = exportAboutSchema.parse(JSON.parse(await readFile(`${path}.about.json`, 'utf8')));
  expect(about).toMatchObject({
    profile: 'Acme',
    query: '-event:=e-7',
    format: 'jsonl',
    events: 699,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    newest: new Date(700_000).toISOString(),
  });
});

test('[EXPORT-5] a masked name is in no line of any format, and the description says what is masked', async () => {
  await fill(3);
  const path = inFolder('masked.csv');
  await workplace.output(exporting('--mask', 'company', '--output', path));
  const csv = await readFile(path, 'utf8');
  expect(csv).toBe(await workplace.output(exporting('--mask', 'company', '--format', 'csv')));
  const table = await workplace.output(
    exporting('--mask', 'company', '--format', 'table', '--fields', 'operation,raw'),
  );
  for (const text of [csv, table])
    expect([text.includes('Acme'), text.includes('for ********')]).toEqual([false, true]);
  expect(JSON.parse(await readFile(`${path}.about.json`, 'utf8'))).toMatchObject({
    format: 'csv',
    masked: ['company'],
  });
  // A file is masked by default.
  await workplace.output(exporting('--output', path, '--force'));
  expect(await readFile(path, 'utf8')).not.toContain('Acme');
  expect(JSON.parse(await readFile(`${path}.about.json`, 'utf8'))).toMatchObject({ masked: DEFAULT_MASKED_FIELDS });
});

test('[EXPORT-3] an existing file is overwritten only with --force', async () => {
  await fill(2);
  const path = inFolder('kept.jsonl');
  await writeFile(path, 'mine');
  const command = workplace.runInProcess(exporting('--output', path));
  expect([await command.exit, command.stderr]).toEqual([
    2,
    `watchfloor: ${path} already exists. Name another file, or add --force.\n`,
  ]);
  expect(await readFile(path, 'utf8')).toBe('mine');
  await workplace.output(exporting('--output', path, '--force', '--limit', '1'));
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ seq: 2 });
  // Otherwise the description would claim that only one event matches.
  expect(JSON.parse(await readFile(`${path}.about.json`, 'utf8'))).toMatchObject({ query: '', limit: 1, events: 1 });
  const nowhere = workplace.runInProcess(exporting('--output', inFolder('none/of.jsonl')));
  expect([await nowhere.exit, nowhere.stderr]).toEqual([
    2,
    `watchfloor: The folder ${inFolder('none')} does not exist. Create it, or name another place.\n`,
  ]);
  const folder = workplace.runInProcess(exporting('--output', workplace.folder, '--force'));
  expect([await folder.exit, await workplace.runInProcess(exporting('--output', path, '--follow')).exit]).toEqual([
    1, 2,
  ]);
});

test('[EXPORT-3] --force replaces the partial file of a killed export, but not one that is being written', async () => {
  await fill(2);
  const path = inFolder('killed.jsonl');
  const left = `${path}.part`;
  const age = (seconds: number) => utimes(left, Date.now() / 1_000 - seconds, Date.now() / 1_000 - seconds);
  const refused = `watchfloor: Another export is writing ${path}, or was killed and left ${left}. Delete that file, or name another file.\n`;
  await writeFile(left, 'half');
  const young = workplace.runInProcess(exporting('--output', path, '--force'));
  expect([await young.exit, young.stderr]).toEqual([2, refused]);
  await age(70);
  const unforced = workplace.runInProcess(exporting('--output', path));
  expect([await unforced.exit, unforced.stderr]).toEqual([2, refused]);
  await workplace.output(exporting('--output', path, '--force'));
  expect((await readdir(workplace.folder)).toSorted()).toEqual(['data', 'killed.jsonl', 'killed.jsonl.about.json']);
});

test.each([
  [['--force'], '--force is for --output. Add --output FILE.'],
  [['--no-headers', '--output', '/nowhere/a.csv'], '--no-headers is for printed rows. A CSV file has its header.'],
  [['--no-guard-formulas', '--format', 'ndjson'], '--no-guard-formulas is for csv, but the format is ndjson.'],
  [
    ['--no-guard-formulas', '--output', '/nowhere/a.jsonl'],
    '--no-guard-formulas is for csv, but the format is ndjson.',
  ],
])('[CLI-2] an option that would have no effect is refused: %j', async (args, words) => {
  const command = workplace.runInProcess(exporting(...args));
  expect([await command.exit, command.stdout, command.stderr]).toEqual([2, '', `watchfloor: ${words}\n`]);
});

test('[EXPORT-3] an export that is stopped leaves no part of the file', async () => {
  await fill(6_000, 'x'.repeat(5_000));
  const path = inFolder('begun.jsonl');
  const command = workplace.runInProcess(exporting('--output', path));
  await vi.waitFor(() => expect(existsSync(`${path}.part`)).toBe(true), { timeout: 120_000, interval: 1 });
  expect(await command.stop()).toBe(1);
  expect(command.stderr).toBe('watchfloor: The export was stopped; no file was written.\n');
  expect(await readdir(workplace.folder)).toEqual(['data']);
});

test('the progress line shows the events and the total, the size, and the rate of the last seconds', () => {
  const line = new ExportProgressLine(12_000, 0);
  const shown = (events: number, at: number) => line.line({ events, bytes: events * 1_000, unreadable: 0 }, at);
  expect([shown(0, 0), shown(1_000, 1_000), shown(9_000, 5_000), shown(9_000, 20_000)]).toEqual([
    '0 of 12,000 events · 0 bytes · 0/s',
    '1,000 of 12,000 events · 1.0 MB · 1,000/s',
    '9,000 of 12,000 events · 9.0 MB · 2,000/s',
    '9,000 of 12,000 events · 9.0 MB · 0/s',
  ]);
  expect(new ExportProgressLine(null, 0).line({ events: 1, bytes: 2, unreadable: 0 }, 500)).toBe(
    '1 event · 2 bytes · 2/s',
  );
});
