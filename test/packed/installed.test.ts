/** Tests the tarball of `npm pack`, installed into an empty prefix and used from any folder. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingRegistry } from '../support/registry.ts';
import { type Called, checkout, Installed } from './installed.ts';

const missing = missingRegistry();
describe.skipIf(missing !== null)('the tarball', () => {
  let installed: Installed;
  let simulator: Called;
  beforeAll(async () => {
    installed = await Installed.create();
    const config = join(installed.home, 'service.json');
    await writeFile(config, JSON.stringify({ seed: 7, domains: [{ id: 'acme', subscriptions: 3 }] }));
    simulator = installed.start(['simulator', '--config', config, '--time-scale', '60']);
  });
  afterAll(async () => {
    const exitCode = await simulator.stop();
    await installed.close();
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

  test('[PACKED-2] brings no Node.js and no Electron, and compiles nothing', () => {
    const packages = readdirSync(join(installed.package, 'node_modules'));
    expect(packages.filter((name) => name.startsWith('electron') && name !== 'electron-updater')).toEqual([]);
    expect(packages.some((name) => /^node-(linux|win)-/.test(name))).toBe(false);
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
