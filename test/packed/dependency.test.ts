/**
 * Tests the tarball as a development dependency of another project: its command on each Node that it supports, and
 * `watchfloor/simulator` in a TypeScript project.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import { listStores } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { isThorough } from '../support/breadth.ts';
import { missingRegistry } from '../support/registry.ts';
import { Called, checkout, environment, pack } from './installed.ts';

const run = promisify(execFile);
const missing = missingRegistry();
const WATCHFLOOR = 'node_modules/.bin/watchfloor';
const tsc = join(checkout, 'node_modules/typescript/bin/tsc');

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  // Also checks the types of the package.
  skipLibCheck: false,
  types: ['node'],
  typeRoots: [join(checkout, 'node_modules/@types')],
};

/** Reads the only store in this process. */
async function storedKinds(dataDir: string): Promise<readonly string[]> {
  const [store] = listStores(dataDir);
  if (store === undefined) return [];
  const reader = openEventReader(store.path);
  try {
    const { rows } = await reader.summaries({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 10 });
    return rows.map(({ kind }) => kind);
  } finally {
    await reader.close();
  }
}

/** A test of the project that uses the installed simulator. */
const CONSUMER_TEST = `
  const { spawn } = require('node:child_process');
  const { test } = require('node:test');
  test('the simulator answers', async (t) => {
    const simulator = spawn('node_modules/.bin/watchfloor', ['simulator', '--format', 'json', '--subscriptions', '3']);
    t.after(() => simulator.kill());
    const origin = await new Promise((resolve, reject) => {
      simulator.stdout.on('data', (line) => resolve(JSON.parse(line).url));
      simulator.on('exit', (code) => reject(new Error('it ended with ' + code)));
    });
    const signIn = await fetch(
      origin + '/auth/realms/iot/protocol/openid-connect/auth?response_type=code&scope=email' +
        '&client_id=watchfloor-browser&redirect_uri=http://127.0.0.1/callback&code_challenge_method=S256' +
        '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      { redirect: 'manual' },
    );
    if (signIn.status !== 303) throw new Error('sign-in: ' + signIn.status);
    for (const path of ['health', 'report', 'requests']) {
      const answer = await fetch(origin + '/control/' + path);
      if (!answer.ok) throw new Error(path + ': ' + answer.status);
    }
  });
  test('the simulator runs in the same process', async () => {
    const { startSimulator } = await import('watchfloor/simulator');
    const simulator = await startSimulator({ subscriptions: 3 });
    const answer = await fetch(simulator.origin + '/control/health');
    await simulator.stop();
    if (!answer.ok) throw new Error('health: ' + answer.status);
  });
`;

describe.skipIf(missing !== null)('the tarball as a development dependency', () => {
  let folder: string;
  let project: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchfloor-dependency-'));
    project = join(folder, 'project');
    await mkdir(project);
    const { tarball } = await pack(folder);
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'project', version: '1.0.0', scripts: { node: 'node --version', test: 'node --test' } }),
    );
    await writeFile(join(project, 'simulator.test.cjs'), CONSUMER_TEST);
    await install(project, '--save-dev', tarball);
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  const install = (into: string, ...what: string[]) =>
    run('npm', ['install', '--prefix', into, '--prefer-offline', '--no-audit', '--no-fund', ...what], { cwd: folder });

  async function output(node: string, command: string, ...args: string[]): Promise<string> {
    const { stdout } = await run(command, args, { cwd: project, env: environment(folder, node) });
    return stdout;
  }

  async function expectToStart(node: string): Promise<void> {
    expect(await output(node, WATCHFLOOR, 'simulator', '--help')).toContain('--scenario');
    expect(await output(node, 'npm', 'test')).toMatch(/# pass 2\n|pass 2\n/);
    // npx and npm take seconds to start, and do the same on every Node.
    if (node !== process.execPath && !isThorough) return;
    expect(await output(node, 'npx', 'watchfloor', 'simulator', '--help')).toContain('--scenario');
    expect(await output(node, 'npm', 'run', '--silent', 'node')).toBe(await output(node, node, '--version'));
  }

  /** Installs another Node beside the project and returns its path. */
  async function otherNode(version: string): Promise<string> {
    const into = join(folder, `node-${version}`);
    const name = `node-${process.platform}-${process.arch}`;
    await mkdir(into);
    await install(into, `${name}@${version}`);
    return join(into, 'node_modules', name, 'bin/node');
  }

  test("[PACKED-2] starts by path, with npx and from a test, and leaves the project's own Node in place", async () => {
    expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(false);
    await expectToStart(process.execPath);
  });

  test.skipIf(process.platform !== 'linux')(
    '[PACKED-2] starts on Node 20 and 22 in the same ways, and stores events on Node 22',
    async () => {
      const [node20, node22] = [await otherNode('20.20.2'), await otherNode('22.15.0')];
      for (const node of [node20, node22]) await expectToStart(node);
      const dataDir = join(folder, 'data');
      const start = ['start', '--practice', '--web', '--no-open', '--data-dir', dataDir];
      await expect(output(node20, WATCHFLOOR, ...start)).rejects.toMatchObject({
        code: 1,
        stderr:
          'Watchfloor needs Node 22.15 or later; this is v20.20.2. Only `watchfloor simulator` runs on Node 20.\n',
      });
      const started = new Called(spawn(WATCHFLOOR, start, { cwd: project, env: environment(folder, node22) }));
      await started.waitForText(/ready: http/);
      // A command takes seconds on a busy machine, and slows down the collector, so it runs only once.
      await expect
        .poll(() => storedKinds(dataDir), { timeout: 240_000, interval: 200 })
        .toContain('SUBSCRIPTION_STARTED');
      const stored = await output(node22, WATCHFLOOR, 'events', '--data-dir', dataDir, '--format', 'ndjson');
      expect(stored).toContain('SUBSCRIPTION_STARTED');
      expect(await started.stop()).toBe(0);
    },
  );

  /** Makes a TypeScript project with the same packages and the example of the document. */
  async function typeScriptProject() {
    const typeScript = join(folder, 'typescript');
    await mkdir(typeScript);
    await symlink(join(project, 'node_modules'), join(typeScript, 'node_modules'));
    await writeFile(join(typeScript, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));
    await writeFile(join(typeScript, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const example = join(project, 'node_modules/watchfloor/docs/examples/consumer.test.ts');
    await cp(example, join(typeScript, 'consumer.test.ts'));
    const call = (...args: readonly string[]) =>
      run(process.execPath, args, { cwd: typeScript, env: environment(folder) });
    return { call, write: (name: string, text: string) => writeFile(join(typeScript, name), text) };
  }

  test('[PAGE-338] a TypeScript project compiles the example of the document against the types of the package, and runs it', async () => {
    const { call, write } = await typeScriptProject();
    await call(tsc, '--project', '.');
    expect((await call('--test', 'consumer.test.ts')).stdout).toMatch(/pass 2\n/);
    const wrong =
      "import { startSimulator } from 'watchfloor/simulator';\nawait startSimulator({ timeScale: 'fast' });\n";
    await write('wrong.ts', wrong);
    await expect(call(tsc, '--project', '.')).rejects.toMatchObject({
      stdout: expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS2322/),
    });
  });
});
