/**
 * Tests electron-updater with a real feed. Only Electron is replaced, so it reads the config that Watchfloor writes.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UpdateChannel } from '../../../../src-main/hosts/electron/shell/update-feed.ts';
import { createUpdates, type Updater } from '../../../../src-main/hosts/electron/shell/updates.ts';
import { listening } from '../../../fixtures/loopback.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

let folder: string;
let feedPort: number;
let feed: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  feed = '';
  const server = createServer((request, response) => {
    const name = /^\/feed\/(latest|next)-linux\.yml/.exec(request.url ?? '')?.[1];
    response.writeHead(name === undefined ? 404 : 200).end(name === 'next' ? version('0.2.0-next.3') : feed);
  });
  ({ port: feedPort } = await listening(server));
  vi.stubEnv('APPIMAGE', join(folder, 'Watchfloor.AppImage'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
});

interface RealUpdater extends Updater {
  httpExecutor: unknown;
}
type MakeUpdater = new (options: null, app: unknown) => RealUpdater;

function realUpdater(): Updater {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package's types want all of Electron
  const { AppImageUpdater } = createRequire(import.meta.url)('electron-updater') as { AppImageUpdater: MakeUpdater };
  const updater = new AppImageUpdater(null, {
    version: '0.1.0',
    name: 'watchfloor',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'there-is-none.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    onQuit: () => undefined,
  });
  updater.httpExecutor = {
    request: async ({ protocol, hostname, port, path }: Record<string, string>) =>
      await (await fetch(`${protocol}//${hostname}:${port}${path}`)).text(),
  };
  return updater;
}

const version = (name: string) =>
  `version: ${name}\nfiles: [{ url: w.AppImage, sha512: AAAA, size: 3 }]\npath: w.AppImage\nsha512: AAAA\nreleaseDate: 2026-01-01T00:00:00.000Z\n`;

const updatesOf = (channel: UpdateChannel) =>
  createUpdates({
    feed: { kind: 'feed', url: `http://127.0.0.1:${feedPort}/feed`, publisher: null, channel },
    openUpdater: async () => realUpdater(),
    async writeConfig(text) {
      await writeFile(join(folder, `asked-${channel}.json`), text);
      return join(folder, `asked-${channel}.json`);
    },
    saveRestart: async () => undefined,
    now: () => 1_000,
    onChange: () => undefined,
    quit: () => undefined,
    exit: () => undefined,
  });

test('[HOST-34] the channel next offers a version that is tried out, and the stable channel does not', async () => {
  feed = version('0.1.0');
  const [stable, next] = [updatesOf('stable'), updatesOf('next')];
  stable.check();
  next.check();
  await vi.waitFor(() =>
    expect([stable.state, next.state]).toEqual([
      { kind: 'idle', checkedAt: 1_000 },
      { kind: 'available', version: '0.2.0-next.3' },
    ]),
  );
});

test('the updater finds a newer version at the configured feed, and reports if there is none or if the feed is invalid', async () => {
  const updates = updatesOf('stable');
  const found = async (text: string, expected: unknown) => {
    feed = text;
    updates.check();
    await vi.waitFor(() => expect(updates.state).toEqual(expected));
  };
  await found(version('0.1.0'), { kind: 'idle', checkedAt: 1_000 });
  await found(version('0.2.0'), { kind: 'available', version: '0.2.0' });
  // An older version is not offered, because it would undo repairs.
  await found(version('0.0.9'), { kind: 'idle', checkedAt: 1_000 });
  await found('version: [', { kind: 'failed', problem: 'not-a-feed', detail: expect.any(String), at: 1_000 });
});
