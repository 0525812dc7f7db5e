/**
 * Tests a personal sign-in that several processes share, or that one dies during, against the issuer of the simulator.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createGrants } from '../../src-main/adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { createSecretBindings } from '../../src-main/adapters/sign-in/secret-bindings.ts';
import { createKeyFileKeys } from '../../src-main/adapters/vault/key-file.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { someProfile } from '../doubles/profile.ts';
import { renewal } from './renewal.ts';
import { simulatorForTest } from '../fixtures/consumer.ts';
import { PlainBrowser } from '../simulator/plain-browser.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const CHILD = new URL('renewing-child.ts', import.meta.url).pathname;
const never = new AbortController().signal;

/** Signs in a user. Every process of this computer finds the stored grant. */
async function signedIn() {
  const folder = temporaryDirectory();
  const simulator = await simulatorForTest();
  const { clientId } = simulator.clients.browser;
  const profile: ConnectionProfile = { ...someProfile, ...simulator.profile, flow: 'authorizationCode', clientId };
  writeFileSync(join(folder, 'profile.json'), JSON.stringify(profile));
  writeFileSync(join(folder, 'key'), 'k'.repeat(32), { mode: 0o600 });
  const issuer = createOpenidTokenIssuer({ network: createNetwork({ env: {} }) });
  const redirectUri = 'http://127.0.0.1:49152/callback';
  const authorization = await issuer.authorization({ profile, clientSecret: null, redirectUri, state: 's' });
  const browser = new PlainBrowser(simulator.origin);
  const login = await browser.go(authorization.address);
  const { url } = await browser.go(login.url, { username: 'olivia', password: 'practice-operator', choice: 'sign-in' });
  const { as, accessToken, refreshToken } = await authorization.exchange(new URL(url), never);
  const vault = createVault({
    keys: createKeyFileKeys(join(folder, 'key')),
    directoryOf: (id) => join(folder, 'profiles', id),
  });
  onTestFinished(() => vault.close());
  const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(folder) });
  const grant = { as, accessToken, accessTokenEndsAt: Date.now() + 1_000, refreshToken, since: Date.now() };
  await grants.giveGrant(profile, grant, 'store', never);
  const before = simulator.control.counters().token;
  return {
    folder,
    first: accessToken,
    storedGrant: () => grants.of(profile).read(never),
    requests: () => simulator.control.counters().token - before,
  };
}

/** Starts a process that reads the grant and then waits until `goOn` is called. */
async function aProcess(folder: string, how = 'live') {
  const child: ChildProcess = spawn(process.execPath, [CHILD, folder, how], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('no output');
  const lines: AsyncIterator<string[]> = on(createInterface(child.stdout), 'line', { close: ['close'] });
  const line = async () => {
    const { value, done } = (await lines.next()) as IteratorResult<string[], undefined>;
    return done === true ? null : value[0];
  };
  await line();
  return {
    goOn: async () => {
      child.stdin?.write('go\n');
      return line();
    },
  };
}

test('[SIGN-5] processes that need the next token at the same time make one request, and all get the token', async () => {
  const { folder, first, requests, storedGrant } = await signedIn();
  const processes = await Promise.all([1, 2].map(() => aProcess(folder)));
  const here = renewal({ folder, ready: () => Promise.resolve() });
  const tokens = await Promise.all([here, ...processes.map(({ goOn }) => goOn())]);
  const now = await storedGrant();
  expect([requests(), new Set(tokens).size, tokens[0] === first]).toEqual([1, 1, false]);
  expect(now).toMatchObject({ kind: 'authorization-code', current: { accessToken: tokens[0] } });
});

test('[SIGN-5] a process that dies between the answer and the write costs one sign-in and causes no loop', async () => {
  const { folder, requests, storedGrant } = await signedIn();
  const dying = await aProcess(folder, 'die');
  const before = await storedGrant();
  expect([await dying.goOn(), requests(), await storedGrant()]).toEqual([null, 1, before]);
  // The stored refresh token is spent. The next renewal finds that out, once.
  const next = () => renewal({ folder, ready: () => Promise.resolve() });
  const ended = { profile: someProfile.name, problem: 'ended' };
  expect([await next(), requests()]).toEqual([`SIGNED_OUT ${JSON.stringify(ended)}`, 2]);
  expect([await next(), requests(), await storedGrant()]).toEqual([
    'SIGNED_OUT',
    2,
    { kind: 'none', why: { code: 'SIGNED_OUT', facts: ended } },
  ]);
});
