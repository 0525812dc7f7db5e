/**
 * Tests what an injected script could do in a page, over the API socket of a real backend with a real vault, service
 * and files.
 */
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OpenedApplication, openApplication } from '../../../src-main/hosts/compose.ts';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ProfileInput } from '../../../src-shared/domain/profile/profile.ts';
import { type Simulator, startSimulator } from '../../../src-simulator/simulator.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { type CanaryPage, openCanaryPage } from './canary-page.ts';
import { listening } from '../../fixtures/loopback.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { buildPage, type BuiltPageFolder } from './built-page.ts';
import { RecordingLog } from './recording-log.ts';

const STARTS_MS = 30_000;

function thief() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('end', () => {
      received.push(`${request.url ?? ''} ${request.headers.authorization ?? ''} ${Buffer.concat(body).toString()}`);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_request"}');
    });
  });
  return { server, received, secrets: () => received.filter((one) => /basic |bearer |secret/i.test(one)) };
}

let folder: string;
let service: Simulator;
let page: BuiltPageFolder;
let opened: OpenedApplication;
let host: WebHost;
let tab: CanaryPage;
let evil: ReturnType<typeof thief>;
let address: string;
let secretFile: string;
let victimFile: string;

beforeEach(async () => {
  folder = temporaryDirectory();
  [secretFile, victimFile] = [join(folder, 'secret'), join(folder, 'victim')];
  writeFileSync(join(folder, 'key'), 'a key that nobody guesses, for tests alone', { mode: 0o600 });
  writeFileSync(victimFile, 'VICTIM-ONE-LINE-SECRET', { mode: 0o600 });
  service = await startSimulator({ scenario: 'none', subscriptions: 1_000, seed: 1 });
  writeFileSync(secretFile, service.clients.basic.clientSecret, { mode: 0o600 });
  evil = thief();
  address = `http://127.0.0.1:${(await listening(evil.server)).port}`;
  page = await buildPage();
});
afterEach(async () => {
  await tab.close();
  await host.stop();
  await opened.stop();
  await Promise.all([service.stop(), page.remove()]);
});

/**
 * @param profileFile as on the command line
 * @param secret from the environment
 */
async function start(profileFile?: string, secret?: string): Promise<void> {
  opened = await openApplication({
    dataDir: join(folder, 'data'),
    vaultKeyFile: join(folder, 'key'),
    openDatabases: inThreadDatabases,
    ...(profileFile === undefined ? {} : { profile: profileFile }),
    environment: secret === undefined ? {} : { WATCHFLOOR_CLIENT_SECRET: secret },
  });
  host = await startWebHost({
    port: 0,
    application: opened.application,
    exports: { read: async () => null },
    rendererDirectory: page.directory,
    clock: opened.clock,
    log: new RecordingLog(),
    onLaunchLink: () => undefined,
  });
  tab = await openCanaryPage(host.launchUrl);
}

const typed = (part: Partial<ProfileInput> = {}): ProfileInput => ({
  name: 'Acme',
  ...service.profile,
  clientId: service.clients.basic.clientId,
  flow: 'clientCredentials',
  ...part,
});
async function startWithFile(part: Partial<ProfileInput>, secret?: string): Promise<ProfileId> {
  const path = join(folder, 'profile.json');
  writeFileSync(path, JSON.stringify(typed({ id: 'acme-0001', ...part })));
  await start(path, secret);
  await isConnected();
  const { value } = await opened.application.profiles.subscribe(undefined).next();
  const id = value?.state[0]?.id;
  if (id === undefined) throw new Error('the profile of the file was not kept');
  return id;
}
const isConnected = () =>
  vi.waitFor(async () => {
    const { value } = await opened.application.snapshots(undefined).next();
    expect(value?.state.watches[0]?.stream.kind).toBe('watching');
  }, STARTS_MS);
const showsCode = (code: string) =>
  vi.waitFor(async () => {
    const { value } = await opened.application.profiles.subscribe(undefined).next();
    const signIn = value?.state[0]?.signIn;
    expect(signIn).toMatchObject({ kind: 'missing', error: { code } });
  }, STARTS_MS);
const storedProfile = (id: ProfileId) => opened.application.profiles.get(id);

describe('[LEAK-3] a page cannot name a secret file', () => {
  test('in a new profile, in a stored one, or in a connection test', async () => {
    await start();
    const profile = typed({ clientSecretFile: victimFile, authUrl: address });
    const refused = { data: { appCode: 'BAD_PROFILE', facts: { field: 'clientSecretFile' } } };
    await expect(tab.api.profiles.save.mutate({ id: null, profile })).rejects.toMatchObject(refused);
    const { id } = await tab.api.profiles.save.mutate({ id: null, profile: typed({ watchAtStart: false }) });
    await expect(tab.api.profiles.save.mutate({ id, profile })).rejects.toMatchObject(refused);
    const tested = await testOf(id, profile);
    expect(tested).toMatchObject(refused);
    expect(evil.received).toEqual([]);
  });

  test('and a file that the command line named is not read for another address', async () => {
    const id = await startWithFile({ clientSecretFile: 'secret' });
    const before = await storedProfile(id);
    expect(before.clientSecretFile).toBe(secretFile);
    await tab.api.profiles.save.mutate({ id, profile: { ...before, name: 'Renamed' } });
    for (const part of [{ authUrl: address }, { eventsUrl: address }, { baseUrl: address }, { realm: 'other' }])
      await expect(tab.api.profiles.save.mutate({ id, profile: { ...before, ...part } })).rejects.toMatchObject({
        data: { appCode: 'BAD_PROFILE', facts: { field: 'clientSecretFile' } },
      });
    const { clientSecretFile: _, ...without } = before;
    await tab.api.profiles.save.mutate({ id, profile: { ...without, authUrl: address, eventsUrl: address } });
    await showsCode('NO_SECRET');
    expect(evil.received).toEqual([]);
  });
});

describe('[SIGN-1] an address that the page changes gets no secret and no token until the secret is entered again', () => {
  test.each(['authUrl', 'eventsUrl'] as const)(
    'if the page changes %s and the secret is in the vault',
    async (field) => {
      await start();
      const { id } = await tab.api.profiles.save.mutate({ id: null, profile: typed() });
      await tab.api.signIn.setSecret.mutate({ id, secret: service.clients.basic.clientSecret, keep: 'store' });
      await tab.api.profiles.watch.mutate({ id });
      await isConnected();
      const before = await storedProfile(id);
      const moved =
        field === 'authUrl' ? { ...before, authUrl: address } : { ...before, eventsUrl: address, baseUrl: address };
      await testOf(id, moved);
      await tab.api.profiles.save.mutate({ id, profile: moved });
      await showsCode('SECRET_BOUND');
      expect(evil.secrets()).toEqual([]);
      await tab.api.signIn.setSecret.mutate({ id, secret: service.clients.basic.clientSecret, keep: 'store' });
      // A user who enters the secret again accepts the new address.
      await vi.waitFor(() => expect(evil.secrets().length).toBeGreaterThan(0), STARTS_MS);
    },
  );

  test('if the secret is from the environment, in whatever way the page changes the address', async () => {
    const id = await startWithFile({}, service.clients.basic.clientSecret);
    const before = await storedProfile(id);
    await tab.api.profiles.save.mutate({ id, profile: { ...before, eventsUrl: address } });
    await showsCode('SECRET_BOUND');
    const { id: other } = await tab.api.profiles.save.mutate({
      id: null,
      profile: typed({ eventsUrl: address, name: 'B' }),
    });
    await tab.api.profiles.watch.mutate({ id: other });
    await tab.api.profiles.remove.mutate({ id, events: false });
    const again = await tab.api.profiles.save.mutate({ id: null, profile: { ...before, eventsUrl: address } });
    await tab.api.profiles.watch.mutate({ id: again.id });
    await vi.waitFor(async () => {
      const { value } = await opened.application.profiles.subscribe(undefined).next();
      const states = value?.state.filter(({ practice }) => !practice).map(({ signIn }) => signIn);
      expect(states).toMatchObject([{ kind: 'missing' }, { kind: 'missing' }]);
    }, STARTS_MS);
    expect(evil.secrets()).toEqual([]);
  });
});

describe('[SAFE-1] a profile cannot name a file on another computer', () => {
  const paths = [
    String.raw`\\host\share\x.pem`,
    '//host/share/x.pem',
    String.raw`/\host\share\x.pem`,
    String.raw`\/host/share`,
    String.raw`\\?\UNC\host\share\x.pem`,
    String.raw`\\.\pipe\x`,
    String.raw`\??\UNC\host\share\x.pem`,
    'file://host/share/x.pem',
    'smb://host/share/x.pem',
    ' //host/share/x.pem',
  ];
  test('in the page or in a connection test', async () => {
    await start();
    const { id } = await tab.api.profiles.save.mutate({ id: null, profile: typed({ watchAtStart: false }) });
    for (const caFile of paths) {
      const refused = { data: { appCode: 'BAD_PROFILE', facts: { field: 'caFile' } } };
      await expect(tab.api.profiles.save.mutate({ id, profile: typed({ caFile }) })).rejects.toMatchObject(refused);
      expect(await testOf(id, typed({ caFile }))).toMatchObject(refused);
    }
  });
});

function testOf(id: ProfileId | null, profile: ProfileInput): Promise<unknown> {
  return new Promise((resolve) => {
    tab.api.connectionTest.run.subscribe(
      { id, profile, secret: null },
      { onError: resolve, onComplete: () => resolve(null) },
    );
  });
}
