/** Tests the sign-in in the real browser with the real product: both flows, and every way in which a sign-in fails. */
import type { Page } from '@playwright/test';
import { expect, signal } from './page.ts';
import { atIssuer, heardBy, issuerTab, readStoredGrant, signInFromBar, test } from './sign-in-fixtures.ts';

const settings = (page: Page) => page.getByRole('link', { name: 'Settings', exact: true });
const signIn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true });

test('[AUTHOR-1] a user signs in in a tab whose address has no parameters, watches immediately, and is still signed in and verified after a restart', async ({
  page,
  simulator,
  vault,
  profileOf,
  start,
}) => {
  const { command, link } = await start([...vault, '--profile', await profileOf(simulator, 'person')]);
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Sign-in needed/);
  const tab = await issuerTab(page, page.getByRole('banner').getByRole('button', { name: 'Sign in' }));
  const callbacks: string[] = [];
  tab.on('request', (request) => {
    if (request.url().includes('/callback')) callbacks.push(request.url());
  });
  await atIssuer(tab, 'sign-in');
  await expect(tab.getByText(/signed in/i).first()).toBeVisible();
  expect(new URL(tab.url()).search).toBe('');
  expect(await tab.evaluate(() => document.referrer)).not.toContain('code=');
  // The callback is not in the history of the tab, so Back does not send the code again.
  const [callback = ''] = callbacks;
  expect(callback).toContain('code=');
  await expect(signal(page)).toHaveText(/Watching/);
  await expect
    .poll(() =>
      fetch(callback).then(
        (answer) => answer.status,
        () => 'closed',
      ),
    )
    .toBe('closed');
  await settings(page).click();
  await expect(page.getByText(/olivia\s+since .*, stored in the vault/)).toBeVisible();
  await command.stop();

  const asked = simulator.control.counters().authorize;
  const { link: again } = await start([...vault]);
  await page.goto(again);
  await expect(signal(page)).toHaveText(/Watching/);
  expect(simulator.control.counters().authorize).toBe(asked);
  await page.evaluate(() => (window.location.hash = '#/settings?part=appearance'));
  await expect(page.getByText('have the name of the sign-in instead')).toContainText('olivia (verified)');
});

test(
  'a sign-in that is cancelled, denied or answered with another state has no effect, and the next one succeeds',
  { tag: '@long' },
  async ({ page, simulator, vault, profileOf, start }) => {
    const { link } = await start([...vault, '--profile', await profileOf(simulator, 'person')]);
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Sign-in needed/);
    await settings(page).click();
    const waiting = page.getByText('Waiting for you in the browser');
    const givenUp = await issuerTab(page, signIn(page));
    await expect(waiting).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await expect(waiting).toBeHidden();
    await atIssuer(givenUp, 'sign-in').catch(() => undefined);
    await expect(signal(page)).toHaveText(/Sign-in needed/);
    expect(simulator.control.counters().token).toBe(0);
    await givenUp.close();
    // The issuer still has a session for this browser.
    await page.context().clearCookies({ name: /^_/ });

    const cancelled = await issuerTab(page, signIn(page));
    await expect(waiting).toBeVisible();
    await atIssuer(cancelled, 'cancel');
    await expect(page.getByText(/denied|refused|cancelled/i).first()).toBeVisible();
    await cancelled.close();

    const wanted = page.context().waitForEvent('request', (request) => request.url().includes('redirect_uri='));
    const tab = await issuerTab(
      page,
      page
        .getByRole('main')
        .getByRole('button', { name: /^Sign in/ })
        .first(),
    );
    const redirect = new URL((await wanted).url()).searchParams.get('redirect_uri') ?? '';
    const stranger = await fetch(`${redirect}?code=stolen&state=another`, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([400, null]);
    await atIssuer(tab, 'sign-in');
    await expect(signal(page)).toHaveText(/Watching/);
    // The host requested no token for the code of the stranger.
    expect(simulator.control.counters().token).toBe(1);
  },
);

test(
  'a revoked token is renewed by one request, and an outage of the issuer ends no sign-in, so neither needs a user',
  { tag: '@long' },
  async ({ page, simulator, vault, profileOf, start }) => {
    const { link } = await start([...vault, '--profile', await profileOf(simulator, 'person')]);
    await page.goto(link);
    await signInFromBar(page);
    const { token, authorize } = simulator.control.counters();
    simulator.control.revokeTokens();
    simulator.control.dropStreams('reset');
    await expect.poll(() => simulator.control.counters().token).toBe(token + 1);
    await expect.poll(() => simulator.control.subscribers().length).toBe(1);
    await expect(signal(page)).toHaveText(/Watching/);
    expect(simulator.control.counters()).toMatchObject({ token: token + 1, authorize });

    const outage = simulator.control.planFault({ endpoint: 'token', times: 'forever', answer: { status: 503 } });
    simulator.control.revokeTokens();
    simulator.control.dropStreams('reset');
    await expect(signal(page)).toHaveText(/Reconnecting|Blind/);
    simulator.control.forgetFaultPlan(outage);
    await expect(signal(page)).toHaveText(/Watching/);
  },
);

test(
  'a sign-in that the issuer has ended needs a user, shows since when, and is repaired with one click',
  { tag: '@long' },
  async ({ page, simulator, vault, profileOf, start }) => {
    const { link } = await start([...vault, '--profile', await profileOf(simulator, 'person')]);
    await page.goto(link);
    await signInFromBar(page);
    simulator.control.revokeTokens({ refreshTokens: true });
    simulator.control.dropStreams('reset');
    await expect(signal(page)).toHaveText(/Sign-in needed/);
    await expect(page.getByRole('banner')).toContainText(/since .*\d+ s/);
    // Stored events can still be read.
    await expect(page.getByRole('grid', { name: 'Events, newest first' }).locator('tbody tr').first()).toBeVisible();
    const asked = simulator.control.counters().token;
    await signInFromBar(page);
    expect(simulator.control.counters().token).toBe(asked + 1);
  },
);

test('[LEAK-3] a refresh token that was copied and used elsewhere ends the sign-in for both, and the page never received it', async ({
  page,
  workplace,
  simulator,
  vault,
  profileOf,
  start,
}) => {
  const { link } = await start([...vault, '--profile', await profileOf(simulator, 'person')]);
  const heard = heardBy(page);
  await page.goto(link);
  await signInFromBar(page);
  const { refreshToken, accessToken } = await readStoredGrant(workplace, vault);
  const stolen = await fetch(
    `${simulator.profile.authUrl}/auth/realms/${simulator.profile.realm}/protocol/openid-connect/token`,
    {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken ?? '',
        client_id: simulator.clients.browser.clientId,
      }),
    },
  );
  expect(stolen.status).toBe(200);
  // The next renewal uses the same token a second time, so the issuer ends the grant for both.
  simulator.control.revokeTokens();
  simulator.control.dropStreams('reset');
  await expect(signal(page)).toHaveText(/Sign-in needed/);
  const asked = simulator.control.counters().token;
  await signInFromBar(page);
  expect(simulator.control.counters().token).toBe(asked + 1);
  // The page received the name of the user, but no token.
  expect(heard.text).toContain('"as":"olivia"');
  expect([refreshToken, accessToken].filter((secret) => heard.text.includes(secret ?? ''))).toEqual([]);
});

test(
  'a client secret is typed once and is in no field afterwards, and a wrong one is requested again',
  { tag: '@long' },
  async ({ page, simulator, vault, profileOf, start }) => {
    const { link } = await start([...vault, '--profile', await profileOf(simulator, 'client')]);
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Sign-in needed/);
    await page.getByRole('banner').getByRole('button', { name: 'Enter the client secret' }).click();
    const field = page.getByLabel('Client secret');
    await expect(field).toBeFocused();
    await field.fill('wrong');
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await expect.poll(() => simulator.control.counters().token).toBe(1);
    await expect(signal(page)).toHaveText(/Sign-in needed/);
    await field.fill(simulator.clients.basic.clientSecret);
    await field.press('Enter');
    await expect(signal(page)).toHaveText(/Watching/);
    await expect(field).toHaveValue('');
    await expect(page.getByText('Stored in the vault')).toBeVisible();
    const shown = await page.evaluate(
      () =>
        document.documentElement.outerHTML +
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(shown).not.toContain(simulator.clients.basic.clientSecret);
  },
);
