import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { app, shell } from 'electron';
import { setNewerZoneRules } from '../../../src-shared/lib/zoned-format.ts';
import { newerZoneRules } from '../../adapters/clock/zone-files.ts';
import { readSystemPolicy } from '../../adapters/policy/system-policy.ts';
import { openApplication } from '../compose.ts';
import { runDesktop } from './desktop.ts';
import { startKeychainUtility } from './keychain-process.ts';
import { createExternalBrowser } from './open-external.ts';
import { createShell } from './shell/shell.ts';
import { shellDependencies } from './shell/shell-dependencies.ts';

setNewerZoneRules(newerZoneRules());

const policy = readSystemPolicy();
const browser = createExternalBrowser((address) => shell.openExternal(address));

// The program that started this one may have ended. A line that cannot be written must not cause an error dialog.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// Windows assigns notifications to the installer's shortcut of this name. A checkout would add its own shortcut.
if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId('io.watchfloor.desktop');

runDesktop({
  openApplication: (options) =>
    openApplication({ ...options, policy, browser, startKeychainProcess: startKeychainUtility }),
  createShell: (options) =>
    createShell(
      options,
      shellDependencies(policy, (path) => shell.openPath(path)),
    ),
  argv: process.argv.slice(1),
  cwd: process.cwd(),
  env: process.env,
  buildFolder: resolve(import.meta.dirname, '..'),
  entry: app.isPackaged ? [] : [import.meta.filename],
  startProgram: (path, args) => spawn(path, args, { detached: true, stdio: 'ignore' }).unref(),
  process,
});
