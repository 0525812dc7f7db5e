/**
 * Tests profiles in the real browser with the real product: set up, changed, exported, switched, and several at the
 * same time.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import type { Page } from '@playwright/test';
import { expect, timelineRows, signal } from './page.ts';
import { HEARTBEAT_SECONDS, signInFromBar, test } from './sign-in-fixtures.ts';

const underWatch = (page: Page) => page.getByRole('list', { name: 'Watched profiles' });
const settings = (page: Page) => page.getByRole('link', { name: 'Settings', exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).last();

async function fillIn(page: Page, simulator: Simulator, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Base address', { exact: true }).fill(simulator.profile.baseUrl);
  await page.getByLabel('Events address', { exact: true }).fill(`${simulator.profile.eventsUrl}/connect/subscribe`);
  await page
    .getByLabel('Sign-in address', { exact: true })
    .fill(`${simulator.profile.authUrl}/auth/realms/iot/protocol/openid-connect/token`);
  await page.getByLabel('Realm', { exact: true }).fill(simulator.profile.realm);
}

test('a user sets up and watches a profile on the page alone, with pasted addresses and a typed secret', async ({
  page,
  simulator,
  vault,
  workplace,
  start,
  complaints,
}) => {
  const { link } = await start([...vault]);
  await page.goto(link);
  await page.getByText('Set up a profile').click();
  await fillIn(page, simulator, 'Acme Europe');
  await page.getByRole('button', { name: 'As a client, with a secret' }).click();
  await page.getByLabel('Client id', { exact: true }).fill(simulator.clients.basic.clientId);
  await page.getByLabel('Heartbeat', { exact: true }).fill(String(HEARTBEAT_SECONDS));
  await page.getByLabel('Client secret').fill(simulator.clients.basic.clientSecret);
  await expect(page.getByText(/\/.* removed/).first()).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Stored in the vault').first()).toBeVisible();
  await expect(signal(page)).toHaveText(/Watching/);

  const [id] = await readdir(join(workplace.dataDir, 'profiles'));
  const kept = await readFile(join(workplace.dataDir, 'profiles', id ?? '', 'profile.json'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ name: 'Acme Europe', eventsUrl: simulator.profile.eventsUrl, realm: 'iot' });
  expect(kept).not.toContain('secret');
  expect(complaints).toEqual([]);
});

test(
  'two profiles are watched at the same time, each with its own stream and rows, and the worst signal leads',
  { tag: '@long' },
  async ({ page, simulator, second, vault, workplace, profileOf, start }) => {
    const first = await profileOf(simulator, 'client', { name: 'Acme Europe' });
    const given = workplace.run(['secret', 'set', '--profile', first, '--data-dir', workplace.dataDir, ...vault]);
    given.process.stdin?.end(simulator.clients.basic.clientSecret);
    expect(await given.exit).toBe(0);
    for (const profile of [first, await profileOf(second, 'person', { name: 'Acme Nordics' })]) {
      const { command } = await start([...vault, '--profile', profile]);
      await command.stop();
    }
    const { link } = await start([...vault]);
    await page.goto(link);
    await expect(underWatch(page).getByRole('listitem')).toHaveCount(2);
    await underWatch(page)
      .getByRole('button', { name: /Acme Nordics/ })
      .click();
    await signInFromBar(page);
    second.control.emit({ event: 'LOCALIZATION', id: 'of-the-second', data: '{"principal":"of-the-second"}' });
    await expect(timelineRows(page).first()).toBeVisible();

    await underWatch(page)
      .getByRole('button', { name: /Acme Europe/ })
      .click();
    await expect(underWatch(page).getByRole('button', { name: /Acme Europe/ })).toHaveAttribute('aria-pressed', 'true');
    // The issuer ends the sign-in of the other profile while this one is shown.
    second.control.revokeTokens({ refreshTokens: true });
    second.control.dropStreams('reset');
    await expect(underWatch(page).getByRole('button', { name: /Acme Nordics/ })).toContainText('Sign-in needed');
    await expect(page).toHaveTitle(/Acme Nordics|Sign-in needed/);
  },
);

test(
  'a profile is changed, exported, duplicated, deleted and read again from its file',
  { tag: '@long' },
  async ({ page, simulator, vault, profileOf, workplace, start }) => {
    const { link } = await start([...vault, '--profile', await profileOf(simulator, 'client')], {
      [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
    });
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Watching/);
    await settings(page).click();
    await page.getByLabel('Name', { exact: true }).fill('Acme of Europe');
    await save(page).click();
    await expect(underWatch(page)).toContainText('Acme of Europe');
    await expect(signal(page)).toHaveText(/Watching/);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Export/ }).click(),
    ]);
    const file = join(workplace.folder, download.suggestedFilename());
    await download.saveAs(file);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ name: 'Acme of Europe', flow: 'clientCredentials' });
    expect(text).not.toContain(simulator.clients.basic.clientSecret);

    const profiles = page.getByRole('list', { name: 'Profiles', exact: true });
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Acme of Europe copy');
    await save(page).click();
    await expect(profiles.getByRole('link', { name: /Acme of Europe copy/ })).toBeVisible();
    await expect(underWatch(page).getByRole('listitem')).toHaveCount(1);

    await profiles.getByRole('link', { name: /Acme of Europe(?! copy)/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the profile' }).click();
    await expect(profiles.getByRole('link', { name: /Acme of Europe(?! copy)/ })).toHaveCount(0);
    await expect(underWatch(page)).toBeHidden();

    await writeFile(file, text.replace('Acme of Europe', 'Acme again'));
    await page.goto(new URL('#/settings?profile=new', page.url()).href);
    // Until the address has changed, the file would fill the form of the deleted profile, which is empty, too.
    await expect(page.getByRole('heading', { name: 'New profile' })).toBeVisible();
    await page.getByLabel('Profile file').setInputFiles(file);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Acme again');
    await save(page).click();
    await page.getByRole('button', { name: 'Watch now' }).click();
    await expect(signal(page)).toHaveText(/Watching/);
    // The profile uses its earlier store again.
    await expect.poll(() => workplace.databases().length).toBe(1);
  },
);
