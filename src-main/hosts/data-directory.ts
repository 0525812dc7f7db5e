/** Finds and creates the data directory, which all hosts share. Only the current user can read it. */
import { mkdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { appError } from '../../src-shared/api/errors.ts';

/** @throws AppError BAD_ARGUMENT */
export function defaultDataDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return chosenDataDirectory(environment) ?? standardDataDirectory(environment, platform);
}

export function chosenDataDirectory(environment: NodeJS.ProcessEnv): string | undefined {
  const chosen = environment['WATCHFLOOR_DATA_DIR'] ?? '';
  return chosen === '' ? undefined : resolve(chosen);
}

/** Each system's standard place for application data. @throws AppError BAD_ARGUMENT */
export function standardDataDirectory(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32')
    // `APPDATA` would be wrong: a roaming profile copies it at each sign-in.
    return join(environment['LOCALAPPDATA'] ?? join(homeFolder(), 'AppData', 'Local'), 'Watchfloor');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Watchfloor');
  const named = environment['XDG_DATA_HOME'] ?? '';
  // The XDG base directory specification says to ignore a relative path.
  return join(isAbsolute(named) ? named : join(homeFolder(), '.local', 'share'), 'watchfloor');
}

/** A broken start script may set a relative `HOME`; the data folder would depend on the working directory. */
function homeFolder(): string {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : userInfo().homedir;
  } catch (cause) {
    const words = 'This user has no home folder, so there is no default data folder. Name one with --data-dir.';
    throw appError('BAD_ARGUMENT', { words }, { cause });
  }
}

/** Only this user can read the folder. @throws AppError STORE_UNWRITABLE */
export function makeDataFolder(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  try {
    makeFolder(resolve(path));
  } catch (cause) {
    throw appError('STORE_UNWRITABLE', { path: dataDir, problem: 'folder' }, { cause });
  }
  return path;
}

/** Node's `recursive` loops for ever if a file system reports ENOENT for an existing parent (such as `/proc`). */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
