import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compose, type Composition, openApplication, type OpenedApplication } from '../../src-main/hosts/compose.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ConnectionReport } from '../../src-shared/api/connection-test.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { profileFileSchema, type ProfileInput } from '../../src-shared/domain/profile/profile.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';

/** The threads of a store start with its first use, which takes long on a busy machine. */
const STARTS_MS = 60_000;

let folder: string;
let services: [Simulator, Simulator];
const running: { stop(): Promise<number> }[] = [];

beforeEach(async () => {
  folder = temporaryDirectory();
  writeFileSync(join(folder, 'key'), 'a key that nobody guesses, for tests alone', { mode: 0o600 });
  const service = (seed: number) => startSimulator({ scenario: 'none', subscriptions: 1_000, seed });
  services = [await service(1), await service(2)];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await Promise.all(services.map((service) => service.stop()));
});

const surroundings = () => ({
  dataDir: join(folder, 'data'),
  vaultKeyFile: join(folder, 'key'),
  openDatabases: inThreadDatabases,
});
async function start(profile?: string): Promise<OpenedApplication> {
  const opened = await openApplication({ ...surroundings(), ...(profile === undefined ? {} : { profile }) });
  running.push(opened);
  return opened;
}
function secondProcess(): Composition {
  const composition = compose(surroundings());
  running.push(composition);
  return composition;
}

function profileOf(service: Simulator, part: Partial<ProfileInput> = {}): ProfileInput {
  const { clientId } = service.clients.basic;
  return { name: 'Acme', ...service.profile, clientId, flow: 'clientCredentials', ...part };
}

type Backend = Composition['backend'];

async function keep(backend: Backend, service: Simulator, part: Partial<ProfileInput> = {}): Promise<ProfileId> {
  const id = await backend.profiles.save({ id: null, profile: profileOf(service, part) });
  const { clientSecret } = service.clients.basic;
  await backend.signIns.giveSecret(await backend.profiles.get(id), clientSecret, 'store');
  return id;
}

async function entriesOf(backend: Backend): Promise<ProfileEntry[]> {
  const { value } = await backend.profiles.subscribe(undefined).next();
  return value === undefined ? [] : value.state;
}

async function states(backend: Backend): Promise<string[]> {
  const { value } = await backend.snapshots(undefined).next();
  return (value?.state.watches ?? []).map(({ profile, stream }) => `${profile.name}: ${stream.kind}`);
}

const becomes = (backend: Backend, ...expected: string[]) =>
  vi.waitFor(async () => expect((await states(backend)).toSorted()).toEqual(expected), STARTS_MS);

test('[WATCH-1] watches the kept profiles in the next run, and warns of a damaged profile without changing it', async () => {
  const first = await start();
  const { application } = first;
  await keep(application, services[0], { name: 'Europe' });
  await keep(application, services[1], { name: 'Nordics' });
  await keep(application, services[1], { name: 'Not at the start', watchAtStart: false });
  expect(await states(application)).toEqual([]);
  await first.stop();

  const damaged = join(folder, 'data', 'profiles', 'damaged-1', 'profile.json');
  mkdirSync(join(damaged, '..'), { recursive: true });
  writeFileSync(damaged, '{"name":');
  const second = await start();
  await becomes(second.application, 'Europe: watching', 'Nordics: watching');
  expect(second.warnings).toEqual([{ code: 'BAD_PROFILE', facts: { path: damaged, problem: 'not-json' } }]);
  expect((await entriesOf(second.application)).map(({ name, watch }) => [name, watch !== null])).toEqual([
    ['damaged-1', false],
    ['Europe', true],
    ['Nordics', true],
    ['Not at the start', false],
    ['Practice', false],
  ]);
});

test('a stop ends a running sign-in and a running test without waiting for them', async () => {
  const opened = await start();
  const { application } = opened;
  const { clientId } = services[0].clients.browser;
  const profile = profileOf(services[0], { clientId, flow: 'authorizationCode' });
  const id = await application.profiles.save({ id: null, profile });
  const stored = await application.profiles.get(id);
  const { address, done } = await application.signIns.begin(stored, {
    keep: 'memory',
    orMemory: true,
    openBrowser: false,
  });
  const redirect = new URL(address).searchParams.get('redirect_uri') ?? '';
  const draft = profileFileSchema.parse(profileOf(services[0]));
  const secret = services[0].clients.basic.clientSecret;
  const testing = (async () => {
    for await (const report of application.profileTests.run({ id: null, profile: draft, secret }, undefined))
      if (report.checks.some(({ check, state }) => check === 'heartbeat' && state === 'running')) void opened.stop();
  })();
  await testing.catch(() => undefined);
  await Promise.all([opened.stop(), done]);
  await expect(fetch(redirect)).rejects.toThrow('fetch failed');
  await vi.waitFor(() => expect(services[0].control.subscribers()).toEqual([]), STARTS_MS);
});

test('[PROFILE-4] removes a profile completely while it is watched, tested and signed in to', async () => {
  const { application } = await start();
  const { clientId } = services[0].clients.browser;
  const profile = profileOf(services[0], { clientId, flow: 'authorizationCode' });
  const id = await application.profiles.save({ id: null, profile });
  const watch = await application.profiles.watch(id);
  await becomes(application, 'Acme: sign-in-needed');
  const stored = await application.profiles.get(id);
  const { done } = await application.signIns.begin(stored, { keep: 'store', orMemory: true, openBrowser: false });
  // The test waits for a heartbeat on a stream of its own.
  const draft = profileFileSchema.parse(profileOf(services[0]));
  const input = { id, profile: draft, secret: services[0].clients.basic.clientSecret };
  const tested: ConnectionReport[] = [];
  const testing = (async () => {
    for await (const report of application.profileTests.run(input, undefined)) tested.push(report);
  })();
  const ended = testing.then(
    () => null,
    (error: unknown) => error,
  );
  const stateOf = (check: string) => tested.at(-1)?.checks.find((one) => one.check === check)?.state;
  await vi.waitFor(() => expect(stateOf('heartbeat')).toBe('running'), STARTS_MS);

  await application.profiles.remove(id, { events: true });
  expect({
    ended: await ended,
    attempt: await done,
    folder: existsSync(join(folder, 'data', 'profiles', id)),
    entries: (await entriesOf(application)).map(({ name }) => name),
  }).toEqual({
    ended: expect.objectContaining({ code: 'NO_PROFILE' }),
    attempt: expect.objectContaining({ kind: expect.stringMatching(/^(failed|missing)$/) }),
    folder: false,
    entries: ['Practice'],
  });
  expect(() => application.watch(watch)).toThrow('WATCH_CLOSED');
});

test('[TEAM-250] two processes can edit the profiles of one data directory, and the second one views what the first one watches, and cannot remove it', async () => {
  const { application } = await start();
  const id = await keep(application, services[0], { name: 'Europe' });
  await application.profiles.watch(id);
  await becomes(application, 'Europe: watching');

  const other = secondProcess().backend;
  const viewer = await other.profiles.watch(id);
  expect(other.watch(viewer).snapshot().storage).toEqual({ kind: 'viewing' });
  await expect(other.profiles.remove(id, { events: true })).rejects.toMatchObject({ code: 'STORE_IN_USE' });
  await other.profiles.save({ id, profile: profileOf(services[0], { name: 'Renamed elsewhere' }) });
  const names = (await entriesOf(application)).map(({ name }) => name);
  expect([await states(application), names]).toEqual([
    ['Renamed elsewhere: watching'],
    ['Renamed elsewhere', 'Practice'],
  ]);
  // The refused removal deleted nothing, so the secret is still there.
  await application.profiles.unwatch(id);
  await becomes(other, 'Renamed elsewhere: blind');
  await other.profiles.takeOver(id);
  await becomes(other, 'Renamed elsewhere: watching');
  expect(services[0].control.subscribers()).toHaveLength(1);
});
