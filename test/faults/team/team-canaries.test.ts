/**
 * Tests that no secret reaches the log of a team (TEAM-23). Secrets are canaries, and the members do everything that
 * sends something, while the service echoes what it receives.
 */
import { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSystemClock } from '../../../src-main/adapters/clock/system-clock.ts';
import { SECRET_VARIABLE } from '../../../src-main/adapters/sign-in/client-secret.ts';
import { makeBase } from '../../../src-main/core/team/base/base-maker.ts';
import { teamService } from '../../../src-main/core/team/team-service.ts';
import { compose, type Composition } from '../../../src-main/hosts/compose.ts';
import { Health } from '../../../src-main/hosts/health/health.ts';
import { connectionProfileSchema } from '../../../src-shared/domain/profile/profile.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { shownSeat, teamOf } from '../../doubles/simulated-team.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { canary, CanaryService, canaryKinds } from '../canaries/canary-service.ts';
import { CanaryWork } from '../canaries/canary-work.ts';
import { CanarySearch } from '../canaries/encodings.ts';
import { Outputs } from '../canaries/outputs.ts';
import { type CanaryEngine, LEASE_SECONDS, LOG, memoryEngine, type Name, natsEngine } from './canary-engines.ts';
import { recordedLog, type SentText } from './recorded-log.ts';

const NEVER = new AbortController().signal;
const SOON = { timeout: 60_000, interval: 20 };

const compositions: Composition[] = [];
afterEach(async () => void (await Promise.all(compositions.splice(0).map((one) => one.stop()))));

/** Records everything that this process writes to sockets, for example the greeting of a client of the servers. */
function recordSockets(sent: SentText[]): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the socket below
  const { write } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...call: unknown[]) {
    const [data] = call;
    const text = typeof data === 'string' ? data : Buffer.from(data as Uint8Array).toString('latin1');
    if (/^(CONNECT|PUB|HPUB|SUB|PING) /.test(text)) sent.push({ what: 'socket', text });
    return Reflect.apply(write, this, call) as boolean;
  });
  onTestFinished(() => spy.mockRestore());
}

/** Two members whose secrets are canaries. */
class CanaryTeam {
  readonly service: CanaryService;
  readonly engine: CanaryEngine;
  readonly sent: SentText[] = [];
  readonly works: Readonly<Record<Name, CanaryWork>>;
  readonly #proxyUser = { user: canary(false), password: canary(false) };

  static async start(startEngine: () => Promise<CanaryEngine>): Promise<CanaryTeam> {
    const service = await CanaryService.start();
    onTestFinished(() => service.stop());
    service.tokenSeconds = 2;
    const works = { anna: await workOf(service), ben: await workOf(service) };
    const team = new CanaryTeam(service, await startEngine(), works);
    recordSockets(team.sent);
    return team;
  }

  private constructor(service: CanaryService, engine: CanaryEngine, works: Readonly<Record<Name, CanaryWork>>) {
    this.service = service;
    this.engine = engine;
    this.works = works;
  }

  async join(name: Name, isMember = true) {
    const { service, works, engine, sent } = this;
    const { workplace, keyFile } = works[name];
    const { user, password } = this.#proxyUser;
    const composition = compose({
      dataDir: workplace.dataDir,
      vaultKeyFile: keyFile,
      environment: {
        [SECRET_VARIABLE]: name === 'anna' ? service.clientSecret : '',
        HTTPS_PROXY: `http://${user}:${password}@127.0.0.1:9`,
      },
      openDatabases: inThreadDatabases,
      teamLogs: { open: async (...call) => recordedLog(await engine.logsOf(name, works[name]).open(...call), sent) },
    });
    compositions.push(composition);
    const flow = name === 'anna' ? 'clientCredentials' : 'authorizationCode';
    const file = await works[name].profile(flow);
    const team = {
      log: LOG,
      servers: engine.serversOf(name),
      member: name,
      name: `${name}'s desk`,
      role: 'desk',
      leaseSeconds: LEASE_SECONDS,
    };
    const own = { id: `canary-${flow.toLowerCase()}`, flow };
    const profile = connectionProfileSchema.parse({ ...service.profile, ...own, ...(isMember && { team }) });
    const id = await composition.watchSignedIn(profile, file, NEVER);
    return { composition, instance: { watch: composition.backend.watch(id), clock: composition.clock } };
  }

  /** Returns each text that was sent with a canary in it, in any encoding. */
  leaks(): readonly unknown[] {
    const { service, engine, works } = this;
    const secrets = [
      ...canaryKinds.flatMap((kind) => service.canaries(kind).map((one) => [kind, one] as const)),
      ...Object.entries(this.#proxyUser).map(([kind, one]) => [`${kind} of a proxy`, one] as const),
      ...engine.secrets.map((seed) => ['key of a member', seed] as const),
      ...Object.values(works).map(({ workplace: { dataDir } }) => ['path', dataDir] as const),
      ['address', service.profile.eventsUrl] as const,
    ];
    for (const wanted of ['client secret', 'access token', 'refresh token'])
      if (!secrets.some(([kind]) => kind === wanted)) throw new Error(`There was no ${wanted}.`);
    const search = new CanarySearch(secrets);
    return this.sent.flatMap(({ what, text }) =>
      [...search.found(Buffer.from(text))].map(({ kind, encoding }) => ({ what, kind, encoding, text })),
    );
  }
}
type Desk = Awaited<ReturnType<CanaryTeam['join']>>;

async function expectSent({ sent }: CanaryTeam, ...what: string[]): Promise<void> {
  const kinds = () => [...new Set(sent.map((one) => one.what))];
  await vi.waitFor(() => expect(kinds()).toEqual(expect.arrayContaining(what)), SOON);
}

const expectSeat = (desk: Desk, seat: string) => vi.waitFor(() => expect(shownSeat(desk)).toBe(seat), SOON);
const newestSeqOf = ({ instance: { watch } }: Desk) => watch.snapshot().extent.newestSeq;

const NAME = 'no secret and no path of a file is in the log of a team, its lease, messages, bases, status or metrics';

/** The first member has a store from before the team, which it publishes; the second one acts. */
async function joinBoth(team: CanaryTeam) {
  const before = await team.join('anna', false);
  await vi.waitFor(() => expect(newestSeqOf(before)).toBeGreaterThan(1), SOON);
  await before.composition.stop();
  const anna = await team.join('anna');
  await expectSeat(anna, 'holding');
  expect(await (await team.works.ben.signIn(await team.works.ben.profile('authorizationCode'))).exit).toBe(0);
  const ben = await team.join('ben');
  await expectSeat(ben, "following anna's desk");
  expect(await teamOf(anna).publish()).toBe('sending');
  const { author, subjects, text } = anActionEntry(1);
  await ben.instance.watch.cases.act({ author, subjects, what: { kind: 'note' }, text });
  team.service.dropStreams();
  await expectSent(team, 'chain: take', 'chain: events', 'actions: action', 'offers: history', 'presence');
  return { anna, ben };
}

async function publishBase({ engine, works, sent }: CanaryTeam, { instance: { watch } }: Desk): Promise<void> {
  const { profile } = watch;
  if (profile.team === undefined) throw new Error('The profile has no team.');
  const log = recordedLog(await engine.logsOf('anna', works.anna).open(profile.team, profile), sent);
  onTestFinished(() => log.close());
  // The log connects meanwhile.
  await log.status(NEVER);
  const service = teamService(LOG, profile);
  const clock = createSystemClock();
  await makeBase({ bases: log.bases, reader: watch.reader(), clock, service, isHolding: () => true }, NEVER);
}

async function changeHolder(anna: Desk, ben: Desk): Promise<void> {
  expect(await teamOf(anna).handOver('ben', NEVER)).toBe('done');
  await expectSeat(ben, 'holding');
  const asked = teamOf(anna).ask(NEVER);
  await vi.waitFor(() => expect(teamOf(ben).request).not.toBeNull(), SOON);
  teamOf(ben).decline('I am in the middle of a storm');
  expect(await asked).toEqual({ reason: 'I am in the middle of a storm' });
  expect(await teamOf(anna).takeOver('Ben went home', NEVER)).toBe('done');
  await expectSeat(anna, 'holding');
}

/** A member that is cut off from the log goes on alone, and offers its events afterwards. */
async function offerLateEvents(team: CanaryTeam, anna: Desk, ben: Desk): Promise<void> {
  team.engine.setCut('anna', true);
  await expectSeat(anna, 'alone');
  await expectSeat(ben, 'holding');
  const newestSeq = newestSeqOf(anna);
  team.service.dropStreams();
  await vi.waitFor(() => expect(newestSeqOf(anna)).toBeGreaterThan(newestSeq), SOON);
  team.engine.setCut('anna', false);
  await expectSent(team, 'offers: offer');
}

/** Sessions end for reasons that come from an answer with all secrets of the request. */
async function echoSecrets(team: CanaryTeam, desks: readonly Desk[]): Promise<void> {
  team.service.echo('token', 'invalid-grant');
  team.service.echo('subscribe', 'unauthorized');
  team.service.dropStreams();
  await expectSent(team, 'chain: session-ended');
  await vi.waitFor(() => expect(desks.map(shownSeat).join()).toMatch(/sign-in-needed/), SOON);
  for (const desk of desks) {
    const { control } = teamOf(desk);
    team.sent.push({ what: 'status', text: JSON.stringify([await control.status(), await teamOf(desk).report()]) });
    const health = new Health({ ...desk.composition, version: '1', blindAfterMs: 60_000 });
    team.sent.push({ what: 'metrics', text: `${JSON.stringify(await health.status())} ${await health.metrics()}` });
    await health.close();
  }
}

async function expectNoLeak(startEngine: () => Promise<CanaryEngine>): Promise<void> {
  const team = await CanaryTeam.start(startEngine);
  const { anna, ben } = await joinBoth(team);
  await publishBase(team, anna);
  await changeHolder(anna, ben);
  await offerLateEvents(team, anna, ben);
  await echoSecrets(team, [anna, ben]);
  await expectSent(team, 'lease', 'base', 'base info', 'id', 'status', 'metrics', 'chain: session-opened');
  await expectSent(team, 'requests: can-you-take', 'requests: ready', 'requests: take-it');
  await expectSent(team, 'requests: may-i-have-it', 'requests: no');
  if (team.engine.secrets.length > 0) await expectSent(team, 'socket');
  expect(team.leaks().slice(0, 5)).toEqual([]);
}

test(`[TEAM-23] ${NAME}`, () => expectNoLeak(missingNatsServer() === null ? natsEngine : memoryEngine), 300_000);

async function workOf(service: CanaryService): Promise<CanaryWork> {
  const work = await CanaryWork.create(service, new Outputs());
  onTestFinished(() => work.end());
  return work;
}
