/** `watchfloor start` where Electron and a display are there, and Electron cannot run all the same. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workplace } from '../support/command.ts';
import { expect, signal, test } from './page.ts';

/** The environment in which the desktop app is tried, with a program in Electron's place. */
async function withElectron(workplace: Workplace, program: string): Promise<Record<string, string>> {
  const folder = join(workplace.folder, 'electron');
  await mkdir(folder);
  await writeFile(join(folder, 'electron'), `#!/bin/sh\n${program}\n`);
  await chmod(join(folder, 'electron'), 0o700);
  return { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder };
}
const args = (workplace: Workplace) => ['start', '--practice', '--no-open', '--data-dir', workplace.dataDir];

const WHY_NOT = 'Windows runs no shell script, and one stands in for Electron';
test.beforeEach(() => {
  // Playwright's list says that a test was skipped, and not why.
  if (process.platform === 'win32') console.log(`not run here: ${WHY_NOT}`);
  test.skip(process.platform === 'win32', WHY_NOT);
});

test('[HOST-14] the page in the browser takes over, with the same choice, and says why', async ({
  workplace,
  page,
}) => {
  const environment = await withElectron(
    workplace,
    'echo "The SUID sandbox helper binary was found, but is not configured correctly." >&2; kill -TRAP $$',
  );
  const command = workplace.run(args(workplace), environment);
  const [, link = ''] = await command.waitForText(/^Watchfloor is ready: (\S+)$/m, 180_000);
  expect(command.stdout.split('\n').slice(0, 2)).toEqual([
    'Opening the desktop app.',
    "Using the web page in a browser after all: this computer does not allow Chromium's sandbox (docs/desktop.md says how it can).",
  ]);
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  expect(await command.stop()).toBe(0);
});

test('[HOST-14] once a window was there its end is the end, and nothing opens in its place', async ({ workplace }) => {
  const environment = await withElectron(workplace, 'echo "watchfloor-desktop: window"; exit 3');
  const command = workplace.run(args(workplace), environment);
  expect([await command.exit, command.stdout]).toEqual([3, 'Opening the desktop app.\n']);
});
