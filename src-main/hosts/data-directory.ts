/**
 * Where data is kept when nobody says otherwise: each system's usual place for a program's own data. Both hosts use
 * it, so that the desktop app and the command line see the same stores.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultDataDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Watchfloor');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Watchfloor');
  return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'watchfloor');
}
