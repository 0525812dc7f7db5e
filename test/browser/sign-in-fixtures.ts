/**
 * Fixtures for journeys with a sign-in: a simulated service, a vault without a keychain, and the user at the page of
 * the issuer.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { createKeyFileKeys } from '../../src-main/adapters/vault/key-file.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { parseGrant } from '../../src-main/adapters/sign-in/stored-secrets.ts';
import type { PersonalGrant } from '../../src-main/core/ports/grants.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { Workplace } from '../support/command.ts';
import { expect, signal, test as base } from './page.ts';

type Flow = 'person' | 'client';

/** Watchfloor is blind after 25 s without a heartbeat, which is longer than any pause of a busy machine. */
export const HEARTBEAT_SECONDS = 10;
const SERVICE = { scenario: 'none', subscriptions: 1_000, timeScale: 3 };

interface SignInFixtures {
  simulator: Simulator;
  /** Another service, with its own stream. */
  second: Simulator;
  /** The host keeps secrets in a vault with a key file, so that no test touches the keychain of this computer. */
  vault: readonly string[];
  /** Writes a profile file with either flow for a service. */
  profileOf: (simulator: Simulator, flow: Flow, changes?: Record<string, unknown>) => Promise<string>;
}

export const test = base.extend<SignInFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  simulator: async ({}, use) => withSimulator(use),
  // oxlint-disable-next-line no-empty-pattern -- as above
  second: async ({}, use) => withSimulator(use),
  vault: async ({ workplace }, use) => {
    const path = join(workplace.folder, 'vault-key');
    await writeFile(path, 'a key of at least thirty-two characters, for a test', { mode: 0o600 });
    await use(['--vault-key-file', path]);
  },
  profileOf: async ({ workplace }, use) => {
    await use((simulator, flow, changes = {}) =>
      workplace.profile(simulator, {
        name: 'Acme Europe',
        heartbeatSeconds: HEARTBEAT_SECONDS,
        ...(flow === 'person'
          ? { flow: 'authorizationCode', clientId: simulator.clients.browser.clientId }
          : { flow: 'clientCredentials', clientId: simulator.clients.basic.clientId }),
        ...changes,
      }),
    );
  },
});

async function withSimulator(use: (simulator: Simulator) => Promise<void>): Promise<void> {
  const simulator = await startSimulator(SERVICE);
  await use(simulator);
  await simulator.stop();
}

/** Acts as the user at the page of the issuer. */
export async function atIssuer(tab: Page, what: 'sign-in' | 'cancel', user = 'olivia'): Promise<void> {
  if (what === 'cancel') return tab.getByRole('button', { name: 'Cancel' }).click();
  await tab.getByLabel('User name').fill(user);
  await tab.getByLabel('Password').fill(user === 'olivia' ? 'practice-operator' : 'practice-watcher');
  await tab.getByRole('button', { name: 'Sign in' }).click();
}

/** Presses the button that starts a sign-in, and returns the tab that the page opens. */
export async function issuerTab(page: Page, press: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press.click()]);
  return tab;
}

/** Completes the sign-in that the bar offers. */
export async function signInFromBar(page: Page, user = 'olivia'): Promise<void> {
  await expect(signal(page)).toHaveText(/Sign-in needed/);
  const tab = await issuerTab(page, page.getByRole('banner').getByRole('button', { name: 'Sign in' }));
  await atIssuer(tab, 'sign-in', user);
  await expect(tab.getByText(/signed in/i).first()).toBeVisible();
  await tab.close();
  await expect(signal(page)).toHaveText(/Watching/);
}

/** Records everything that the page receives over its socket from now on, as text. */
export function heardBy(page: Page): { readonly text: string } {
  const heard = { text: '' };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      heard.text += payload.toString();
    }),
  );
  return heard;
}

/** Reads the sealed grant of the only signed-in profile, as a thief with the key file could. */
export async function readStoredGrant(
  workplace: Workplace,
  [, keyFile = '']: readonly string[],
): Promise<PersonalGrant> {
  const profiles = join(workplace.dataDir, 'profiles');
  const [id] = await readdir(profiles);
  const vault = createVault({ keys: createKeyFileKeys(keyFile), directoryOf: (profile) => join(profiles, profile) });
  const entry = await vault.read(profileIdSchema.parse(id), 'grant', AbortSignal.timeout(5_000));
  await vault.close();
  const grant = entry === null ? null : (parseGrant(entry.text)?.grant ?? null);
  if (grant === null) throw new Error('nobody is signed in');
  return grant;
}
