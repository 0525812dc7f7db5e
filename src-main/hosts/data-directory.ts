/**
 * Where data is kept. Both hosts use it, so that the desktop app and the command line see the same stores, and nobody
 * but their user does.
 */
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { appError } from '../../src-shared/api/errors.ts';

/** When nobody says otherwise: each system's usual place for a program's own data. */
export function defaultDataDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Watchfloor');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Watchfloor');
  return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'watchfloor');
}

/** Makes a folder inside the data directory, for this user alone; its path. @throws AppError STORE_UNWRITABLE */
export function makeDataFolder(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  try {
    makeFolder(resolve(path));
  } catch (cause) {
    throw appError('STORE_UNWRITABLE', { path: dataDir, problem: 'folder' }, { cause });
  }
  return path;
}

/**
 * Not Node's own `recursive`: where a file system says ENOENT though the folder around is there (`/proc`, some network
 * disks), that tries for ever, and no signal is heard meanwhile.
 */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
