import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { saveRestartArguments, consumeRestartArguments } from '../../../src-main/hosts/electron/restart-arguments.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

const HOUR_MS = 3_600_000;
const args = ['--data-dir=/data', '--wall'];
const take = (version = '0.2.0', at = 5_000) => consumeRestartArguments(folder, { version, at });

test('[HOST-34] the arguments for the start after an update are read once', async () => {
  await saveRestartArguments(folder, { version: '0.2.0', at: 1_000, args });
  expect([take(), take(), await readdir(folder)]).toEqual([args, [], []]);
});

test.each<[string, string, number]>([
  ['of another version', '0.1.0', 5_000],
  ['an hour old', '0.2.0', 1_000 + HOUR_MS],
  ['from the future', '0.2.0', 999],
])('[HOST-34] arguments %s are ignored', async (_, version, at) => {
  await saveRestartArguments(folder, { version: '0.2.0', at: 1_000, args });
  expect([take(version, at), await readdir(folder)]).toEqual([[], []]);
});

test('[HOST-34] a damaged or missing file gives no arguments, and no file is written without arguments', async () => {
  expect(take()).toEqual([]);
  await writeFile(join(folder, 'restart.json'), '{"args":"--wall"}');
  expect(take()).toEqual([]);
  await saveRestartArguments(join(folder, 'not-made'), { version: '0.2.0', at: 1_000, args: [] });
  expect(await readdir(folder)).toEqual([]);
});
