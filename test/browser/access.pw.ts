/**
 * Tests the rights of a token and the parts that rules hide, in the real browser with the real product and its issuer.
 */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, signal } from './page.ts';
import { signInFromBar, test } from './sign-in-fixtures.ts';

const RULES = [
  {
    hides: { kind: 'screen', screen: 'coverage' },
    needs: { kind: 'permission', resource: 'subscription-inventory', permission: 'search' },
  },
  { hides: { kind: 'action', action: 'export-events' }, needs: { kind: 'solution', name: 'EUICC_LOCALIZATION' } },
];
const coverage = (page: Page) => page.getByRole('link', { name: 'Coverage', exact: true });
const verdict = (page: Page) => page.getByRole('region', { name: 'Can this token …?' }).getByRole('status');

async function ask(page: Page, permission: string, resource: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Permission' }).fill(permission);
  await page.getByRole('combobox', { name: 'Resource' }).fill(resource);
}

test('[ACCESS-4] a watcher does not get the parts that rules hide and sees why; an operator gets all of them', async ({
  page,
  simulator,
  vault,
  profileOf,
  start,
  complaints,
}) => {
  const profile = await profileOf(simulator, 'person', { pageRules: RULES });
  const { link } = await start([...vault, '--profile', profile]);
  await page.goto(link);
  // The rights are unknown before a sign-in, so nothing is hidden.
  await expect(signal(page)).toHaveText(/Sign-in needed/);
  await expect(coverage(page)).toBeVisible();

  await signInFromBar(page, 'walter');
  await expect(coverage(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: 'Access', exact: true }).click();
  await ask(page, 'localize', 'euiccs');
  await expect(verdict(page)).toHaveText(/^No/);
  await expect(page.getByText('NOTIFICATION_WATCHER', { exact: true })).toBeVisible();
  const hidden = page.getByRole('region', { name: /^Hidden or limited here/ });
  await expect(hidden.getByRole('listitem')).toHaveText([
    'Coveragethe screen is not in the railneeds permission subscription-inventory:searchShow anyway',
    'Export eventsis hiddenneeds solution EUICC_LOCALIZATIONShow anyway',
  ]);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const signOut = page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true });
  await signOut.click();
  await expect(page.getByText('This also stops watching.')).toBeVisible();
  await signOut.click();
  // Another person uses this browser.
  await page.context().clearCookies({ name: /^_/ });
  await signInFromBar(page, 'olivia');
  await expect(coverage(page)).toBeVisible();
  await page.goBack();
  await expect(verdict(page)).toHaveText(/^Yes/);
  await expect(hidden).toHaveText(/the token has all rights that its rules need/);
  expect(complaints).toEqual([]);
});
