import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unzipTexts } from '../../doubles/packs-over-store.ts';
import { caseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { sentLocalization, sentRequest } from '../../doubles/sent-failures.ts';
import { Workplace } from '../../support/command.ts';

const START = Date.UTC(2026, 10, 21, 12);
const EID = '89049032000001000000000000000417';
const ALLOCATION = { operation: 'ALLOCATED', errorCode: 'START_PROFILE_ALLOCATION_FAILED' };
const SPAN = ['--since', '2026-11-21T11:00:00Z', '--until', '2026-11-21T13:00:00Z', '--zone', 'UTC'];

let filled: Workplace;
beforeAll(async () => {
  filled = await Workplace.create();
  const store = await filled.openStore();
  await store.writer.append(
    batchOf('opens', [
      sentLocalization({ eid: EID, at: START, ...ALLOCATION }),
      sentRequest('REQ-1', START + 60_000, { completed: 2 }),
    ]),
  );
  await store.close();
});
afterAll(() => filled.close());

let workplace: Workplace;
beforeEach(async () => {
  workplace = await filled.copy();
});
afterEach(() => workplace.close());

const report = (...more: string[]) => workplace.output(['report', '--data-dir', workplace.dataDir, ...SPAN, ...more]);

async function ended(args: readonly string[]) {
  const command = workplace.runInProcess(args);
  return { exit: await command.exit, said: command.stderr };
}

test('[CLI-36] a shift report is Markdown, HTML or JSON, also from a copied directory, and leaves the directory unchanged', async () => {
  const markdown = await report('--by', 'Mara <b>Okafor</b>');
  expect(markdown).toContain('# 1 still open, unusable; 1 request still open.');
  expect(markdown).toContain('| Allocation failed: profile on the eUICC, unusable (NO 1) | 0 | 1 | 0 | 1 |');
  expect(markdown).toContain(String.raw`by Mara \<b\>Okafor\</b\>`);
  expect(JSON.parse(await report('--format', 'json'))).toMatchObject({ behind: 0, localizations: [{ open: 1 }] });
  const copy = join(workplace.folder, 'copy');
  await cp(workplace.dataDir, copy, { recursive: true });
  const out = join(workplace.folder, 'shift.html');
  const args = ['report', '--data-dir', copy, ...SPAN, '--format', 'html', '--output', out];
  expect(await ended(args)).toMatchObject({ exit: 0 });
  expect(await readFile(out, 'utf8')).toMatch(/^<!doctype html>[^]*Allocation failed/);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await ended(args)).toEqual({ exit: 2, said: expect.stringContaining('already exists') as string });
  expect(await ended([...args, '--force'])).toMatchObject({ exit: 0 });
});

test('[CLI-2] a wrong span or zone is named, with exit code 2', async () => {
  const args = (...more: string[]) => ended(['report', '--data-dir', workplace.dataDir, ...more]);
  expect(await args()).toMatchObject({ exit: 2, said: expect.stringContaining('--since') as string });
  expect(await args('--since', '40d')).toMatchObject({ exit: 2, said: expect.stringContaining('31 days') as string });
  expect(await args('--since', '8h', '--zone', 'Mars')).toMatchObject({
    exit: 2,
    said: expect.stringContaining('Mars') as string,
  });
});

test('[EXPORT-5] a support pack of an eUICC, a request or a selection is a zip, masked unless the mask is "none"', async () => {
  const out = join(workplace.folder, 'pack.zip');
  const pack = (...more: string[]) =>
    ended(['support-pack', '--data-dir', workplace.dataDir, '--output', out, ...more]);
  expect(await pack('--eid', EID)).toMatchObject({ exit: 0 });
  const files = unzipTexts(await readFile(out));
  expect([...files.keys()]).toEqual(['report.html', 'report.txt', 'events.jsonl', 'coverage.json']);
  expect(files.get('report.txt')).toContain(EID);
  expect(await pack('--request', 'REQ-1')).toMatchObject({
    exit: 2,
    said: expect.stringContaining('--force') as string,
  });
  expect(await pack('--request', 'REQ-1', '--force')).toMatchObject({ exit: 0 });
  expect(unzipTexts(await readFile(out)).get('events.jsonl')).toMatch(/26202·+000/);
  expect(await pack('--query', 'kind:CMP_EVENT', '--mask', 'none', '--force')).toMatchObject({ exit: 0 });
  expect(unzipTexts(await readFile(out)).get('events.jsonl')).toContain('262020000000000');
  expect(await pack('--eid', EID, '--mask', 'eid,iccid', '--force')).toMatchObject({ exit: 0 });
  const masked = [...unzipTexts(await readFile(out)).values()].join('\n');
  expect(masked).not.toContain(EID);
  expect(masked).toMatch(new RegExp(`${EID.slice(0, 8)}·+${EID.slice(-3)}`));
});

test('[EXPORT-5] a pack shows the ticket that is stored with its case, and the command accepts no ticket because it only reads', async () => {
  const out = join(workplace.folder, 'pack.zip');
  const pack = (...more: string[]) =>
    ended(['support-pack', '--data-dir', workplace.dataDir, '--eid', EID, '--output', out, ...more]);
  const store = await workplace.openStore();
  await store.writer.addActions([
    {
      id: 'action-88213',
      at: START + 120_000,
      author: { id: 'mara', name: 'Mara Okafor' },
      subjects: [caseKey({ kind: 'eid', eid: EID })],
      what: { kind: 'pack', ticket: '88213' },
      text: '',
    },
  ]);
  await store.close();
  expect(await pack('--ticket', '88214')).toMatchObject({ exit: 2 });
  expect(await pack()).toMatchObject({ exit: 0 });
  expect(unzipTexts(await readFile(out)).get('report.txt')).toMatch(/^Ticket +88213$/m);
});

test('[EXPORT-3] a pack without content is not written, and the reason is printed', async () => {
  const folder = join(workplace.folder, 'packs');
  await mkdir(folder);
  await writeFile(join(folder, 'kept'), '');
  const pack = (...more: string[]) =>
    ended(['support-pack', '--data-dir', workplace.dataDir, '--output', join(folder, 'a.zip'), ...more]);
  expect(await pack()).toMatchObject({
    exit: 2,
    said: expect.stringContaining('--eid, --request and --query') as string,
  });
  expect(await pack('--eid', '1', '--request', '2')).toMatchObject({ exit: 2 });
  expect((await pack('--eid', '1')).exit).not.toBe(0);
  expect(await pack('--query', 'eid:nobody')).toMatchObject({
    exit: 2,
    said: expect.stringContaining('No stored event') as string,
  });
  expect(await pack('--eid', EID, '--mask', 'name')).toMatchObject({ exit: 2 });
  expect(await pack('--eid', EID, '--by', 'M'.repeat(61))).toMatchObject({ exit: 2 });
  await expect(readFile(join(folder, 'a.zip'))).rejects.toThrow('ENOENT');
});
