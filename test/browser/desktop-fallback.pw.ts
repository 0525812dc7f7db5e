/** Tests `watchfloor start` if Electron and a display exist, but Electron cannot run. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workplace } from '../support/command.ts';
import { expect, signal, test } from './page.ts';

/** Returns an environment that starts the desktop app, with a program in the place of Electron. */
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
  // The list of Playwright shows that a test was skipped, but not why.
  if (process.platform === 'win32') console.log(`not run here: ${WHY_NOT}`);
  test.skip(process.platform === 'win32', WHY_NOT);
});

test('[HOST-14] the page in a browser replaces a desktop app that cannot run, with the same options, and says why', async ({
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
    "Using a browser instead of the desktop app: this computer does not allow Chromium's sandbox (docs/desktop.md says how it can).",
  ]);
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  expect(await command.stop()).toBe(0);
});

test('[HOST-14] a desktop app that had opened a window ends the command, and nothing opens in its place', async ({
  workplace,
}) => {
  const environment = await withElectron(workplace, 'echo "watchfloor-desktop: window"; exit 3');
  const command = workplace.run(args(workplace), environment);
  expect([await command.exit, command.stdout]).toEqual([3, 'Opening the desktop app.\n']);
});
