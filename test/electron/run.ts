/**
 * Runs the suite for the real Electron on each kind of display of this machine, and then once with the packed app. The
 * last lines list each run with its result and its skipped tests, and each run that was not made, with the reasons. The
 * exit code is 1 if a run failed or, with `--all`, if a run was not made. `--first` makes only the first run, from the
 * checkout.
 * `npm run test:electron -- PATTERN …` runs only the test files whose path contains one of the patterns.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installedElectron } from '../../src-main/hosts/electron/window/availability.ts';
import { packDesktop, packedBinary } from '../packed/desktop-package.ts';
import { type ElectronRun, electronPlan } from './plan.ts';
import { type PlaywrightSuite, skippedTests } from '../support/skipped.ts';
import { Weston } from './weston.ts';

interface Result {
  readonly name: string;
  readonly hasPassed: boolean;
  readonly skipped: readonly { readonly title: string; readonly reason: string }[];
}

const { values, positionals: patterns } = parseArgs({
  options: { all: { type: 'boolean' }, first: { type: 'boolean' } },
  allowPositionals: true,
});
const { runs: possible, notRun } = electronPlan();
const runs = values.first === true ? possible.slice(0, 1) : possible;

if (runs.length > 0 && !existsSync(new URL('../../out/main/index.js', import.meta.url))) {
  console.error('Nothing is built. Run `npm run build` first.');
  process.exit(2);
}
const results: Result[] = [];
for (const run of runs) {
  console.log(`\n── ${run.name} ──`);
  results.push(await resultOf(run));
}
console.log('');
for (const { name, hasPassed, skipped } of results) {
  console.log(`${name}: ${hasPassed ? 'passed' : 'FAILED'}`);
  for (const { title, reason } of skipped) console.log(`  skipped: ${title}: ${reason}`);
}
for (const { name, reason } of notRun) console.log(`${name}: not run here: ${reason}`);
const isComplete = values.all !== true || notRun.length === 0;
process.exitCode = isComplete && results.every(({ hasPassed }) => hasPassed) ? 0 : 1;

async function resultOf(run: ElectronRun): Promise<Result> {
  const { name } = run;
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-electron-run-'));
  const weston = run.startsWeston === true ? await Weston.start() : null;
  try {
    const env = { ...process.env, ...displayEnvironment(run), ...weston?.environment };
    const report = join(folder, 'report.json');
    const isGreen = await playwright(run, {
      ...env,
      WATCHFLOOR_ELECTRON: await binaryOf(run, folder),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: readonly PlaywrightSuite[] };
    return { name, hasPassed: isGreen, skipped: suites.flatMap(skippedTests) };
  } catch (error) {
    console.error(error);
    return { name, hasPassed: false, skipped: [] };
  } finally {
    await weston?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Environment in which Electron can use only this kind of display. */
function displayEnvironment({ display }: ElectronRun): NodeJS.ProcessEnv {
  const named = { WATCHFLOOR_DISPLAY: display };
  if (display === 'x11') return { ...named, XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: undefined };
  return display === 'wayland' ? { ...named, XDG_SESSION_TYPE: 'wayland', DISPLAY: undefined } : named;
}

async function binaryOf({ project }: ElectronRun, folder: string): Promise<string> {
  const electron = installedElectron({ ...process.env, DISPLAY: 'any' });
  if (electron.kind !== 'available') throw new Error(electron.why);
  if (project === 'checkout') return electron.binary;
  const dist =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??
    fileURLToPath(new URL('../../node_modules/electron/dist', import.meta.url));
  await packDesktop(dist, folder);
  return packedBinary(folder);
}

async function playwright({ project }: ElectronRun, env: NodeJS.ProcessEnv): Promise<boolean> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
  const call = [
    cli,
    'test',
    '--config',
    config,
    '--project',
    project,
    '--pass-with-no-tests',
    '--reporter=list,json',
    ...patterns,
  ];
  const child = spawn(process.execPath, call, { stdio: 'inherit', env: { ...env, PW_DISABLE_TS_ESM: '1' } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
