/**
 * Runs the suites of `npm test`, or of `npm run test:long` with `--long`, one after the other, even after one failed.
 * Prints at the start the suites, their usual duration, and the versions of the real programs; at the end each suite with
 * its seconds, the slowest test files, the failed tests, and those that this machine cannot run. The exit code is 1 if a
 * suite failed or CI skipped a test, and 2 if no test file matches the patterns.
 * `npm test -- PATTERN …` runs only the test files, of all kinds, whose path contains one of the patterns.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, checks, longTests, notRun, type Suite, tests } from './suites.ts';
import { type FileTime, playwrightTimes, vitestTimes } from './support/file-times.ts';
import { installedVersions } from './support/missing-programs.ts';
import { unexpectedSkips } from './support/unexpected-skips.ts';

const SLOWEST_FILES = 5;
/** CI may show only the end of the output, and one fault often breaks many tests. */
const SHOWN_FAILURES = 8;
/** The memory file system of Linux. */
const MEMORY = '/dev/shm';
/** In bytes. The suites that use it need less than a quarter of it. */
const ROOM_IN_MEMORY = 4 * 1_024 ** 3;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals: patterns } = parseArgs({ options: { long: { type: 'boolean' } }, allowPositionals: true });
const isLong = values.long === true;

const chosen = patterns.length === 0 ? tierSuites() : [...build, ...matchingSuites()];
if (chosen.length === build.length && patterns.length > 0) {
  console.error(
    `No test file has ${patterns.join(' or ')} in its path. Name a part of a path, for example "timeline".`,
  );
  process.exit(2);
}

// Shared by all suites and runs, because compiling takes most of the start of a short process.
process.env['NODE_COMPILE_CACHE'] ??= `${root}node_modules/.cache/watchfloor-compiled`;
// Node runs the TypeScript of tests itself. Playwright's own compiler takes 6 s of CPU time in each worker.
process.env['PW_DISABLE_TS_ESM'] = '1';
// The type checker and the linter are Go programs. Collecting garbage less often saves a quarter of their time.
process.env['GOGC'] ??= '400';
if (isLong) process.env['WATCHFLOOR_THOROUGH'] = '1';

console.log(`Runs ${chosen.length} suites, about ${usualDuration(chosen)} on two quiet cores:`);
for (const { name, files } of chosen) console.log(`  ${name}${files === undefined ? '' : `: ${files.length} files`}`);
const versions = installedVersions();
if (versions !== null) console.log(`Real programs: ${versions}`);

const reports = mkdtempSync(join(tmpdir(), 'watchfloor-test-'));
const inMemory = chosen.some(({ isInMemory }) => isInMemory) ? folderInMemory() : null;
const results = chosen.map(run);
for (const folder of [reports, inMemory]) if (folder !== null) rmSync(folder, { recursive: true, force: true });
summarize();

function tierSuites(): readonly Suite[] {
  return isLong ? [...build, ...longTests] : [...checks, ...build, ...tests];
}

/**
 * Creates a folder for test databases in memory, which saves a fifth of their time. Returns null if there is no room.
 */
function folderInMemory(): string | null {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_IN_MEMORY) return null;
    const folder = mkdtempSync(join(MEMORY, 'watchfloor-test-'));
    // Some tests read the folder as another user.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

function matchingSuites(): Suite[] {
  return (isLong ? longTests : tests).flatMap((suite) => {
    const files = suite.files?.filter((path) => patterns.some((pattern) => path.includes(pattern))) ?? [];
    return files.length === 0 ? [] : [{ ...suite, files, call: [...suite.call, ...files.map(filterFor(suite))] }];
  });
}

/** Playwright reads a filter as a regular expression. */
function filterFor({ runner }: Suite) {
  return (path: string) => (runner === 'playwright' ? path.replaceAll('.', String.raw`\.`) : path);
}

function usualDuration(suites: readonly Suite[]): string {
  if (patterns.length > 0) return 'a minute or less for a few files';
  const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
  return `${Math.ceil(seconds / 60)} minutes`;
}

function run(suite: Suite, index: number) {
  console.log(`\n── ${suite.name} ──`);
  const report = join(reports, `${index}.json`);
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [...suite.call, ...reportersFor(suite, report)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(suite.isInMemory && inMemory !== null ? { TMPDIR: inMemory } : {}),
    },
  });
  // From here on, commands that tests start run the new build.
  if (build.includes(suite) && status === 0) process.env['WATCHFLOOR_BUNDLE'] = '1';
  const seconds = (performance.now() - startedAt) / 1_000;
  return { name: suite.name, hasPassed: status === 0, seconds, files: fileTimes(suite, report) };
}

function reportersFor({ runner }: Suite, report: string): string[] {
  if (runner === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runner === 'playwright' ? ['--reporter=list,json'] : [];
}

/** Returns an empty list if the suite has no report, for example because it crashed. */
function fileTimes({ runner }: Suite, path: string): FileTime[] {
  if (runner === undefined) return [];
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as never;
    return runner === 'vitest' ? vitestTimes(report, root) : playwrightTimes(report, root);
  } catch {
    return [];
  }
}

function summarize(): void {
  const slowest = results
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES);
  if (slowest.length > 0) console.log('\n── slowest test files ──');
  for (const { file, tests: count, seconds } of slowest)
    console.log(`${file}: ${count} tests in ${seconds.toFixed(1)} s`);

  const failedTests = results.flatMap(({ files }) =>
    files.flatMap(({ file, failed }) => failed.map((one) => ({ file, ...one }))),
  );
  if (failedTests.length > 0) console.log('\n── failed tests ──');
  for (const { file, title, error } of failedTests.slice(0, SHOWN_FAILURES))
    console.log(`${file}: ${title}\n${error}\n`);

  console.log('\n── suites ──');
  for (const { name, hasPassed, seconds, files } of results) {
    const count = files.reduce((sum, file) => sum + file.tests, 0);
    console.log(
      `${name}: ${hasPassed ? 'passed' : 'FAILED'} in ${seconds.toFixed(0)} s${count > 0 ? `, ${count} tests` : ''}`,
    );
  }
  const skipped = patterns.length === 0 ? notRun() : [];
  for (const { name, reason } of skipped) console.log(`${name}: not run here: ${reason}`);
  const skippedTests = results.flatMap(({ files }) => files.flatMap((file) => file.skipped));
  const machine = { isCi: process.env['CI'] === 'true', platform: process.platform, isRoot: process.getuid?.() === 0 };
  const unexpected = unexpectedSkips(machine, skipped, skippedTests);
  for (const what of unexpected) console.log(`FAILED, because CI must not skip it: ${what}`);

  const failed = results.filter(({ hasPassed }) => !hasPassed).length;
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  console.log(`${isLong ? 'npm run test:long' : 'npm test'} took ${minutes.toFixed(1)} minutes.`);
  console.log(`suites: ${results.length - failed} passed, ${failed} failed, ${skipped.length} skipped`);
  process.exitCode = failed === 0 && unexpected.length === 0 ? 0 : 1;
}
