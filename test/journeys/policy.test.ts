/** Tries to change what a fleet policy locks, in every way that a user has. Each policy is given to the host in this process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePolicy } from '../doubles/policy.ts';
import { appRouter } from '../../src-main/core/api/router.ts';
import type { Policy } from '../../src-shared/api/policy/policy.ts';
import { compose, type Composition } from '../../src-main/hosts/compose.ts';
import { updateFeed } from '../../src-main/hosts/electron/shell/update-feed.ts';
import { AppError, type AppErrorData } from '../../src-shared/api/errors.ts';
import type { StartExport } from '../../src-shared/api/exports.ts';
import type { PackQuery } from '../../src-shared/api/reports.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { connectionProfileSchema, type ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { printProfile } from '../../src-shared/domain/profile/profile-text.ts';
import { printOutlets } from '../../src-shared/domain/outlets/outlets-text.ts';
import { errorWords } from '../../src-shared/words/error-words.ts';
import { managedOutletFiles } from '../../src-main/core/policy/managed-ports.ts';
import { MemoryOutlets } from '../doubles/memory-outlets.ts';
import { anOutlet } from '../doubles/an-outlet.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { someProfile } from '../doubles/profile.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { InProcessCommand } from '../support/command.ts';
import { startReceiver } from '../support/http-receiver.ts';

const OWN = 'https://127.0.0.1:1';
const profile = connectionProfileSchema.parse({
  ...someProfile,
  baseUrl: OWN,
  eventsUrl: OWN,
  authUrl: OWN,
  flow: 'authorizationCode',
  team: {
    log: 'Noc2026',
    servers: ['tls://127.0.0.1:2'],
    member: 'ben',
    name: 'Ben',
    role: 'desk',
  },
});
const { team: ownTeam, ...alone } = profile;
const { id: _, ...preset } = anOutlet({ name: 'NOC', url: `${OWN}/in` });
const VALUES = {
  addresses: ['127.0.0.1'],
  masks: ['eid', 'imsi'],
  leastDaysFailures: 365,
  leastDaysSuccesses: 90,
  leastDaysHeartbeats: 7,
  leastDaysSearches: 30,
  teamLog: 'Noc2026',
  teamServers: ['tls://127.0.0.1:2'],
  outlets: [preset],
  updateFeed: 'https://updates.example.com/w',
  updatePublisher: 'Example Ltd',
  updateChannel: 'stable',
};
const locked = parsePolicy(VALUES);
const noExports = parsePolicy({ exporters: ['somebody-else'], teamLog: 'Noc2026' });
const onlyProfile = parsePolicy({ profiles: [alone] });
const damaged = parsePolicy({ adresses: ['127.0.0.1'] });

const JOIN_FILE = JSON.stringify({
  ...ownTeam,
  watchfloorTeam: 1,
  log: 'Other2026',
  key: `SU${'A'.repeat(56)}`,
  authorities: null,
});

interface Desk {
  readonly dataDir: string;
  readonly composition: Composition;
  readonly api: ReturnType<typeof appRouter.createCaller>;
  readonly watch: WatchId;
}

const opened: Composition[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const composition of opened) await composition.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, maxRetries: 10 });
});

/** Stores a profile before there is a policy, and starts with the policy. */
async function desk(policy: Policy, stored: ConnectionProfile = profile): Promise<Desk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-policy-'));
  folders.push(dataDir);
  const before = compose({ dataDir, openDatabases: inThreadDatabases, environment: {} });
  await before.backend.profiles.keep(stored, 'profile.json');
  await before.backend.profiles.watch(stored.id);
  await before.stop();
  const composition = compose({ dataDir, openDatabases: inThreadDatabases, environment: {}, policy });
  opened.push(composition);
  const context = { backend: composition.backend, connection: { feeds: 0 } };
  const api = appRouter.createCaller(context, { signal: new AbortController().signal });
  return { dataDir, composition, api, watch: await composition.backend.profiles.watch(stored.id) };
}

async function refusalOf(attempt: Promise<unknown>): Promise<AppErrorData> {
  const error: unknown = await attempt.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => (thrown instanceof Error && thrown.cause instanceof AppError ? thrown.cause : thrown),
  );
  if (error instanceof AppError) return error.data;
  throw error;
}

function expectManaged(data: AppErrorData, setting: string): void {
  expect(data).toMatchObject({ code: 'MANAGED', facts: { setting } });
  for (const place of ['page', 'terminal'] as const)
    expect(errorWords(data, place)).toMatch(/^Managed by your organisation: .*\/etc\/watchfloor\/policy\.json/);
}

const typed = (changes: object) => ({ id: null, profile: { ...alone, id: undefined, ...changes } });
const days = (changes: object) => typed({ keepDays: { ...profile.keepDays, ...changes } });
const exported = (watch: WatchId, mask: 'eid'[]) =>
  ({
    of: 'events',
    watch,
    filter: EVERYTHING,
    at: 0,
    to: null,
    zone: 'UTC',
    rows: 'events',
    format: 'csv',
    mask,
    cells: 'verbatim',
    fileName: 'events.csv',
  }) satisfies StartExport;
const packed = (watch: WatchId) =>
  ({
    watch,
    of: { kind: 'events', seqs: [1] },
    mask: [],
    parts: ['report'],
    ticket: '',
    zone: 'UTC',
    by: '',
  }) satisfies PackQuery;

describe('[POLICY-1] a setting that a policy locks cannot be changed, and each refusal says why', () => {
  let here: Desk;
  let quiet: Desk;
  let single: Desk;
  beforeAll(async () => {
    [here, quiet, single] = await Promise.all([desk(locked), desk(noExports, alone), desk(onlyProfile)]);
  });

  const byPage: readonly (readonly [title: string, setting: string, attempt: () => Promise<unknown>])[] = [
    ['a new service', 'addresses', () => here.api.profiles.save(typed({ baseUrl: 'https://evil.example' }))],
    ['a new stream', 'addresses', () => here.api.profiles.save(typed({ eventsUrl: 'https://evil.example' }))],
    ['a new issuer', 'addresses', () => here.api.profiles.save(typed({ authUrl: 'https://127.0.0.1.evil.example' }))],
    ['a status page', 'addresses', () => here.api.profiles.save(typed({ statusPage: 'https://evil.example/feed' }))],
    ['a proxy', 'addresses', () => here.api.profiles.save(typed({ proxy: 'http://evil.example:3128' }))],
    [
      'a stored profile',
      'addresses',
      () => here.api.profiles.save({ id: profile.id, profile: { ...profile, authUrl: 'https://evil.example' } }),
    ],
    ['less retention of failures', 'leastDaysFailures', () => here.api.profiles.save(days({ failures: 364 }))],
    ['less retention of successes', 'leastDaysSuccesses', () => here.api.profiles.save(days({ successes: 1 }))],
    ['less retention of heartbeats', 'leastDaysHeartbeats', () => here.api.profiles.save(days({ heartbeats: 6 }))],
    ['less retention of searches', 'leastDaysSearches', () => here.api.profiles.save(days({ searches: 29 }))],
    ['removed events', 'leastDaysFailures', () => here.api.profiles.remove({ id: profile.id, events: true })],
    ['another team', 'teamLog', () => here.api.profiles.save(typed({ team: { ...ownTeam, log: 'Other2026' } }))],
    [
      'another server of the team',
      'teamServers',
      () => here.api.profiles.save(typed({ team: { ...ownTeam, servers: ['tls://evil.example:4222'] } })),
    ],
    ['no team any more', 'teamLog', () => here.api.profiles.save({ id: profile.id, profile: { ...alone } })],
    ['a join file', 'teamLog', () => quiet.api.team.join({ id: profile.id, text: JOIN_FILE, isTrial: true })],
    [
      'a tested connection',
      'addresses',
      () => firstOf(here.api.connectionTest.run({ ...typed({ authUrl: 'https://evil.example' }), secret: null })),
    ],
    [
      'another outlet',
      'outlets',
      () => here.api.outlets.add({ watch: here.watch, outlet: { ...preset, name: 'b' }, secret: null }),
    ],
    [
      'a tested outlet',
      'outlets',
      () => here.api.outlets.testDraft({ id: null, watch: here.watch, outlet: { ...preset, name: 'b' }, secret: null }),
    ],
    [
      'a changed outlet',
      'outlets',
      () =>
        here.api.outlets.change({
          id: 'managed-NOC',
          watch: here.watch,
          outlet: { ...preset, url: 'https://evil.example' },
          secret: null,
        }),
    ],
    ['a removed outlet', 'outlets', () => here.api.outlets.remove({ watch: here.watch, id: 'managed-NOC' })],
    ['an unmasked export', 'masks', () => here.api.exports.start(exported(here.watch, []))],
    ['an export that masks too little', 'masks', () => here.api.exports.start(exported(here.watch, ['eid']))],
    [
      'an unmasked report',
      'masks',
      () => here.api.reports.text({ watch: here.watch, from: 0, to: 1, zone: 'UTC', by: '', format: 'md', mask: [] }),
    ],
    [
      'an unmasked service report',
      'masks',
      () =>
        here.api.reports.serviceFile({
          watch: here.watch,
          first: '2026-01-01',
          last: '2026-01-02',
          zone: 'UTC',
          format: 'json',
          mask: [],
        }),
    ],
    ['an unmasked support pack', 'masks', () => here.api.packs.save(packed(here.watch))],
    ['an export by another user', 'exporters', () => quiet.api.exports.start(exported(quiet.watch, ['eid']))],
    ['a support pack by another user', 'exporters', () => quiet.api.packs.save(packed(quiet.watch))],
    ['another profile', 'profiles', () => single.api.profiles.save(typed({ name: 'Other' }))],
    [
      'a changed name',
      'profiles',
      () => single.api.profiles.save({ id: profile.id, profile: { ...alone, name: 'Other' } }),
    ],
    ['a removed profile', 'profiles', () => single.api.profiles.remove({ id: profile.id, events: false })],
    [
      'an imported profile',
      'addresses',
      () => here.api.profiles.read({ text: printProfile({ ...alone, baseUrl: 'https://evil.example' }) }),
    ],
    [
      'an imported retention',
      'leastDaysSearches',
      () =>
        here.api.profiles.read({ text: printProfile({ ...alone, keepDays: { ...profile.keepDays, searches: 1 } }) }),
    ],
  ];
  test.each(byPage)('page and import: %s', async (_title, setting, attempt) => {
    expectManaged(await refusalOf(attempt()), setting);
  });

  const byCommand: readonly (readonly [
    title: string,
    setting: RegExp,
    args: (folder: string) => readonly string[],
    policy?: Policy,
  ])[] = [
    ['collect', /hosts/, (folder) => ['collect', '--profile', join(folder, 'evil.json'), '--data-dir', folder]],
    ['doctor', /hosts/, (folder) => ['doctor', '--profile', join(folder, 'evil.json'), '--data-dir', folder]],
    ['sign-in', /hosts/, (folder) => ['sign-in', '--profile', join(folder, 'evil.json'), '--data-dir', folder]],
    ['permissions', /hosts/, (folder) => ['permissions', '--profile', join(folder, 'evil.json'), '--data-dir', folder]],
    ['search', /hosts/, (folder) => ['search', '--profile', join(folder, 'evil.json'), '--data-dir', folder]],
    [
      'collect with less retention',
      /failures must be kept/,
      (folder) => ['collect', '--profile', join(folder, 'short.json'), '--data-dir', folder],
    ],
    ['events --mask none', /masked/, (folder) => ['events', '--mask', 'none', '--data-dir', folder]],
    [
      'events --output --mask none',
      /masked/,
      (folder) => ['events', '--mask', 'none', '-o', join(folder, 'x.csv'), '--data-dir', folder],
    ],
    ['report --mask none', /masked/, (folder) => ['report', '--since', '1h', '--mask', 'none', '--data-dir', folder]],
    [
      'export --mask none',
      /masked/,
      (folder) => ['export', '--mask', 'none', '-o', join(folder, 'x'), '--data-dir', folder],
    ],
    [
      'support-pack --mask none',
      /masked/,
      (folder) => [
        'support-pack',
        '--eid',
        '89049032000000000000000000000001',
        '--mask',
        'none',
        '-o',
        join(folder, 'x.zip'),
        '--data-dir',
        folder,
      ],
    ],
    ['mcp --mask none', /masked/, (folder) => ['mcp', '--mask', 'none', '--data-dir', folder]],
    [
      'outlets add',
      /outlets/,
      (folder) => ['outlets', 'add', 'cloudevents', 'b', '--url', 'https://evil.example', '--data-dir', folder],
    ],
    [
      'outlets change',
      /outlets/,
      (folder) => ['outlets', 'change', 'NOC', '--url', 'https://evil.example', '--data-dir', folder],
    ],
    ['outlets remove', /outlets/, (folder) => ['outlets', 'remove', 'NOC', '--data-dir', folder]],
    ['team join', /team/, (folder) => ['team', 'join', join(folder, 'join.json'), '--data-dir', folder]],
    ['team leave', /team/, (folder) => ['team', 'leave', '--data-dir', folder]],
    [
      'events --output by another user',
      /users/,
      (folder) => ['events', '-o', join(folder, 'x.csv'), '--data-dir', folder],
      noExports,
    ],
    [
      'export --output by another user',
      /users/,
      (folder) => ['export', '-o', join(folder, 'x'), '--data-dir', folder],
      noExports,
    ],
    [
      'backup by another user',
      /users/,
      (folder) => ['backup', '--to', join(folder, 'x.db'), '--data-dir', folder],
      noExports,
    ],
    [
      'collect with another profile',
      /profiles/,
      (folder) => ['collect', '--profile', join(folder, 'evil.json'), '--data-dir', folder],
      onlyProfile,
    ],
  ];
  const commands = byCommand.map(([title, words, args, policy = locked]) => ({ title, words, args, policy }));
  test.each(commands)('option: $title', async ({ title, words, args, policy }) => {
    const { dataDir } = await closedDesk(title === 'team join' ? alone : profile);
    const command = new InProcessCommand(args(dataDir), { policy, environment: {} });
    expect([await command.exit, command.stderr]).toEqual([2, expect.stringMatching(/Managed by your organisation: /)]);
    expect(command.stderr).toMatch(words);
  });

  test('environment: WATCHFLOOR_PROFILE', async () => {
    const { dataDir } = await closedDesk();
    const environment = { WATCHFLOOR_PROFILE: join(dataDir, 'evil.json') };
    const command = new InProcessCommand(['collect', '--data-dir', dataDir], { policy: locked, environment });
    expect([await command.exit, command.stderr]).toEqual([2, expect.stringMatching(/^watchfloor: Managed by your/m)]);
  });

  test('watchfloor policy prints what is locked, and whether a profile file is allowed', async () => {
    const { dataDir } = await closedDesk();
    const printed = new InProcessCommand(['policy', '--fields', 'setting,values'], { policy: locked });
    expect([await printed.exit, printed.stderr]).toEqual([0, expect.stringContaining('policy.json')]);
    expect(printed.stdout.split('\n').slice(0, 2)).toEqual([
      '{"setting":"addresses","values":["127.0.0.1"]}',
      '{"setting":"outlets","values":["NOC"]}',
    ]);
    for (const [name, code] of [['own.json', 0] as const, ['evil.json', 2] as const]) {
      const checked = new InProcessCommand(['policy', '--profile', join(dataDir, name)], { policy: locked });
      expect(await checked.exit).toBe(code);
    }
    expect(await new InProcessCommand(['policy'], { policy: damaged }).exit).toBe(2);
  });

  test.each(['WATCHFLOOR_UPDATE_FEED', 'WATCHFLOOR_UPDATE_PUBLISHER', 'WATCHFLOOR_UPDATE_CHANNEL', 'updates.json'])(
    'environment and file: %s',
    (name) => {
      const dataDir = temporaryDirectory();
      const evil = { feed: 'https://evil.example', publisher: 'Evil Ltd', channel: 'next' };
      if (name === 'updates.json') writeFileSync(join(dataDir, name), JSON.stringify(evil));
      const env = { [name]: name.endsWith('CHANNEL') ? 'next' : 'https://evil.example' };
      expect(updateFeed({ dataDir, policy: locked, env, platform: 'win32', isPackaged: true })).toEqual({
        kind: 'feed',
        url: VALUES.updateFeed,
        publisher: VALUES.updatePublisher,
        channel: 'stable',
      });
    },
  );

  test('file: an edited address is not watched and shows why', async () => {
    const receiver = await startReceiver();
    const { composition, watch } = await desk(parsePolicy({ addresses: ['api.example.com'] }), {
      ...alone,
      baseUrl: receiver.url,
      eventsUrl: receiver.url,
      authUrl: receiver.url,
    });
    const { storage } = composition.backend.watch(watch).snapshot();
    if (storage.kind !== 'read-only') throw new Error(`it is ${storage.kind}`);
    expectManaged(storage.error, 'addresses');
    await expect(
      refusalOf(composition.backend.signIns.begin(alone, { keep: 'memory', orMemory: true, openBrowser: false })),
    ).resolves.toMatchObject({ code: 'MANAGED' });
    expect(receiver.received).toEqual([]);
  });

  test('file: edited retention has no effect, and the page shows the days of the policy', async () => {
    const { composition, watch } = await desk(locked, { ...profile, keepDays: { ...profile.keepDays, failures: 1 } });
    expect(composition.backend.watch(watch).profile.keepDays.failures).toBe(365);
    expect(composition.backend.description.policy).toMatchObject({ locked: { leastDaysFailures: ['365'] } });
  });

  test('file: edited outlets and an edited profile are those of the policy', async () => {
    const { dataDir, composition, watch } = await desk(parsePolicy({ outlets: [preset], profiles: [alone] }), {
      ...alone,
      name: 'Edited',
    });
    const folder = join(dataDir, 'profiles', alone.id);
    writeFileSync(
      join(folder, 'outlets.json'),
      printOutlets([anOutlet({ url: 'https://evil.example', areIdentifiersWhole: true })]),
    );
    for await (const { state } of composition.backend.watch(watch).outlets.subscribe(undefined)) {
      expect(state.outlets.map(({ outlet }) => outlet)).toEqual([{ ...preset, id: 'managed-NOC' }]);
      break;
    }
    expect(readFileSync(join(folder, 'profile.json'), 'utf8')).toBe(printProfile(alone));
  });

  test('file: the secret of a locked outlet can be given, and the outlets from before stay in their file', async () => {
    const { dataDir } = await closedDesk();
    const path = join(dataDir, 'profiles', profile.id, 'outlets.json');
    const before = printOutlets([anOutlet({ name: 'own' })]);
    writeFileSync(path, before);
    writeFileSync(join(dataDir, 'key'), 'k'.repeat(64), { mode: 0o600 });
    const args = ['outlets', 'change', 'NOC', '--secret-file', '-', '--vault-key-file', join(dataDir, 'key')];
    const input = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const command = new InProcessCommand([...args, '--data-dir', dataDir], { policy: locked, input });
    expect([await command.exit, command.stderr]).toEqual([0, '']);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('Practice sends nothing to the outlets of the policy', async () => {
    const files = managedOutletFiles(new MemoryOutlets().files, locked);
    const identity = { id: profile.id, name: 'Acme', practice: false, source: OWN };
    expect([await files.read({ ...identity, practice: true }), (await files.read(identity)).length]).toEqual([[], 1]);
  });

  test('changed nothing that is stored', () => {
    const stored = readFileSync(join(here.dataDir, 'profiles', profile.id, 'profile.json'), 'utf8');
    expect(stored).toBe(printProfile(profile));
  });
});

describe('[POLICY-1] a damaged policy opens nothing', () => {
  test('shows what is stored, and refuses to sign in, send, export, save and remove', async () => {
    const { api, composition, watch } = await desk(damaged);
    const { storage } = composition.backend.watch(watch).snapshot();
    expect(storage).toMatchObject({ kind: 'read-only', error: { code: 'POLICY_DAMAGED' } });
    for (const attempt of [
      () => api.profiles.save(typed({})),
      () => api.profiles.remove({ id: profile.id, events: false }),
      () => api.profiles.read({ text: printProfile(alone) }),
      () => api.signIn.start({ id: profile.id, keep: 'memory' }),
      () => api.exports.start(exported(watch, ['eid'])),
      () => api.outlets.add({ watch, outlet: preset, secret: null }),
    ]) {
      const refusal = await refusalOf(attempt());
      expect(refusal.code).toBe('POLICY_DAMAGED');
      expect(errorWords(refusal, 'page')).toMatch(
        /^Managed by your organisation, but the policy .*“adresses”; known are profiles, addresses/,
      );
    }
    await expect(
      api.timeline.page({ watch, filter: EVERYTHING, direction: 'older', cursor: null, limit: 10 }),
    ).resolves.toMatchObject({ rows: [] });
  });

  test.each(['collect', 'permissions'])('watchfloor %s ends with 2 and says what to correct', async (name) => {
    const { dataDir } = await closedDesk();
    const command = new InProcessCommand([name, '--profile', join(dataDir, 'own.json'), '--data-dir', dataDir], {
      policy: damaged,
    });
    expect([await command.exit, command.stderr]).toEqual([2, expect.stringMatching(/unknown setting “adresses”/)]);
  });
});

/** A folder with the profile, whose store no process has open, and files of a user. */
async function closedDesk(stored: ConnectionProfile = profile): Promise<{ readonly dataDir: string }> {
  const dataDir = temporaryDirectory();
  const composition = compose({ dataDir, openDatabases: inThreadDatabases, environment: {} });
  await composition.backend.profiles.keep(stored, 'profile.json');
  await composition.backend.profiles.watch(stored.id);
  await composition.stop();
  const { id: _id, ...fields } = alone;
  writeFileSync(join(dataDir, 'own.json'), JSON.stringify(fields));
  writeFileSync(join(dataDir, 'evil.json'), JSON.stringify({ ...fields, authUrl: 'https://evil.example' }));
  writeFileSync(
    join(dataDir, 'short.json'),
    JSON.stringify({ ...fields, keepDays: { ...alone.keepDays, failures: 1 } }),
  );
  writeFileSync(join(dataDir, 'join.json'), JOIN_FILE);
  return { dataDir };
}

async function firstOf(feed: Promise<AsyncIterable<unknown>>): Promise<unknown> {
  for await (const item of await feed) return item;
  return null;
}
