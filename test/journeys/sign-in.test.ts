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

test('[SIGN-26] keeps a sign-in for the collector, and ends it with sign-out', async () => {
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

test('[SIGN-26] a collector whose sign-in was ended by the issuer waits, and continues by itself after the next sign-in', async () => {
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

test('[SIGN-24] a collector disconnects within 10 s after a sign-out by another command, and waits for the next sign-in', async () => {
  const { run, collect, signIn } = await person();
  await signIn(olivia);
  const { control } = service.simulator;
  const collector = collect();
  await collector.waitForText(/Watching/);
  expect(await run('sign-out').exit).toBe(0);
  await collector.waitForText(/"Journey"/);
  await expect.poll(() => control.subscribers()).toEqual([]);
  await signIn(olivia);
  await expect.poll(() => control.subscribers()).toHaveLength(1);
  expect(await collector.stop()).toBe(0);
});

test('[SIGN-26] reports a denied and a cancelled sign-in, and keeps nothing', async () => {
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

test('[SIGN-27] prints no sign-in address if the sign-in could not be kept', async () => {
  const { workplace, simulator } = service;
  const { clientId } = simulator.clients.browser;
  const profile = await workplace.profile(simulator, { flow: 'authorizationCode', clientId });
  const refused = async (dataDir: string, ...more: string[]) => {
    const command = workplace.run(
      ['sign-in', '--no-open', '--profile', profile, '--data-dir', dataDir, ...more],
      NO_KEYCHAIN,
    );
    return [await command.exit, command.stdout, command.stderr];
  };
  const keyFile = join(workplace.folder, 'key');
  await writeFile(keyFile, 'k'.repeat(40), { mode: 0o600 });
  expect([
    await refused(workplace.dataDir),
    await refused(join(profile, 'no-folder'), '--vault-key-file', keyFile),
  ]).toEqual([
    [2, '', expect.stringMatching(/^watchfloor: The keychain of this computer cannot be used/)],
    [
      2,
      '',
      expect.stringMatching(/^error: option '--data-dir <DIR>' .*no-folder' is invalid. It is a file, or is below one/),
    ],
  ]);
});

test('[SIGN-27] ends immediately if the issuer cannot be reached', async () => {
  const { run } = await person({ authUrl: 'http://127.0.0.1:1' });
  const command = run('sign-in', '--no-open');
  expect([await command.exit, command.stdout, command.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(
      /^watchfloor: Nothing listens at the sign-in address \(127\.0\.0\.1:1\) \(ECONNREFUSED\)\. Check the port of the sign-in address/,
    ),
  ]);
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

test('[SIGN-17] writes no part of a sign-in to a file in plain text', async () => {
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
