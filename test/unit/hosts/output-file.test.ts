import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeOutput } from '../../../src-main/hosts/cli/terminal/output-file.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

async function aFolder(): Promise<string> {
  const folder = temporaryDirectory();
  return folder;
}

async function refusal(path: string, force: boolean): Promise<unknown> {
  const error: unknown = await writeOutput(path, 'new', force).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : error;
}

test('a file that cannot get its name leaves nothing', async () => {
  const folder = await aFolder();
  await mkdir(join(folder, 'shift.md'));
  expect(await refusal(join(folder, 'shift.md'), true)).toBe('EXPORT_FAILED');
  expect(await readdir(folder)).toEqual(['shift.md']);
});

test('a partial file of a running export is left alone, and --force replaces one of a killed export', async () => {
  const folder = await aFolder();
  const path = join(folder, 'shift.md');
  await writeFile(`${path}.part`, 'half');
  expect(await refusal(path, false)).toBe('BAD_ARGUMENT');
  expect(await readFile(`${path}.part`, 'utf8')).toBe('half');
  expect(await refusal(path, true)).toBe('BAD_ARGUMENT');
  const long = new Date(Date.now() - 120_000);
  await utimes(`${path}.part`, long, long);
  await writeOutput(path, 'new', true);
  expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['shift.md'], 'new']);
});

test('nothing is written through a link in place of the partial file', async () => {
  const folder = await aFolder();
  await writeFile(join(folder, 'kept'), 'kept');
  await symlink(join(folder, 'kept'), join(folder, 'shift.md.part'));
  expect(await refusal(join(folder, 'shift.md'), true)).toBe('BAD_ARGUMENT');
  expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('kept');
});
