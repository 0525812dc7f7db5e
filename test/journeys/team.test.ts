/** A team from nothing, as docs/team.md describes it, with a real NATS server where one is installed. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { compose } from '../../src-main/hosts/compose.ts';
import { connectionProfileSchema } from '../../src-shared/domain/profile/profile.ts';
import { FakeClock } from '../doubles/fake-clock.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { someProfile } from '../doubles/profile.ts';
import { InProcessCommand, type RunningCommand, Workplace } from '../support/command.ts';
import { closedPort } from '../fixtures/loopback.ts';
import { missingNatsServer } from '../support/missing-programs.ts';
import { NatsServer } from '../support/nats-server.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const WAIT = { timeout: 60_000, interval: 50 };
/** Everything that the commands of a test have printed. */
let printed = '';
afterEach(() => (printed = ''));

async function team(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = new InProcessCommand(['team', ...args]);
  const code = await command.exit;
  const { stdout, stderr } = command;
  printed += stdout + stderr;
  return { code, stdout, stderr };
}

const seedIn = (file: string) => /SU[A-Z2-7]{56}/.exec(readFileSync(file, 'utf8'))?.[0] ?? 'none';

function emit(number: number): void {
  const eid = `8904${String(number).padStart(28, '0')}`;
  const data = JSON.stringify({ eid, operation: 'LOCALIZED', state: 'COMPLETED' });
  service.simulator.control.emit({ event: 'LOCALIZATION', id: `event-${number}`, data });
}

/** The files of a team whose server does not run yet. */
async function teamFiles() {
  const folder = temporaryDirectory();
  const port = await closedPort();
  const teamFile = join(folder, 'team.json');
  const config = join(folder, 'nats.conf');
  const server = `nats://127.0.0.1:${port}`;
  const writeConfig = async () => {
    const { stdout } = await team(['create', '--print-config', '--team-file', teamFile]);
    writeFileSync(config, stdout.replace('./watchfloor-nats', join(folder, 'jetstream')));
  };
  const create = () => team(['create', '--servers', server, '--team-file', teamFile, '--lease-seconds', '2']);
  const addMember = async (member: string, ...more: string[]) => {
    const joinFile = join(folder, `${member}.join.json`);
    const { code } = await team([
      'add-member',
      member,
      '--team-file',
      teamFile,
      '--join-file',
      joinFile,
      '--role',
      'collect',
      ...more,
    ]);
    expect(code).toBe(0);
    return joinFile;
  };
  return { folder, port, teamFile, config, writeConfig, create, addMember };
}

/** A team whose server runs. */
async function runningTeam(...members: readonly string[]) {
  const files = await teamFiles();
  expect(await files.create()).toMatchObject({ code: 0, stdout: expect.stringContaining('Made '), stderr: '' });
  const joinFiles: string[] = [];
  for (const member of members) joinFiles.push(await files.addMember(member));
  await files.writeConfig();
  const server = NatsServer.startWith(files.config, files.port);
  onTestFinished(() => server.signal());
  await vi.waitFor(async () => expect(await files.create()).toMatchObject({ code: 0 }), WAIT);
  return { files, joinFiles, server };
}

/** A computer of its own: another data folder, profile and key file. */
async function desk(name: string, changes: Readonly<Record<string, unknown>> = {}) {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const profile = await workplace.profile(service.simulator, { name, heartbeatSeconds: 300, ...changes });
  const keyFile = join(workplace.folder, 'vault.key');
  writeFileSync(keyFile, name.padEnd(64, '-key'), { mode: 0o600 });
  const shared = ['--profile', profile, '--data-dir', workplace.dataDir, '--vault-key-file', keyFile];
  const secret = { [SECRET_VARIABLE]: service.simulator.clients.basic.clientSecret };
  let process: RunningCommand | null = null;
  let running: InProcessCommand | null = null;
  return {
    workplace,
    profile,
    shared,
    join: (joinFile: string) => team(['join', joinFile, ...shared]),
    team: (...args: string[]) => team([...args, ...shared]),
    collect: () => (running = workplace.runInProcess(['collect', ...shared], secret)),
    /** Collects in a process that can be killed. */
    collectInOwnProcess: () => (process = workplace.run(['collect', ...shared], secret)),
    kill: async () => process?.stop('SIGKILL'),
    stop: async () => running?.stop(),
    dataDir: workplace.dataDir,
    rows: async () => (await workplace.storedEvents()).map(({ seq, id }) => `${seq} ${id}`),
    log: () => readFileSync(join(workplace.dataDir, 'logs', 'watchfloor.log'), 'utf8'),
  };
}
type Desk = Awaited<ReturnType<typeof desk>>;

async function statusOf(one: Desk) {
  const { code, stdout, stderr } = await one.team('status');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as {
    readonly holder: string;
    readonly holding: number;
    readonly members: readonly { readonly member: string; readonly seat: string; readonly lag: number }[];
  };
}

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-180] a Watchfloor that cannot be a member gets the reason, and nothing of it changes',
  { timeout: 120_000 },
  async () => {
    const files = await teamFiles();
    await files.create();
    const [anna, ben] = [await files.addMember('anna'), await files.addMember('ben', '--no-hold')];
    const anonymous = await desk('Anonymous');
    const before = readFileSync(anonymous.profile, 'utf8');
    const refused = async (joinFile: string, why: RegExp) => {
      expect(await anonymous.join(joinFile)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(new RegExp(`nothing was changed. ${why.source}`)),
      });
      expect(readFileSync(anonymous.profile, 'utf8')).toBe(before);
    };
    // Both try for seconds, beside the rest.
    const away = await teamFiles();
    await away.create();
    const withoutServers = Promise.all([
      refused(await away.addMember('anna'), /nats:.*no connection/),
      away
        .create()
        .then((made) =>
          expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining('The log is not made yet') }),
        ),
    ]);

    await files.writeConfig();
    const server = NatsServer.startWith(files.config, files.port);
    onTestFinished(() => server.signal());
    await vi.waitFor(() => refused(anna, /The servers answer and have no log/), WAIT);
    expect(await files.create()).toMatchObject({ code: 0 });
    // Made after the servers got their configuration.
    await refused(await files.addMember('cecilie'), /The servers refuse the key of "cecilie"/);

    const onlyFollows = JSON.parse(readFileSync(ben, 'utf8')) as Record<string, unknown>;
    writeFileSync(ben, JSON.stringify({ ...onlyFollows, mayHold: true }));
    await refused(ben, /The servers let "ben" not hold the seat/);
    await withoutServers;
    expect(await anonymous.join(anna)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/room for 10000 MB[^]*on one server only[^]*"sync_interval: always"/),
    });
    expect(JSON.parse(readFileSync(anonymous.profile, 'utf8'))).toMatchObject({
      ...(JSON.parse(before) as object),
      team: { member: 'anna', role: 'collect', mayHold: true, leaseSeconds: 2 },
    });
    expect(await anonymous.join(ben)).toMatchObject({ code: 2, stderr: expect.stringContaining('in a team already') });
  },
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-180] collectors made members by the commands share one seat, and change it by command and by a fault',
  { timeout: 180_000 },
  async () => {
    const { files, joinFiles } = await runningTeam('anna', 'ben', 'cleo');
    const [holder, other, third] = [await desk('Anna'), await desk('Ben'), await desk('Cleo')];
    const desks = [holder, other, third];
    for (const [index, one] of desks.entries())
      expect(await one.join(joinFiles[index] ?? '')).toMatchObject({ code: 0, stderr: '' });
    const running: (RunningCommand | InProcessCommand)[] = [holder.collectInOwnProcess()];
    await running[0]?.waitForText(/Watching \S+: session/, 30_000);
    running.push(other.collect());
    await running[1]?.waitForText(/Watching \S+ via anna: session/, 30_000);
    for (let number = 1; number <= 5; number += 1) emit(number);
    await vi.waitFor(async () => {
      const [anna, ben] = [await holder.rows(), await other.rows()];
      expect(anna.length).toBeGreaterThanOrEqual(5);
      expect(ben).toEqual(anna);
    }, WAIT);
    expect(service.simulator.control.counters().subscribe).toBe(1);

    // Another service, as far as a member can know. What the log has is compared before anything is stored.
    const eventsUrl = service.simulator.profile.eventsUrl.replace('127.0.0.1', 'localhost');
    const stranger = await desk('Cecilie', { eventsUrl });
    expect(await stranger.join(joinFiles[0] ?? '')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The team watches another service or domain'),
    });
    expect(readFileSync(stranger.profile, 'utf8')).not.toContain('"team"');
    expect(await statusOf(holder)).toMatchObject({
      holder: 'anna',
      holding: 1,
      members: expect.arrayContaining([expect.objectContaining({ seat: 'holds' })]),
      unconfirmed: { events: expect.any(Number), actions: 0 },
      voids: 0,
      log: { maxBytes: 10_000_000_000 },
    });
    expect(await other.team('hand-over', '--to', 'ben')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not hold the seat'),
    });
    expect(await holder.team('hand-over', '--to', 'cecilie')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did not answer'),
    });
    expect(await holder.team('hand-over', '--to', 'ben')).toEqual({
      code: 0,
      stdout: '"ben" holds the seat now.\n',
      stderr: '',
    });
    await vi.waitFor(async () => expect(await statusOf(holder)).toMatchObject({ holder: 'ben', holding: 2 }), WAIT);
    expect(await holder.team('take-over', '--reason', 'Ben goes home')).toMatchObject({ code: 0 });
    expect(await other.team('take-over', '--reason', 'no')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('less than a minute ago'),
    });

    // A killed holder is replaced within its lease and 2 s, and all events are in both stores.
    await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), WAIT);
    await holder.kill();
    const killedAt = performance.now();
    await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(0), WAIT);
    await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), WAIT);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect(await statusOf(other)).toMatchObject({ holder: 'ben', holding: 4 });
    emit(6);
    await vi.waitFor(async () => expect((await other.rows()).join()).toContain('event-6'), WAIT);
    running.push(holder.collect());
    await vi.waitFor(async () => expect(await holder.rows()).toEqual(await other.rows()), WAIT);
    // The event of the session that the kill ended may have reached the log only now.
    const hasSentAll = { unconfirmed: { events: 0, actions: 0 } };
    await vi.waitFor(async () => expect(await statusOf(holder)).toMatchObject(hasSentAll), WAIT);
    expect(await holder.stop()).toBe(0);
    expect(await holder.team('hand-over', '--to', 'ben')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No Watchfloor watches "'),
    });
    const heard = await heardStatus(holder, async () => {
      // Members report when another one comes, and this one has heard them then.
      running.push(third.collect());
      const hasHeard = expect.arrayContaining([expect.objectContaining({ member: 'ben', seat: 'holds', lag: 0 })]);
      await vi.waitFor(async () => expect(await statusOf(third)).toMatchObject({ members: hasHeard }), WAIT);
    });
    expect(heard).toMatchObject({ code: 0, stderr: expect.stringContaining('listening 16 s') });
    expect(heard.stdout).toMatch(
      /^Holder +ben\nben +ben, collect, holds the seat, 0 entries behind\ncleo +cleo, collect, follows, /,
    );

    expect(await other.team('leave')).toMatchObject({ code: 3 });
    expect(await holder.team('leave')).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(holder.profile, 'utf8'))).not.toHaveProperty('team');
    expect(await holder.team('status')).toMatchObject({ code: 2, stderr: expect.stringContaining('in no team') });
    // The store still is one of the team, so the member may come back.
    expect(await holder.join(joinFiles[0] ?? '')).toMatchObject({ code: 0, stderr: '' });

    // The promise of TEAM-23, for processes.
    const secrets = [seedIn(files.teamFile), ...joinFiles.map(seedIn)];
    for (const one of running) printed += one.stdout + one.stderr;
    for (const one of desks) printed += one.log() + readFileSync(one.profile, 'utf8');
    printed += readFileSync(files.config, 'utf8');
    for (const secret of secrets) {
      expect(secret).toMatch(/^SU/);
      expect(printed).not.toContain(secret);
    }
    for (const file of [files.teamFile, ...joinFiles]) expect(statSync(file).mode & 0o077).toBe(0);
  },
);

/** Runs the command without a watch here, which then listens to the others while the test acts. */
async function heardStatus({ shared }: Desk, act: () => Promise<void>) {
  const clock = new FakeClock(Date.now());
  const command = new InProcessCommand(['team', 'status', '--format', 'table', ...shared], { clock });
  await command.waitForText(/listening/);
  await act();
  await clock.advance(16_000);
  const code = await command.exit;
  const { stdout, stderr } = command;
  printed += stdout + stderr;
  return { code, stdout, stderr };
}

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-220] the team gets the events of the first store by command, and the store of a further member is set aside and readable',
  { timeout: 180_000 },
  async () => {
    const { joinFiles } = await runningTeam('anna', 'ben');
    const [anna, ben] = [await desk('Anna'), await desk('Ben')];
    for (const [index, one] of [ben, anna].entries()) {
      const running = one.collect();
      await running.waitForText(/Watching/, 30_000);
      emit(10 + index);
      await vi.waitFor(async () => expect((await one.rows()).join()).toContain(`event-${10 + index}`), WAIT);
      expect(await one.stop()).toBe(0);
    }
    const [annaBefore, benBefore] = [await anna.rows(), await ben.rows()];

    const joined = await anna.join(joinFiles[0] ?? '');
    expect(joined).toMatchObject({ code: 0, stderr: '' });
    expect(joined.stdout).toMatch(/has \d+ events? from before the team.*run: watchfloor team publish/);
    expect(await anna.team('publish')).toMatchObject({ code: 1, stderr: expect.stringContaining('No Watchfloor') });
    await anna.collect().waitForText(/Watching/, 30_000);
    const published = await anna.team('publish');
    expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining('has everything that this store had') });
    expect(await anna.team('publish')).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to send') });

    const moved = await ben.join(joinFiles[1] ?? '');
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    const folder = /were set aside.*--data-dir (\S+)/.exec(moved.stdout)?.[1] ?? 'none';
    expect(folder).toContain(ben.dataDir);
    const running = ben.collect();
    await running.waitForText(/Watching/, 30_000);
    emit(20);
    await vi.waitFor(async () => expect((await ben.rows()).join()).toContain('event-20'), WAIT);
    await vi.waitFor(async () => expect(await ben.rows()).toEqual(await anna.rows()), WAIT);
    expect((await ben.rows()).slice(0, annaBefore.length)).toEqual(annaBefore);
    const aside = new InProcessCommand(['events', '--data-dir', folder, '--format', 'ndjson']);
    expect(await aside.exit).toBe(0);
    const ids = aside.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; id: string });
    expect(ids.map(({ seq, id }) => `${seq} ${id}`).toSorted()).toEqual(benBefore.toSorted());
  },
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-19, TEAM-202, TEAM-320] a team whose server lost its files is watched by its holder, says why it is not followed, and is filled by command; a right that is missing is named',
  { timeout: 180_000 },
  async () => {
    const { files, joinFiles, server } = await runningTeam('anna', 'ben');
    const desks = [await desk('Anna'), await desk('Ben')] as const;
    const [anna, ben] = desks;
    for (const [index, one] of desks.entries())
      expect(await one.join(joinFiles[index] ?? '')).toMatchObject({ code: 0 });
    const ofAnna = anna.collect();
    await ofAnna.waitForText(/Watching/, 30_000);
    const ofBen = ben.collect();
    await ofBen.waitForText(/Watching \S+ via anna/, 30_000);
    emit(1);
    await vi.waitFor(async () => expect((await ben.rows()).join()).toContain('event-1'), WAIT);

    await server.signal();
    rmSync(join(files.folder, 'jetstream'), { recursive: true });
    server.start();
    await vi.waitFor(async () => expect(await files.create()).toMatchObject({ code: 0 }), WAIT);
    const status = async (one: Desk) => JSON.parse((await one.team('status')).stdout) as unknown;
    await Promise.all([ofAnna.waitForText(/Watching \S+ alone/), ofBen.waitForText(/LOG_REPLACED/)]);
    const isReplaced = { holder: null, problem: 'LOG_REPLACED' };
    const isAlone = expect.objectContaining({ member: 'anna', seat: 'alone' }) as unknown;
    await vi.waitFor(
      async () =>
        expect(await Promise.all(desks.map(status))).toEqual([
          expect.objectContaining({ ...isReplaced, members: expect.arrayContaining([isAlone]) }),
          expect.objectContaining({ ...isReplaced, members: [] }),
        ]),
      WAIT,
    );
    expect(await ben.team('status', '--format', 'table')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Not followed here +The log of the team was made again/),
      stderr: '',
    });
    emit(2);
    await vi.waitFor(async () => expect((await anna.rows()).join()).toContain('event-2'), WAIT);
    expect((await ben.rows()).join()).not.toContain('event-2');

    expect(await anna.team('publish')).toMatchObject({
      code: 0,
      stdout: 'The log of the team has everything that this store had before.\n',
    });
    emit(3);
    await vi.waitFor(async () => {
      const rows = await ben.rows();
      expect(rows.join()).toMatch(/event-1.*event-2.*event-3|event-1.*event-3.*event-2/);
      expect(rows).toEqual(await anna.rows());
    }, WAIT);
    expect(await ben.team('status')).toMatchObject({ code: 0 });

    // The administrator forgets a right of anna, which is the first member.
    writeFileSync(files.config, readFileSync(files.config, 'utf8').replace(/"wf\.[^."]+\.ev", /, ''));
    server.reload();
    emit(4);
    await vi.waitFor(
      async () =>
        expect(await anna.team('status', '--format', 'table')).toMatchObject({
          code: 1,
          stdout: expect.stringMatching(
            /Holder +ben[^]*Not taken +The servers of the team do not let this member write events/,
          ),
        }),
      WAIT,
    );
    await vi.waitFor(async () => expect((await ben.rows()).join()).toContain('event-4'), WAIT);
    expect(anna.log()).toContain('the log of the team does not take entries of this member');
  },
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-180, TEAM-23] the page makes the watched profile a member with a join file, and sets its store aside',
  { timeout: 120_000 },
  async () => {
    const { joinFiles } = await runningTeam('anna', 'ben');
    const [annaFile = '', benFile = ''] = joinFiles;
    const dataDir = temporaryDirectory();
    const keyFile = join(dataDir, 'vault.key');
    writeFileSync(keyFile, 'ben'.padEnd(64, '-key'), { mode: 0o600 });
    const environment = { [SECRET_VARIABLE]: service.simulator.clients.basic.clientSecret };
    const composition = compose({ dataDir, vaultKeyFile: keyFile, environment, openDatabases: inThreadDatabases });
    onTestFinished(async () => void (await composition.stop()));
    const { profiles } = composition.backend;
    const { clientId } = service.simulator.clients.basic;
    const { id: _, ...typed } = connectionProfileSchema.parse({
      ...someProfile,
      ...service.simulator.profile,
      clientId,
      name: 'Ben',
    });
    const id = await profiles.save({ id: null, profile: typed });
    const { watch } = composition.backend;
    const stateOf = async () => watch(await profiles.watch(id)).snapshot();
    const watching = { kind: 'watching' };
    await vi.waitFor(async () => expect((await stateOf()).stream).toMatchObject(watching), WAIT);
    emit(1);
    await vi.waitFor(async () => expect((await stateOf()).extent.storedEvents).toBeGreaterThan(0), WAIT);
    await profiles.unwatch(id);

    const holder = await desk('Anna');
    expect(await holder.join(annaFile)).toMatchObject({ code: 0 });
    await holder.collect().waitForText(/Watching \S+: session/, 30_000);

    const before = await profiles.watch(id);
    const joinWith = (file: string, isTrial: boolean) =>
      profiles.joinTeam({ id, text: readFileSync(file, 'utf8'), isTrial }, undefined);

    expect(await joinWith(benFile, true)).toMatchObject({ kind: 'can-join', member: { member: 'ben' } });
    expect(await profiles.get(id)).not.toHaveProperty('team');
    expect(await profiles.watch(id)).toBe(before);

    const joined = await joinWith(benFile, false);
    expect(joined).toMatchObject({ kind: 'joined', setAside: expect.stringContaining(join(dataDir, 'before-team')) });
    expect(await profiles.watch(id)).not.toBe(before);
    const stored = readFileSync(join(dataDir, 'profiles', id, 'profile.json'), 'utf8');
    expect(JSON.parse(stored)).toMatchObject({ team: { member: 'ben' } });
    expect(stored + JSON.stringify(joined)).not.toContain(seedIn(benFile));
    await vi.waitFor(
      async () => expect((await stateOf()).stream).toMatchObject({ ...watching, team: { kind: 'following' } }),
      WAIT,
    );
    expect(await joinWith(annaFile, true)).toMatchObject({ kind: 'refused', problem: { kind: 'in-team' } });
  },
);
