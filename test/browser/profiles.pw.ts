/** Profiles in the real browser with the real product: set up, changed, exchanged, switched, several at once. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import type { Page } from '@playwright/test';
import { expect, rows, signal } from './page.ts';
import { signInFromBar, test } from './watched.ts';

const underWatch = (page: Page) => page.getByRole('list', { name: 'Profiles under watch' });
const settings = (page: Page) => page.getByRole('link', { name: 'Settings', exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).last();

async function fillIn(page: Page, simulator: Simulator, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Base', { exact: true }).fill(simulator.profile.baseUrl);
  await page.getByLabel('Events', { exact: true }).fill(`${simulator.profile.eventsUrl}/connect/subscribe`);
  await page
    .getByLabel('Auth', { exact: true })
    .fill(`${simulator.profile.authUrl}/auth/realms/iot/protocol/openid-connect/token`);
  await page.getByLabel('Realm', { exact: true }).fill(simulator.profile.realm);
}

test('from nothing to watching on the page alone: full addresses pasted, a secret typed, saved', async ({
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
  await page.getByRole('radiogroup', { name: 'Sign in' }).getByText('As a client').click();
  await page.getByLabel('Client id', { exact: true }).fill(simulator.clients.basic.clientId);
  await page.getByLabel('Heartbeat', { exact: true }).fill('1');
  await page.getByLabel('Client secret').fill(simulator.clients.basic.clientSecret);
  await expect(page.getByText(/taken off/).first()).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Kept in the vault').first()).toBeVisible();
  await page.getByRole('button', { name: /Watch now/ }).click();
  await expect(signal(page)).toHaveText(/Watching/);

  const [id] = await readdir(join(workplace.dataDir, 'profiles'));
  const kept = await readFile(join(workplace.dataDir, 'profiles', id ?? '', 'profile.json'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ name: 'Acme Europe', eventsUrl: simulator.profile.eventsUrl, realm: 'iot' });
  expect(kept).not.toContain('secret');
  expect(complaints).toEqual([]);
});

test('two profiles at once: each with its own stream and rows, the worst signal leads, and switching shows the other', async ({
  page,
  simulator,
  second,
  vault,
  profileOf,
  start,
}) => {
  const first = await profileOf(simulator, 'client', { name: 'Acme Europe' });
  const { command } = await start([...vault, '--profile', first], {
    [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
  });
  await command.stop();
  const { link } = await start([...vault, '--profile', await profileOf(second, 'person', { name: 'Acme Nordics' })], {
    [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
  });
  await page.goto(link);
  await expect(underWatch(page).getByRole('listitem')).toHaveCount(2);
  await underWatch(page)
    .getByRole('button', { name: /Acme Nordics/ })
    .click();
  await signInFromBar(page);
  second.control.emit({ event: 'LOCALIZATION', id: 'of-the-second', data: '{"principal":"of-the-second"}' });
  await expect(rows(page).first()).toBeVisible();

  await underWatch(page)
    .getByRole('button', { name: /Acme Europe/ })
    .click();
  await expect(underWatch(page).getByRole('button', { name: /Acme Europe/ })).toHaveAttribute('aria-pressed', 'true');
  // The other one is ended at its issuer while this one is looked at.
  second.control.revokeTokens({ refreshTokens: true });
  second.control.dropStreams('reset');
  await expect(underWatch(page).getByRole('button', { name: /Acme Nordics/ })).toContainText('Sign-in needed');
  await expect(page).toHaveTitle(/Acme Nordics|Sign-in needed/);
});

test('a profile is changed, duplicated, exported, deleted and read again from its file', async ({
  page,
  simulator,
  vault,
  profileOf,
  workplace,
  start,
}) => {
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

  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByText('Set up a profile')).toBeVisible();
  await writeFile(file, text.replace('Acme of Europe', 'Acme again'));
});
