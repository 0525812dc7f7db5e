import { NO_POLICY } from '../../../../src-shared/api/policy/policy.ts';
import { writeFile } from 'node:fs/promises';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { updateFeed, type UpdateFeedOptions } from '../../../../src-main/hosts/electron/shell/update-feed.ts';
import { updateProblem } from '../../../../src-main/hosts/electron/shell/update-problem.ts';
import { createUpdates, type Updater } from '../../../../src-main/hosts/electron/shell/updates.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

let dataDir: string;
beforeEach(() => void (dataDir = temporaryDirectory()));

const FEED = 'https://updates.example.com/watchfloor';

describe('[HOST-34] updates are off until an https feed is configured, and never unsigned', () => {
  const feed = (changes: Partial<UpdateFeedOptions> = {}) =>
    updateFeed({ dataDir, policy: NO_POLICY, env: {}, platform: 'darwin', isPackaged: true, ...changes });
  const env = { WATCHFLOOR_UPDATE_FEED: FEED };

  test.each<[string, Partial<UpdateFeedOptions>, unknown]>([
    ['no feed is configured', {}, { kind: 'off' }],
    ['the environment names a feed', { env }, { kind: 'feed', url: FEED, publisher: null, channel: 'stable' }],
    ['the program runs from its sources', { env, isPackaged: false }, { kind: 'unavailable', why: 'not-packaged' }],
    ['a package of Linux', { env, platform: 'linux' }, { kind: 'unavailable', why: 'package' }],
    [
      'an AppImage',
      { env: { ...env, APPIMAGE: '/a' }, platform: 'linux' },
      { kind: 'feed', url: FEED, publisher: null, channel: 'stable' },
    ],
    ['Windows without a publisher', { env, platform: 'win32' }, { kind: 'unavailable', why: 'publisher' }],
    [
      'Windows with a publisher',
      { env: { ...env, WATCHFLOOR_UPDATE_PUBLISHER: 'Acme Ltd' }, platform: 'win32' },
      { kind: 'feed', url: FEED, publisher: 'Acme Ltd', channel: 'stable' },
    ],
    [
      'the channel next',
      { env: { ...env, WATCHFLOOR_UPDATE_CHANNEL: 'next' } },
      { kind: 'feed', url: FEED, publisher: null, channel: 'next' },
    ],
    [
      'a channel that does not exist',
      { env: { ...env, WATCHFLOOR_UPDATE_CHANNEL: 'beta' } },
      { kind: 'unavailable', why: 'channel' },
    ],
    ...['http://updates.example.com', 'https://user:pw@updates.example.com', 'file:///tmp', 'updates'].map(
      (address): [string, Partial<UpdateFeedOptions>, unknown] => [
        address,
        { env: { WATCHFLOOR_UPDATE_FEED: address } },
        { kind: 'unavailable', why: 'feed' },
      ],
    ),
  ])('%s', (_, surroundings, expected) => {
    expect(feed(surroundings)).toEqual(expected);
  });

  test('the file in the data folder configures a feed, too, and a damaged one turns updates off', async () => {
    await writeFile(join(dataDir, 'updates.json'), JSON.stringify({ feed: FEED, publisher: 'Acme Ltd' }));
    expect(feed()).toEqual({ kind: 'feed', url: FEED, publisher: 'Acme Ltd', channel: 'stable' });
    await writeFile(join(dataDir, 'updates.json'), '{');
    expect(feed()).toEqual({ kind: 'unavailable', why: 'feed' });
  });
});

class UpdaterDouble extends EventEmitter implements Updater {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  disableWebInstaller = false;
  logger: unknown = console;
  updateConfigPath: string | null = null;
  readonly calls: string[] = [];
  checkForUpdates = async () => void this.calls.push('check');
  downloadUpdate = async () => void this.calls.push('load');
  quitAndInstall = () => void this.calls.push('install');
}

function rig() {
  const updater = new UpdaterDouble();
  const ends: (() => void)[] = [];
  const config: string[] = [];
  const savedRestarts: string[] = [];
  const parts = {
    feed: { kind: 'feed', url: FEED, publisher: 'Acme Ltd', channel: 'stable' } as const,
    openUpdater: vi.fn<() => Promise<Updater>>(async () => updater),
    writeConfig: async (text: string) => {
      config.push(text);
      return '/data/updates-asked.json';
    },
    saveRestart: async (version: string) => void savedRestarts.push(version),
    now: () => 1_000,
    onChange: vi.fn<() => void>(),
    quit: (then: () => void) => void ends.push(then),
    exit: vi.fn<() => void>(),
  };
  return { updates: createUpdates(parts), updater, ends, parts, config, savedRestarts };
}
const calls = (updater: UpdaterDouble, ...expected: string[]) =>
  vi.waitFor(() => expect(updater.calls).toEqual(expected));

describe('[HOST-34] nothing is checked, downloaded or installed without a request', () => {
  test('from the check to the installation, each step is requested', async () => {
    const { updates, updater, ends, parts, config } = rig();
    expect([updates.state, parts.openUpdater.mock.calls.length]).toEqual([{ kind: 'idle', checkedAt: null }, 0]);
    updates.download();
    updates.install();
    updates.check();
    expect(updates.state).toEqual({ kind: 'checking' });
    await calls(updater, 'check');
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      disableWebInstaller: true,
      logger: null,
      updateConfigPath: '/data/updates-asked.json',
    });
    expect(config.map((text) => JSON.parse(text) as unknown)).toEqual([
      { provider: 'generic', url: FEED, updaterCacheDirName: 'watchfloor-updater', publisherName: ['Acme Ltd'] },
    ]);
    updater.emit('update-available', { version: '0.2.0' });
    expect(updates.state).toEqual({ kind: 'available', version: '0.2.0' });
    updates.download();
    await calls(updater, 'check', 'load');
    updater.emit('download-progress', { percent: 40.7 });
    expect(updates.state).toEqual({ kind: 'downloading', version: '0.2.0', percent: 40 });
    updater.emit('update-downloaded', { version: '0.2.0' });
    updates.install();
    // The program closes everything first.
    await vi.waitFor(() => expect([ends.length, updater.calls.length]).toEqual([1, 2]));
    ends[0]?.();
    await calls(updater, 'check', 'load', 'install');
    expect(parts.exit).not.toHaveBeenCalled();
  });

  test('the latest version is reported with the time, and a failure once, with safe text, and can be retried', async () => {
    const { updates, updater, parts } = rig();
    updates.check();
    await calls(updater, 'check');
    updater.emit('update-not-available', { version: '0.1.0' });
    expect(updates.state).toEqual({ kind: 'idle', checkedAt: 1_000 });
    updates.check();
    const refused = Object.assign(new Error('not \u{202E}signed\nstack'), { code: 'ERR_UPDATER_INVALID_SIGNATURE' });
    updater.emit('error', refused);
    const changes = parts.onChange.mock.calls.length;
    updater.emit('error', refused);
    expect(updates.state).toEqual({
      kind: 'failed',
      problem: 'signature',
      detail: String.raw`not \u{202E}signed`,
      at: 1_000,
    });
    expect(parts.onChange.mock.calls.length).toBe(changes);
    updates.check();
    await calls(updater, 'check', 'check', 'check');
  });

  test('a version is shown with safe text of limited length', async () => {
    const { updates, updater } = rig();
    updates.check();
    await calls(updater, 'check');
    const hostile = `9.9.9\u{202E}\u{7}${'x'.repeat(1_000)}`;
    const shown = `${String.raw`9.9.9\u{202E}\u{0007}`}${'x'.repeat(1_000)}`.slice(0, 64);
    updater.emit('update-available', { version: hostile });
    expect(updates.state).toEqual({ kind: 'available', version: shown });
    updater.emit('update-downloaded', { version: hostile });
    expect(updates.state).toEqual({ kind: 'ready', version: shown });
  });

  test('[HOST-34] the arguments of the program are stored before it ends, and a failure to store them stops the update', async () => {
    const { updates, updater, ends, parts, savedRestarts } = rig();
    updates.check();
    await calls(updater, 'check');
    updater.emit('update-downloaded', { version: '0.2.0' });
    const keep = vi.spyOn(parts, 'saveRestart').mockRejectedValueOnce(new Error('the disk is full'));
    updates.install();
    await vi.waitFor(() => expect(updates.state).toMatchObject({ kind: 'failed', detail: 'the disk is full' }));
    expect([keep.mock.calls, ends]).toEqual([[['0.2.0']], []]);
    updater.emit('update-downloaded', { version: '0.2.0' });
    updates.install();
    await vi.waitFor(() => expect([savedRestarts, ends.length]).toEqual([['0.2.0'], 1]));
  });

  test('an updater that cannot be opened is reported and opened again the next time', async () => {
    const { updates, updater, parts } = rig();
    parts.openUpdater.mockRejectedValueOnce(new Error('no such module'));
    updates.check();
    await vi.waitFor(() => expect(updates.state).toMatchObject({ kind: 'failed', problem: 'unknown' }));
    updates.check();
    await calls(updater, 'check');
  });

  test('an installation that fails after everything is closed ends the program', async () => {
    const { updates, updater, ends, parts } = rig();
    updates.check();
    await calls(updater, 'check');
    updater.emit('update-downloaded', { version: '0.2.0' });
    updates.install();
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]?.();
    await calls(updater, 'check', 'install');
    updater.emit('error', new Error('the installer did not start'));
    expect(parts.exit).toHaveBeenCalledOnce();
  });
});

test.each([
  ['ERR_UPDATER_INVALID_SIGNATURE', '', 'signature'],
  ['ERR_CHECKSUM_MISMATCH', '', 'signature'],
  ['ERR_UPDATER_NO_CHECKSUM', '', 'signature'],
  ['', 'Code signature at URL … did not pass validation', 'signature'],
  ['ENOSPC', '', 'install'],
  ['ECONNREFUSED', '', 'unreachable'],
  ['HTTP_ERROR_404', '', 'unreachable'],
  ['', 'net::ERR_NAME_NOT_RESOLVED', 'unreachable'],
  ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', '', 'not-a-feed'],
  ['ERR_UPDATER_INVALID_UPDATE_INFO', '', 'not-a-feed'],
  ['', 'something else', 'unknown'],
])('an error %s %s is reported as %s', (code, message, problem) => {
  expect(updateProblem(Object.assign(new Error(message), code === '' ? {} : { code }))).toBe(problem);
});
