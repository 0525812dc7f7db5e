/** Tests what the runner reads from a real Playwright report of a file with skipped tests. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type PlaywrightSuite, skippedTests } from '../../support/skipped.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FILE = `import { test } from '@playwright/test';
test('runs', () => {});
test.describe('a group', () => {
  test.skip(true, 'the whole group lacks something');
  test('of the group', () => {});
});
test('skips itself', () => test.skip(true, 'it lacks something'));
test('skips itself after its first half', () => { test.skip(true, 'the second half lacks something'); });
`;

test('each test that a run skipped is listed with its reason', async () => {
  // The folder is in the checkout, so that Playwright is found.
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'skipped-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'some.pw.ts'), FILE);
  await writeFile(join(folder, 'config.mjs'), "export default { testMatch: '*.pw.ts', outputDir: './results' };");
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const report = join(folder, 'report.json');
  await new Promise((resolve) =>
    execFile(
      process.execPath,
      [cli, 'test', '--config', join(folder, 'config.mjs'), '--reporter=json'],
      { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PW_DISABLE_TS_ESM: '1' } },
      resolve,
    ),
  );
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: PlaywrightSuite[] };
  expect(suites.flatMap(skippedTests)).toEqual([
    { title: 'skips itself', reason: 'it lacks something' },
    { title: 'skips itself after its first half', reason: 'the second half lacks something' },
    { title: 'of the group', reason: 'the whole group lacks something' },
  ]);
});
