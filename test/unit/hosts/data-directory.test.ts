import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultDataDirectory, makeDataFolder } from '../../../src-main/hosts/data-directory.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

test('the data folder is created with its parents for this user only, or may exist already', async () => {
  const dataDir = join(folder, 'one', 'two');
  expect([makeDataFolder(dataDir, 'logs'), makeDataFolder(dataDir, 'logs')]).toEqual(
    Array(2).fill(join(dataDir, 'logs')),
  );
  const modes = await Promise.all(
    [dataDir, join(dataDir, 'logs')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  if (process.platform !== 'win32') expect(modes).toEqual([0o700, 0o700]);
});

test('the data folder may be reached through a link', async () => {
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real'), join(folder, 'link'));
  makeDataFolder(join(folder, 'link'), 'logs');
  expect((await stat(join(folder, 'real', 'logs'))).isDirectory()).toBe(true);
});

test('a file in place of the data folder is reported', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(() => makeDataFolder(join(folder, 'file'), 'logs')).toThrow(
    expect.objectContaining({ code: 'STORE_UNWRITABLE' }),
  );
});

// Runs in another process, because a regression would loop forever and handle no signal.
test.runIf(process.platform === 'linux')(
  '[CLI-7] a file system that cannot create the folder and reports it as missing is reported immediately',
  () => {
    const source = fileURLToPath(new URL('../../../src-main/hosts/data-directory.ts', import.meta.url));
    const script = `import { defaultDataDirectory, makeDataFolder } from ${JSON.stringify(source)};
      try { makeDataFolder('/proc/nowhere', 'logs'); } catch (error) { console.log(error.code); }`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 10_000,
      killSignal: 'SIGKILL',
    });
    expect(output.trim()).toBe('STORE_UNWRITABLE');
  },
);

describe.skipIf(process.platform === 'win32')('[CLI-4] the default data folder', () => {
  afterEach(() => vi.unstubAllEnvs());
  const usual = join(userInfo().homedir, '.local', 'share', 'watchfloor');

  test('is the one that WATCHFLOOR_DATA_DIR names; an empty variable names none', () => {
    expect([
      defaultDataDirectory({ WATCHFLOOR_DATA_DIR: folder, XDG_DATA_HOME: '/elsewhere' }),
      defaultDataDirectory({ WATCHFLOOR_DATA_DIR: '', XDG_DATA_HOME: '/elsewhere' }),
    ]).toEqual([folder, join('/elsewhere', 'watchfloor')]);
  });

  test.each(['', 'relative', './home'])("is below the home of the system's user if HOME=%j is not absolute", (home) => {
    vi.stubEnv('HOME', home);
    expect(defaultDataDirectory({}, 'linux')).toBe(usual);
    expect(defaultDataDirectory({}, 'darwin')).toBe(
      join(userInfo().homedir, 'Library', 'Application Support', 'Watchfloor'),
    );
  });

  test.each([
    ['', join('/home/noc', '.local', 'share', 'watchfloor')],
    ['relative', join('/home/noc', '.local', 'share', 'watchfloor')],
    ['/srv/data', '/srv/data/watchfloor'],
  ])('is for XDG_DATA_HOME=%j: %s', (named, directory) => {
    vi.stubEnv('HOME', '/home/noc');
    expect(defaultDataDirectory({ XDG_DATA_HOME: named }, 'linux')).toBe(directory);
  });

  test('stays on the computer on Windows and is not copied with a roaming profile', () => {
    const environment = { LOCALAPPDATA: '/local', APPDATA: '/roaming' };
    expect(defaultDataDirectory(environment, 'win32')).toBe(join('/local', 'Watchfloor'));
  });

  test('and the folder for compiled code are not in the working directory', () => {
    const launcher = fileURLToPath(new URL('../../../build/watchfloor.js', import.meta.url));
    const env = { ...process.env, HOME: '', XDG_CACHE_HOME: 'relative', NODE_COMPILE_CACHE: '' };
    execFileSync(process.execPath, [launcher, '--version'], { cwd: folder, env });
    expect(readdirSync(folder)).toEqual([]);
  });
});
