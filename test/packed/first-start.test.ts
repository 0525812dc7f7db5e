/** Tests the first start on a desktop, which downloads Electron: the complete command, with a local mirror. */
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  ARCHIVE_PATHS,
  sendTruncatedArchive,
  type ElectronServer,
  electronServer,
} from '../support/electron-server.ts';
import { rounds } from '../support/breadth.ts';
import { RunningCommand } from '../support/command.ts';
import { smallDisk } from '../support/small-disk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Installs the build next to a package `electron` without a binary. Links all other packages of this checkout. */
function install({ folder }: ElectronServer): void {
  for (const path of ['package.json', 'build/watchfloor.js', 'out/main', 'out/renderer'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && !name.startsWith('@electron') && name !== 'electron')
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}

function start({ folder, environment }: ElectronServer, more: Record<string, string> = {}): RunningCommand {
  return new RunningCommand(
    ['start', '--practice', '--wall', '--no-open', '--data-dir', join(folder, 'data')],
    { ...environment, DISPLAY: ':0', STUB_STARTED_WITH: join(folder, 'started'), ...more },
    join(folder, 'build', 'watchfloor.js'),
  );
}

describe.skipIf(process.platform !== 'linux')('[HOST-14] the first start on a desktop', () => {
  test('downloads Electron with a notice and starts the app in it with the given options; the second start only starts it', async () => {
    const server = await electronServer();
    install(server);
    const first = start(server);
    expect([await first.exit, first.stdout, first.stderr]).toEqual([
      0,
      'Opening the desktop app.\n',
      expect.stringMatching(/^Fetching Electron for the desktop app, about 120 MB, only once …\n$/),
    ]);
    const startedWith = readFileSync(join(server.folder, 'started'), 'utf8').trim().split('\n');
    expect(startedWith).toEqual([
      join(server.folder, 'out', 'main', 'index.js'),
      '--practice',
      `--data-dir=${join(server.folder, 'data')}`,
      '--wall',
    ]);
    const second = start(server);
    expect([await second.exit, second.stdout, second.stderr, server.requestedPaths]).toEqual([
      0,
      'Opening the desktop app.\n',
      '',
      ARCHIVE_PATHS,
    ]);
  });

  const failures = [
    { what: 'the disk is full', why: 'the disk is full', diskMegabytes: 0.25 },
    {
      what: 'the archive has another checksum',
      why: 'the download does not match the checksum in its package',
      checksum: 'ab'.repeat(32),
    },
    { what: 'the download is cut off', why: 'the download was cut off', responder: sendTruncatedArchive },
  ];
  // `fetch-electron.test.ts` also tries each failure.
  test.for(failures.slice(0, rounds({ usual: 1, thorough: failures.length })))(
    'opens the web page if $what, and gives the reason in one sentence',
    async ({ why, responder, checksum, diskMegabytes }, context) => {
      const cache =
        diskMegabytes === undefined
          ? undefined
          : { electron_config_cache: join(smallDisk(diskMegabytes, context), 'cache') };
      const server = await electronServer(responder, checksum);
      install(server);
      const command = start(server, cache);
      await command.waitForText(/Watchfloor is ready/);
      expect(command.stdout).toContain(`Using a browser: Electron could not be fetched: ${why}.\n`);
      expect(await command.stop()).toBe(0);
    },
  );
});
