/** Tests the contents of the desktop package, and that the product in it starts. Needs a build. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { licenceNoticesSchema } from '../../src-shared/api/licence-notices.ts';
import { licencesText } from '../../src-shared/words/licence-words.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { isThorough } from '../support/breadth.ts';
import { parseNdjson } from '../support/command.ts';
import { type DesktopPackage, makeDesktopPackage, missingForDesktopPackage } from './desktop-package.ts';

const run = promisify(execFile);
const missing = missingForDesktopPackage();

describe.skipIf(missing !== null)('the desktop package', () => {
  let made: DesktopPackage;
  beforeAll(async () => {
    made = await makeDesktopPackage();
  });
  afterAll(() => rm(made.folder, { recursive: true, force: true }));

  test('[SAFE-19] has a decision for every fuse of the packed binary, and leaves none to a default', async () => {
    const { version, ...wire } = await getCurrentFuseWire(made.binary);
    const on = '1'.charCodeAt(0);
    const off = '0'.charCodeAt(0);
    // In the order of Electron: Node.js, cookies, NODE_OPTIONS, --inspect, integrity, only asar, snapshot, file:,
    // traps.
    expect([version, Object.values(wire)]).toEqual(['1', [off, off, off, off, on, on, off, off, on]]);
  });

  test('[PACKED-1] holds only the Chromium language of the page', () => {
    expect(readdirSync(join(made.binary, '..', 'locales'))).toEqual(['en-US.pak']);
  });

  test('[PACKED-1] holds the bundle, its packages and its icons, and no other file of this checkout', () => {
    const ours = made.files.filter((path) => !path.startsWith('/node_modules/'));
    const places = ours.map((path) => path.replace(/^(\/out\/[a-z]+|\/build\/icons\/[a-z]+)\/.*/, '$1'));
    expect([...new Set(places)].toSorted()).toEqual([
      '/build/icons/png',
      '/build/icons/tray',
      '/out/main',
      '/out/preload',
      '/out/renderer',
      '/package.json',
    ]);
    const entries = ['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html'];
    expect(entries.filter((path) => !ours.includes(path))).toEqual([]);
  });

  test('[PACKED-28] holds the licences of all parts, as a text next to the archive and as data for the page', () => {
    const resources = join(made.unpacked, '..');
    const text = readFileSync(join(resources, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const notices = licenceNoticesSchema.parse(
      JSON.parse(readFileSync(join(made.app, 'out/renderer/licences.json'), 'utf8')),
    );
    expect(text).toBe(licencesText(notices));
    const listed = new Set(notices.parts.map(({ name, version }) => `${name} ${version}`));
    const packed = made.files
      .filter((path) => /^\/node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(made.app + path, 'utf8')) as { name: string; version: string });
    expect(packed.length).toBeGreaterThan(50);
    expect(packed.map(({ name, version }) => `${name} ${version}`).filter((one) => !listed.has(one))).toEqual([]);
    const onPage = notices.parts.filter(({ places }) => places.includes('page')).map(({ name }) => name);
    expect(onPage).toEqual(
      expect.arrayContaining([
        '@base-ui/react',
        '@fontsource-variable/inter',
        '@fontsource-variable/jetbrains-mono',
        '@tanstack/react-virtual',
        '@trpc/client',
        'lucide-react',
        'react',
        'react-dom',
        'scheduler',
        'zustand',
      ]),
    );
  });

  test('[PACKED-28] holds the licences of Electron and Chromium next to the binary', () => {
    const read = (name: string) => readFileSync(join(made.binary, '..', name), 'utf8');
    expect(['LICENSE.electron.txt', 'LICENSES.chromium.html'].map(read)).toEqual(['of Electron', 'of Chromium']);
  });

  test('[PACKED-32] holds the SBOM of its parts, which is also next to the installers', () => {
    const read = (path: string) => readFileSync(join(made.unpacked, '..', path), 'utf8');
    const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string; version: string }[] };
    const notices = licenceNoticesSchema.parse(
      JSON.parse(readFileSync(join(made.app, 'out/renderer/licences.json'), 'utf8')),
    );
    expect(components.map(({ name, version }) => [name, version])).toEqual(
      notices.parts.map(({ name, version }) => [name, version]),
    );
    expect(read('../../watchfloor-0.1.0.cdx.json')).toBe(read('sbom.cdx.json'));
  });

  test('[HOST-58] holds the icon that the system reads itself outside of the archive', () => {
    const picture = 'build/icons/png/256x256.png';
    expect(readFileSync(join(made.unpacked, picture))).toEqual(readFileSync(picture));
  });

  test.each([
    ['source map', /\.map$/],
    ['source', /\.(tsx?|mts|cts|gyp|gypi|c|cc|h)$/],
    ['test', /\/(tests?|__tests__|specs?)\/|\.(test|spec|pw)\./],
    ['file that looks like a secret', /\.(pem|key|p12|pfx|keystore|kdbx)$|id_(rsa|ed25519)|\/credentials(\.json)?$/i],
    ['hidden file', /\/\./],
    ['build for another platform', /prebuilds\/(?!linux-)/],
    ['Node.js', /\/node(\.exe)?$|\/node-(linux|win|darwin)-/],
    ['development tool', /^\/node_modules\/(electron|electron-builder|vite|vitest|typescript|react|@playwright)\//],
  ])('[PACKED-1] holds no %s', (_what, pattern) => expect(made.files.filter((path) => pattern.test(path))).toEqual([]));

  test('[PACKED-1] holds no private key', () => {
    const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{64}/;
    expect(made.files.filter((path) => key.test(readFileSync(made.app + path, 'latin1')))).toEqual([]);
  });

  test('[SAFE-1] holds no address without TLS in the build, except loopback, vocabularies and examples', () => {
    const built = made.files.filter((path) => /^\/out\/.*\.(js|cjs|html)$/.test(path));
    const hosts = built.flatMap((path) =>
      [...readFileSync(made.app + path, 'utf8').matchAll(/http:\/\/([^\s"'`/<>\\$)]+)/g)].map(([, host = '']) =>
        host.replace(/[.,:]+$/, ''),
      ),
    );
    const harmless =
      /^(127\.0\.0\.1|localhost|\[::1\]|www\.w3\.org|json-schema\.org|\S+\.(invalid|example|example\.com))(:\d+)?$/;
    // Names of vocabularies in the writer of workbooks.
    const vocabularies = ['schemas.openxmlformats.org', 'schemas.microsoft.com', 'www.wps.cn'];
    // Placeholders in texts for people, for example `http://host:port`.
    const placeholders = ['host:port', '127.0.0.1:PORT', 'user:password@host:port', '[...]', '['];
    const known = new Set([...vocabularies, ...placeholders]);
    expect([...new Set(hosts)].filter((host) => !harmless.test(host) && !known.has(host))).toEqual([]);
  });

  test('[PACKED-1] holds exactly the two native modules of this platform outside of the archive, and both load', () => {
    const native = made.files.filter((path) => isNative(readFileSync(made.app + path).subarray(0, 4))).toSorted();
    expect(native).toEqual([
      expect.stringMatching(/^\/node_modules\/@napi-rs\/keyring-linux-[a-z0-9-]+\/keyring\.linux-[a-z0-9-]+\.node$/),
      `/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ]);
    const load = createRequire(import.meta.url);
    for (const path of native) expect(load(made.unpacked + path)).toBeTypeOf('object');
  });

  test('[PACKED-1] holds every package that the bundle imports, and each loads', async () => {
    const requested = globSync('out/main/*.js', { cwd: made.app })
      .map((path) => readFileSync(join(made.app, path), 'utf8'))
      .flatMap((text) => [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*["']([@a-z][\w@/.-]*)["']/g)])
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('node:') && name !== 'electron');
    const packages = new Set(requested.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
    expect([...packages]).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', 'keytar', 'pino', 'undici']));
    expect([...packages].filter((name) => !made.files.includes(`/node_modules/${name}/package.json`))).toEqual([]);
    const loading = `await Promise.all(${JSON.stringify([...new Set(requested)])}.map((name) => import(name)))`;
    await run(process.execPath, ['--input-type=module', '--eval', loading], { cwd: made.app });
  });

  test('[HOST-58] has the name of the product, and the desktop entry of Linux matches the name of its windows', () => {
    const { productName, desktopName } = JSON.parse(readFileSync(join(made.app, 'package.json'), 'utf8')) as {
      productName: string;
      desktopName: string;
    };
    expect([productName, desktopName]).toEqual(['Watchfloor', `${basename(made.binary)}.desktop`]);
  });

  test('[PACKED-1] is less than 32 MB larger than Electron', () => {
    const bytes = made.files.reduce((sum, path) => sum + statSync(made.app + path).size, 0);
    expect(bytes / 1e6).toBeLessThan(32);
  });

  test('[HOST-34] has no update address of its own: the one that packing writes does not exist', () => {
    const config = readFileSync(join(made.unpacked, '..', 'app-update.yml'), 'utf8');
    expect(config.match(/^url: .*$/gm)).toEqual(['url: https://updates.watchfloor.invalid/']);
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      scripts: { dist: string };
    };
    expect(scripts.dist).toMatch(/ --publish never$/);
  });

  test('[HOST-58] collects from the service, stores events and prints them', async () => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
    const { clientId, clientSecret } = simulator.clients.basic;
    const profile = { name: 'Packed', ...simulator.profile, clientId, flow: 'clientCredentials' };
    await writeFile(join(made.folder, 'profile.json'), JSON.stringify(profile));
    const { command, printed } = await commandsOf(made);
    const collecting = spawn(process.execPath, command('collect', '--profile', join(made.folder, 'profile.json')), {
      cwd: made.folder,
      env: { ...process.env, WATCHFLOOR_CLIENT_SECRET: clientSecret },
      stdio: 'ignore',
    });
    const ended = once(collecting, 'exit');
    try {
      await vi.waitFor(() => expect(simulator.control.subscribers()).toHaveLength(1), 45_000);
      simulator.control.emit({
        event: 'LOCALIZATION',
        id: 'packed-1',
        data: { operation: 'LOCALIZED', principal: simulator.domainId, state: 'COMPLETED' },
      });
      await vi.waitFor(async () => expect(await printed()).toEqual(['packed-1']), { timeout: 45_000, interval: 500 });
    } finally {
      collecting.kill('SIGTERM');
      await ended;
      await simulator.stop();
    }
    expect(await ended).toEqual([0, null]);
  });

  // `built-desktop.test.ts` opens the same build in `npm test`, and the tests above find the files.
  test.each(isThorough ? ['linux'] : [])(
    '[HOST-58] opens its window app on %s, serves the page and finds the files that it loads by path',
    async (platform) => {
      const driver = fileURLToPath(new URL('built-desktop.ts', import.meta.url));
      const { stdout } = await run(process.execPath, [driver, made.app, join(made.folder, 'desktop'), platform], {
        cwd: made.folder,
        env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      });
      expect(JSON.parse(stdout)).toMatchObject({
        address: 'app://watchfloor/',
        page: [200, 200],
        licences: 200,
        preload: true,
        // Without a session bus there is no tray.
        signs: { tooltip: null },
        closed: 'window.minimize',
      });
    },
  );
});

/** Runs the packed command line. Electron does not use it, but it loads the same backend from the same bundle. */
async function commandsOf({ folder, app }: DesktopPackage) {
  const start = join(folder, 'start.mjs');
  const entry = pathToFileURL(join(app, 'out', 'main', 'cli.js')).href;
  await writeFile(start, `const { runCommandLine } = await import('${entry}');\nawait runCommandLine(process.argv);\n`);
  const command = (name: string, ...args: string[]) => [start, name, '--data-dir', join(folder, 'data'), ...args];
  return {
    command,
    printed: async () => {
      const call = command('events', '--format', 'ndjson', '--query', 'kind:LOCALIZATION');
      return parseNdjson((await run(process.execPath, call, { cwd: folder })).stdout).map(({ id }) => id);
    },
  };
}

/** Recognises ELF, PE, and Mach-O for one or several processors. */
function isNative(head: Buffer): boolean {
  const start = head.toString('hex');
  return start === '7f454c46' || start.startsWith('4d5a') || /^(cf|ce)faedfe$|^cafebabe$/.test(start);
}
