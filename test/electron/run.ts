/** Runs the suite for the real desktop app where Electron can run, and says why not where it cannot. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedElectron } from '../../src-main/hosts/electron/availability.ts';

const electron = installedElectron();
if (electron.kind !== 'available') console.log(`not run here: real Electron suite — ${electron.why}`);
else {
  const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
  const child = spawn(process.execPath, [playwright, 'test', '--config', config], {
    stdio: 'inherit',
    env: { ...process.env, WATCHFLOOR_ELECTRON: electron.binary },
  });
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}
