/**
 * Tests the tarball of `npm pack`, installed into an empty prefix and used from any folder on the oldest Node that it
 * supports, and as a development dependency of another project, with `watchfloor/simulator` in TypeScript.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '../support/breadth.ts';
import { missingRegistry } from '../support/registry.ts';
import { type Called, checkout, environment, Installed, npmInstall, otherNode } from './installed.ts';

const run = promisify(execFile);
const missing = missingRegistry();
const NODE_22 = '22.15.0';
const WATCHFLOOR = 'node_modules/.bin/watchfloor';
const tsc = join(checkout, 'node_modules/typescript/bin/tsc');

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  // Also checks the types of the package.
  skipLibCheck: false,
  // Neither the package nor the example needs a browser.
  lib: ['es2022'],
  types: ['node'],
  typeRoots: [join(checkout, 'node_modules/@types')],
};

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

let installed: Installed;
beforeAll(async () => {
  if (missing === null) installed = await Installed.create(NODE_22);
});
afterAll(() => installed?.close());

describe.skipIf(missing !== null)('the tarball', () => {
  let simulator: Called;
  beforeAll(async () => {
    const config = join(installed.home, 'service.json');
    await writeFile(config, JSON.stringify({ seed: 7, domains: [{ id: 'acme', subscriptions: 3 }] }));
    simulator = installed.start(['simulator', '--config', config, '--time-scale', '60']);
  });
  afterAll(async () => {
    const exitCode = await simulator.stop();
    if (exitCode !== 0) throw new Error(`The simulator ended with ${exitCode}.`);
  });

  test('[PACKED-1] holds the build, its launcher and the documents, and neither sources nor tests', () => {
    const loose = installed.files.filter(
      (path) =>
        !/^out\/(simulator-types\/src-[^.]+\.d\.ts|main\/[^/]+\.js|renderer\/(assets\/[^/]+|index\.html|licences\.json))$/.test(
          path,
        ),
    );
    expect(loose.toSorted()).toEqual(
      [
        'README.md',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'SECURITY.md',
        ...globSync(['docs/*.md', 'docs/contract/*.json', 'docs/{examples,grafana}/*', 'docs/policy/{,*/}*.*'], {
          cwd: checkout,
        }),
        'build/Containerfile',
        'build/systemd/watchfloor.service',
        'build/watchfloor.js',
        'out/THIRD-PARTY-LICENSES.txt',
        'out/man/watchfloor.1',
        'out/sbom.cdx.json',
        'package.json',
      ].toSorted(),
    );
    expect(installed.files).toEqual(
      expect.arrayContaining(['out/main/cli.js', 'out/main/database-worker.js', 'out/renderer/index.html']),
    );
  });

  test('[PACKED-1] holds every file that its documents, its systemd unit and its simulator name, except pictures', async () => {
    const read = (path: string) => readFileSync(join(installed.package, path), 'utf8');
    const linked = installed.files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)[^)\s]*\)/g)].map(([, target = '']) =>
          posix.join(posix.dirname(path), target),
        ),
      );
    const [, ofSimulator = ''] = await simulator.waitForText(/see (\S+\.md)/);
    const unit = read('build/systemd/watchfloor.service');
    const [, ofUnit = ''] = /^Documentation=file:\S+\/node_modules\/watchfloor\/(\S+)$/m.exec(unit) ?? [];
    const named = [...linked, ofSimulator, ofUnit].filter((path) => !path.endsWith('.png'));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !installed.files.includes(path))).toEqual([]);
  });

  test("[PACKED-1] holds the simulator's contract, which the simulator prints and serves, and accepts a configuration file", async () => {
    const [, origin = ''] = await simulator.waitForText(/is ready: (\S+)/);
    const names = ['service', 'stream', 'control'];
    const printed = await installed.outputs(names.map((name) => ['simulator', '--contract', name]));
    for (const [at, name] of names.entries()) {
      const stored = readFileSync(join(installed.package, 'docs/contract', `${name}.json`), 'utf8');
      const served = await (await fetch(`${origin}/control/contract/${name}.json`)).text();
      const texts = [served.replaceAll(new URL(origin).host, '127.0.0.1:4010'), printed[at] ?? ''];
      expect(texts.map((text) => JSON.parse(text))).toEqual([JSON.parse(stored), JSON.parse(stored)]);
    }
    const health = await (await fetch(`${origin}/control/health`)).json();
    expect(health).toMatchObject({ ok: true, domains: [{ id: 'acme', subscriptions: 3 }] });
  });

  test('[PACKED-28] holds and prints the licences of all parts, including those that npm installs with it', async () => {
    const [printed = '', records = ''] = await installed.outputs([['licenses'], ['licenses', '--format', 'ndjson']]);
    expect(printed).toBe(readFileSync(join(installed.package, 'out/THIRD-PARTY-LICENSES.txt'), 'utf8'));
    const listed = new Set(
      records
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { name: string }).name),
    );
    // npm may install newer versions within the allowed ranges, so only names are compared.
    const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: installed.package }).map(
      (path) => (JSON.parse(readFileSync(join(installed.package, path), 'utf8')) as { name: string }).name,
    );
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter((name) => !listed.has(name))).toEqual([]);
  });

  test('[CLI-69] prints its manual page, which the documents show with `man -l -`', async () => {
    const page = await installed.output('man');
    expect(page).toBe(readFileSync(join(installed.package, 'out/man/watchfloor.1'), 'utf8'));
    const documents = ['docs/install.md', 'docs/command-line.md'];
    for (const path of documents)
      expect(readFileSync(join(installed.package, path), 'utf8')).toContain('watchfloor man | man -l -');
  });

  test('[PACKED-2] brings no Node.js, no Electron and no TypeScript, and compiles nothing', () => {
    const packages = readdirSync(join(installed.package, 'node_modules'));
    expect(packages.filter((name) => name.startsWith('electron') && name !== 'electron-updater')).toEqual([]);
    expect(packages.some((name) => /^node-(linux|win)-/.test(name))).toBe(false);
    // tRPC is bundled, because as a dependency it would bring 31 MB of TypeScript.
    expect(packages).not.toContain('typescript');
    expect(existsSync(join(installed.package, 'node_modules/better-sqlite3/build'))).toBe(false);
  });

  test('[PACKED-2] starts every command from an unrelated folder', async () => {
    expect(await installed.output('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = await installed.output('--help');
    // `help --help` prints the help of the program.
    const commands = [...help.matchAll(/^ {2}(?!help )([a-z][a-z-]+) {2,}/gm)].map(([, name = '']) => name);
    expect(commands).toEqual(expect.arrayContaining(['start', 'collect', 'alarms', 'secret', 'simulator']));
    expect(commands.length).toBeGreaterThan(18);
    const helps = await installed.outputs(commands.map((command) => [command, '--help']));
    expect(helps.map((text) => /^Usage: watchfloor (\S+)/.exec(text)?.[1])).toEqual(commands);
  });

  test('[PACKED-2] `start --practice` serves the page and its files, and stops on SIGTERM', async () => {
    const started = installed.start(['start', '--practice', '--no-open', '--data-dir', installed.dataDir]);
    const [, origin, token] = await started.waitForText(/ready: (http:\/\/127\.0\.0\.1:\d+)\/#launch=(\S+)/);
    const session = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: origin ?? '', 'x-csrf': '1' },
      body: JSON.stringify({ token }),
    });
    const cookie = (session.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const request = (path: string) => fetch(new URL(path, `${origin}/`), { headers: { cookie } });
    const page = await (await request('/')).text();
    const files = [...page.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files.length).toBeGreaterThan(1);
    const statuses = await Promise.all(files.map(async (path) => (await request(path)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(started.printed).toContain('electron');
    expect(await started.stop()).toBe(0);
  });

  test('[PACKED-2] runs the simulator, a collector and the list of stored events together', async () => {
    const [, profile] = await simulator.waitForText(/(\{\n[^}]+\n\})/);
    const file = join(installed.home, 'profile.json');
    await writeFile(file, profile ?? '');
    const collector = installed.start(['collect', '--profile', file, '--data-dir', installed.dataDir], {
      WATCHFLOOR_CLIENT_SECRET: 'practice: basic+secret',
    });
    await collector.waitForText(/Watching/);
    expect(await collector.stop()).toBe(0);
    const { dataDir } = installed;
    const events = await installed.output(
      'events',
      '--data-dir',
      dataDir,
      '--profile',
      'Simulator',
      '--format',
      'ndjson',
    );
    const kinds = events
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toContain('SUBSCRIPTION_STARTED');
  });
});

describe.skipIf(missing !== null)('the tarball as a development dependency', () => {
  let folder: string;
  let project: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchfloor-dependency-'));
    project = join(folder, 'project');
    await mkdir(join(project, 'node_modules/.bin'), { recursive: true });
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'project', version: '1.0.0', scripts: { node: 'node --version', test: 'node --test' } }),
    );
    await writeFile(join(project, 'simulator.test.cjs'), CONSUMER_TEST);
    if (isThorough) await npmInstall(project, '--save-dev', installed.tarball);
    else await link();
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  /** Makes the layout of `npm link`, because installing the same packages again takes seconds. */
  async function link(): Promise<void> {
    await symlink(installed.package, join(project, 'node_modules/watchfloor'));
    await symlink('../watchfloor/build/watchfloor.js', join(project, WATCHFLOOR));
  }

  async function output(node: string, command: string, ...args: string[]): Promise<string> {
    const { stdout } = await run(command, args, { cwd: project, env: environment(folder, node) });
    return stdout;
  }

  async function expectToStart(node: string, version: string): Promise<void> {
    expect(await output(node, WATCHFLOOR, 'simulator', '--help')).toContain('--scenario');
    expect(await output(node, 'npm', 'test')).toMatch(/# pass 2\n|pass 2\n/);
    expect(await output(node, 'npx', 'watchfloor', 'simulator', '--help')).toContain('--scenario');
    expect(await output(node, 'npm', 'run', '--silent', 'node')).toBe(`${version}\n`);
  }

  test("[PACKED-2] starts by path, with npx and from a test, and leaves the project's own Node in place", async () => {
    await expectToStart(process.execPath, process.version);
    expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(false);
  });

  test.each(isThorough && process.platform === 'linux' ? ['20.20.2'] : [])(
    '[PACKED-2] its simulator starts on Node %s in the same ways; other commands name the Node that they need',
    async (version) => {
      const node = await otherNode(folder, version);
      await expectToStart(node, `v${version}`);
      await expect(output(node, WATCHFLOOR, 'start', '--practice')).rejects.toMatchObject({
        code: 1,
        stderr: `Watchfloor needs Node 22.15 or later; this is v${version}. Only \`watchfloor simulator\` runs on Node 20.\n`,
      });
    },
  );

  test('[PAGE-338] a TypeScript project compiles the example of the document against the types of the package, and runs it', async () => {
    const typeScript = join(folder, 'typescript');
    await mkdir(typeScript);
    await symlink(join(project, 'node_modules'), join(typeScript, 'node_modules'));
    const write = (name: string, text: string) => writeFile(join(typeScript, name), text);
    await write('package.json', JSON.stringify({ name: 'project', type: 'module' }));
    await write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await write(
      'wrong.ts',
      "import { startSimulator } from 'watchfloor/simulator';\nawait startSimulator({ timeScale: 'fast' });\n",
    );
    const example = join(installed.package, 'docs/examples/consumer.test.ts');
    await cp(example, join(typeScript, 'consumer.test.ts'));
    const call = (...args: readonly string[]) =>
      run(process.execPath, args, { cwd: typeScript, env: environment(folder) });
    const { stdout } = await call(tsc, '--project', '.').catch((error: { readonly stdout: string }) => error);
    // The only error, so the example compiles.
    expect(stdout.match(/^.+error TS.+:/gm)).toEqual([expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS2322:/)]);
    expect((await call('--test', 'consumer.test.ts')).stdout).toMatch(/pass 2\n/);
  });
});
