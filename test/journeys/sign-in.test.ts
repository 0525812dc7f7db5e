import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFastClock } from '../doubles/fast-clock.ts';
import { PlainBrowser } from '../simulator/plain-browser.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const olivia = { username: 'olivia', password: 'practice-operator', choice: 'sign-in' };
/** Speeds the clock up, because a collector looks for a sign-in only every 10 s. */
const SPEED = 10;
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', WATCHFLOOR_CLIENT_SECRET: '' };

async function person(changes: Record<string, unknown> = {}) {
  const { workplace, simulator } = service;
  const keyFile = join(workplace.folder, 'key');
  await writeFile(keyFile, 'k'.repeat(40), { mode: 0o600 });
  const clientId = simulator.clients.browser.clientId;
  // The service sends a heartbeat every 30 s, during which this clock runs for 5 min.
  const heartbeatSeconds = 30 * SPEED;
  const profile = await workplace.profile(simulator, {
    flow: 'authorizationCode',
    clientId,
    heartbeatSeconds,
    ...changes,
  });
  const at = ['--profile', profile, '--data-dir', workplace.dataDir, '--vault-key-file', keyFile];
  const argsOf = (command: string, more: readonly string[]) => [...command.split(' '), ...at, ...more];
  const run = (command: string, ...more: string[]) => workplace.runInProcess(argsOf(command, more), NO_KEYCHAIN);
  const collect = () => workplace.runInProcess(argsOf('collect', []), NO_KEYCHAIN, '', createFastClock(SPEED));
  /**
   * Signs in as an operator in a browser.
   * @param form fields to enter on the page of the issuer
   */
  const signIn = async (form: Record<string, string>) => {
    const command = run('sign-in', '--no-open');
    const [, address = ''] = await command.waitForText(/^Open: (\S+)$/m);
    const browser = new PlainBrowser(simulator.origin);
    const login = await browser.go(address);
    const back = await browser.go(login.url, form);
    const shown = await (await fetch(back.url)).text();
    return { code: await command.exit, command, shown };
  };
  const giveSecret = (secret: string) => workplace.runInProcess(argsOf('secret set', []), NO_KEYCHAIN, secret).exit;
  return { run, collect, signIn, giveSecret };
}

test('[SIGN-21] keeps a sign-in for the collector, and ends it with sign-out', async () => {
  const { run, signIn } = await person();
  const without = run('collect');
  expect([await without.exit, without.stderr]).toEqual([2, expect.stringContaining('"Journey"')]);

  const { code, command, shown } = await signIn(olivia);
  expect([code, command.stdout, command.stderr, shown]).toEqual([
    0,
    expect.stringMatching(/^Open: http:\/\/127\.0\.0\.1:\d+\/auth\S+\n$/),
    expect.stringMatching(/Signed in to Journey as olivia\.\n$/),
    expect.stringContaining('<h1>Signed in</h1>'),
  ]);

  const before = service.simulator.control.counters();
  const collector = run('collect');
  await collector.waitForText(/Watching/);
  // The stored access token is still valid, so the collector requests no other.
  expect(service.simulator.control.counters().token).toBe(before.token);
  expect(await collector.stop()).toBe(0);

  const out = run('sign-out');
  expect([await out.exit, out.stdout]).toEqual([0, 'Signed out here and at the issuer.\n']);
  const again = run('sign-out');
  expect([await again.exit, again.stdout]).toEqual([0, 'Not signed in here.\n']);
  const after = run('collect');
  expect(await after.exit).toBe(2);
});

test('[SIGN-21] a collector whose sign-in was ended by the issuer waits, and continues by itself after the next sign-in', async () => {
  const { collect, signIn } = await person();
  await signIn(olivia);
  const { control } = service.simulator;
  const collector = collect();
  await collector.waitForText(/Watching/);
  control.revokeTokens({ refreshTokens: true });
  control.dropStreams('end');
  await collector.waitForText(/The issuer has ended the sign-in of "Journey"/);
  const { token } = control.counters();
  await signIn(olivia);
  await expect.poll(() => control.subscribers()).toHaveLength(1);
  // The command sent one token request for its code. The waiting collector sent none.
  expect(control.counters().token).toBe(token + 1);
  expect(await collector.stop()).toBe(0);
});

test('[SIGN-21] reports a denied and a cancelled sign-in, and keeps nothing', async () => {
  const { run, signIn } = await person();
  const denied = await signIn({ choice: 'cancel' });
  expect([denied.code, denied.command.stderr, denied.shown]).toEqual([
    1,
    expect.stringContaining("was denied at the issuer's page (access_denied)"),
    expect.stringContaining('<h1>Not signed in</h1>'),
  ]);
  const givenUp = run('sign-in', '--no-open');
  await givenUp.waitForText(/^Open: /m);
  expect([await givenUp.stop(), givenUp.stderr]).toEqual([1, expect.stringContaining('was cancelled')]);
  const collector = run('collect');
  expect(await collector.exit).toBe(2);
});

test('signs in with a client that has a secret, and refuses a profile that uses only its client secret', async () => {
  const { clientId, clientSecret } = service.simulator.clients.confidential;
  const { signIn, giveSecret } = await person({ clientId });
  const without = await signIn(olivia);
  await giveSecret(clientSecret);
  const collects = await signIn(olivia);
  expect([without.code, without.command.stderr, collects.code]).toEqual([
    1,
    expect.stringContaining('send the secret as “post” instead'),
    0,
  ]);
  const clients = await person({ name: 'Clients', flow: 'clientCredentials' });
  const refused = clients.run('sign-in', '--no-open');
  expect([await refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('signs in with its client secret')]);
});

test('[LEAK-1] writes no part of a sign-in to a file in plain text', async () => {
  const { signIn } = await person();
  const { command } = await signIn(olivia);
  const state = /state=([\w-]+)/.exec(command.stdout)?.[1] ?? 'none';
  const files = (await readdir(service.workplace.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  expect(files.length).toBeGreaterThan(0);
  expect(texts.filter((text) => /olivia|eyJ|refresh/.test(text) || text.includes(state))).toEqual([]);
});
