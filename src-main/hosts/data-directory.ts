/**
 * Where data is kept. Both hosts use it, so that the desktop app and the command line see the same stores, and nobody
 * but their user does.
 */
import { mkdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { appError } from '../../src-shared/api/errors.ts';

/** When nobody says otherwise: each system's usual place for a program's own data. @throws AppError BAD_ARGUMENT */
export function defaultDataDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32')
    // Not `APPDATA`: a company's roaming profile would copy the stores at each sign-in.
    return join(environment['LOCALAPPDATA'] ?? join(homeFolder(), 'AppData', 'Local'), 'Watchfloor');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Watchfloor');
  const named = environment['XDG_DATA_HOME'] ?? '';
  // The XDG base directory specification: one that is not absolute does not count.
  return join(isAbsolute(named) ? named : join(homeFolder(), '.local', 'share'), 'watchfloor');
}

/** With `HOME` empty or relative, as a broken start script leaves it, the folder would be another one wherever one stands. */
function homeFolder(): string {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : userInfo().homedir;
  } catch (cause) {
    const words = 'This user has no home folder, so there is no usual place for data. Name a folder with --data-dir.';
    throw appError('BAD_ARGUMENT', { words }, { cause });
  }
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
