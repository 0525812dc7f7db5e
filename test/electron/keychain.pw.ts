/**
 * Tests a real profile whose secret is in the keychain of this computer. The app reaches it through a process of
 * Electron.
 */
import { Keyring, missingKeyring } from '../support/keyring.ts';
import { expect, test as base } from './desktop.ts';

interface Fixtures {
  keychain: Readonly<Record<string, string>>;
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  keychain: async ({}, use) => {
    if (process.platform !== 'linux') {
      await use({});
      return;
    }
    const keyring = await Keyring.start();
    await keyring.unlock('home');
    await use({ DBUS_SESSION_BUS_ADDRESS: keyring.address });
    await keyring.stop();
  },
});

const missing =
  process.platform === 'linux'
    ? missingKeyring()
    : process.env['CI'] === undefined
      ? 'it would write to your own keychain; CI=1 allows it'
      : null;
test.skip(missing !== null, missing ?? '');

test('[REAL-20] stores a secret that was typed once in the keychain, and watches after the next start without asking', async ({
  start,
  simulator,
  keychain,
  workplace,
}) => {
  const profile = await workplace.profile(simulator);
  const first = await start(['--profile', profile], keychain);
  const page = await first.firstWindow();
  await page.getByRole('banner').getByRole('button', { name: 'Enter the client secret' }).click();
  const field = page.getByLabel('Client secret');
  await field.fill(simulator.clients.basic.clientSecret);
  await field.press('Enter');
  await expect(page.getByText('Stored in the vault')).toBeVisible();
  await expect.poll(() => simulator.control.subscribers().length).toBe(1);
  await first.close();
  await expect.poll(() => simulator.control.subscribers().length).toBe(0);

  await start([], keychain);
  await expect.poll(() => simulator.control.subscribers().length).toBe(1);
});
