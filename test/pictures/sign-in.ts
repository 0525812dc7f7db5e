/**
 * Takes pictures of profiles and sign-in: the editor in each state, the connection test, Access, and a sign-in that is
 * needed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { withHost, movePointerAway, waitForSignal, waitForText, type Service, withService } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

/** Sends a heartbeat every 6 s, so that a picture can show the test while it waits for one. */
const SERVICE = { scenario: 'calm-shift', timeScale: 5, subscriptions: 12_480 };
const PROFILE = { heartbeatSeconds: 6 };

export async function signingIn(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('settings-profile', 'access', 'sign-in-needed-person', 'two-profiles')) return;
  await withService(SERVICE, PROFILE, async (service) => {
    const args = [...(await vaultArgs(service)), '--profile', await personProfile(service)];
    await withHost(browser, service.workplace, { args }, async ({ page }) => {
      await capturePersonSignIn(page, shots, service);
      await captureProfileEditor(page, shots, service);
    });
  });
  await withService(SERVICE, PROFILE, async (service) => {
    const args = [...(await vaultArgs(service)), '--profile', service.profile];
    await withHost(browser, service.workplace, { args }, (host) => captureClientSecret(host.page, shots));
  });
  await twoProfiles(browser, shots);
}

async function vaultArgs({ workplace }: Service): Promise<string[]> {
  const path = join(workplace.folder, 'vault-key');
  await writeFile(path, 'a key of at least thirty-two characters, for pictures', { mode: 0o600 });
  return ['--vault-key-file', path];
}

const personProfile = ({ workplace, simulator }: Service, changes: Record<string, unknown> = {}) =>
  workplace.profile(simulator, {
    name: 'Acme Europe',
    ...PROFILE,
    clientId: simulator.clients.browser.clientId,
    flow: 'authorizationCode',
    ...changes,
  });

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const settings = (page: Page) => page.getByRole('link', { name: 'Settings', exact: true }).first();

async function signInWith(page: Page, press: Locator): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press.click()]);
  await tab.getByLabel('User name').fill('olivia');
  await tab.getByLabel('Password').fill('practice-operator');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL((url) => url.search === '' && url.hostname === '127.0.0.1');
  await tab.close();
}

async function capturePersonSignIn(page: Page, shots: Screenshots, { simulator }: Service): Promise<void> {
  await shots.capture(page, 'sign-in-needed-person', async () => {
    await waitForSignal(page, 'Sign-in needed');
    await movePointerAway(page);
  });
  await settings(page).click();
  await shots.capture(page, 'sign-in-under-way', async () => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button(page, /^Sign in/).click()]);
    await tab.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByText('Waiting for you in the browser').waitFor();
    await movePointerAway(page);
  });
  await shots.capture(page, 'sign-in-denied', async () => {
    const tab = page.context().pages().at(-1);
    await tab?.getByRole('button', { name: 'Cancel' }).click();
    await tab?.close();
    await page.getByText('Waiting for you in the browser').waitFor({ state: 'hidden' });
    await movePointerAway(page);
  });
  await signInWith(page, button(page, /^Sign in/));
  await waitForSignal(page, 'Watching');
  await shots.capture(page, 'settings-testing', async () => {
    await button(page, /^Test/).click();
    await page.waitForTimeout(1_500);
    await movePointerAway(page);
  });
  await shots.capture(page, 'settings-profile', async () => {
    await waitForText(page, /olivia/);
    if (!shots.includes('settings-testing')) await button(page, /^Test/).click();
    await waitForText(page, /Tested/, 60_000);
    await movePointerAway(page);
  });
  await shots.captureExtremes(page, 'settings-profile');
  await shots.capture(page, 'access', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await waitForText(page, 'CONNECTIVITY_OPERATOR');
    await movePointerAway(page);
  });
  await shots.capture(page, 'access-question', async () => {
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/#/access?can=euiccs%3Alocalize`);
    await page.waitForTimeout(500);
    await movePointerAway(page);
  });
  await shots.captureExtremes(page, 'access');
  await shots.capture(page, 'sign-in-ended', async () => {
    simulator.control.revokeTokens({ refreshTokens: true });
    simulator.control.dropStreams('reset');
    await waitForSignal(page, 'Sign-in needed');
    await movePointerAway(page);
  });
}

async function captureProfileEditor(page: Page, shots: Screenshots, { simulator }: Service): Promise<void> {
  await settings(page).click();
  await shots.capture(page, 'settings-delete', async () => {
    await button(page, /^Delete/).click();
    await page.waitForTimeout(300);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'settings-rules', async () => {
    await button(page, 'Edit the page rules').click();
    await page.waitForTimeout(300);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'settings-new', async () => {
    await page.getByRole('link', { name: 'New profile' }).click();
    await movePointerAway(page);
  });
  await shots.capture(page, 'settings-wrong', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Acme Nordics');
    await page
      .getByLabel('Base address', { exact: true })
      .fill('api.acme.example/iot-connect/subscription-inventory/v2/search');
    await page.getByLabel('Events address', { exact: true }).fill(`${simulator.profile.eventsUrl}/connect/subscribe`);
    await page
      .getByLabel('Sign-in address', { exact: true })
      .fill('https://auth.acme.example/auth/realms/iot/protocol');
    await page.getByLabel('Client id', { exact: true }).focus();
    await page.getByLabel('Name', { exact: true }).focus();
    await movePointerAway(page);
  });
}

async function captureClientSecret(page: Page, shots: Screenshots): Promise<void> {
  await shots.capture(page, 'settings-secret', async () => {
    await waitForSignal(page, 'Sign-in needed');
    await page.getByRole('banner').getByRole('button', { name: 'Enter the client secret' }).click();
    await page.getByLabel('Client secret').fill('not the secret');
    await movePointerAway(page);
  });
  await shots.capture(page, 'settings-test-failed', async () => {
    await button(page, /^Test/).click();
    await waitForText(page, /^Tested/, 60_000);
    await movePointerAway(page);
  });
}

async function twoProfiles(browser: Browser, shots: Screenshots): Promise<void> {
  await withService(SERVICE, PROFILE, async (service) => {
    const second = await startSimulator(SERVICE);
    try {
      const vault = await vaultArgs(service);
      const { workplace, profile } = service;
      const given = workplace.run(['secret', 'set', '--profile', profile, '--data-dir', workplace.dataDir, ...vault]);
      given.process.stdin?.end(service.simulator.clients.basic.clientSecret);
      await given.exit;
      const other = await personProfile({ ...service, simulator: second }, { name: 'Acme Nordics' });
      // Opening a profile once keeps it. The next host then opens both.
      for (const stored of [profile, other])
        await withHost(browser, workplace, { args: [...vault, '--profile', stored] }, async () => undefined);
      await withHost(browser, workplace, { args: vault }, async ({ page }) => {
        const list = page.getByRole('list', { name: 'Watched profiles' });
        await shots.capture(page, 'two-profiles-worst', async () => {
          await list.getByRole('button', { name: /Acme Europe/ }).click();
          await list.getByRole('button', { name: /Sign-in needed/ }).waitFor();
          await movePointerAway(page);
        });
        await list.getByRole('button', { name: /Acme Nordics/ }).click();
        await signInWith(page, page.getByRole('banner').getByRole('button', { name: 'Sign in' }));
        await shots.capture(page, 'two-profiles', async () => {
          await waitForSignal(page, 'Watching');
          await movePointerAway(page);
        });
      });
    } finally {
      await second.stop();
    }
  });
}
