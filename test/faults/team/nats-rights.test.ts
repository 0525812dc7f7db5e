/** Rights of members on a real NATS server, where one is installed. */
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNatsTeamLog } from '../../../src-main/adapters/team/nats-team-log.ts';
import { checkNatsMember } from '../../../src-main/adapters/team/nats-member-check.ts';
import { natsRightsOf, natsUserEntry } from '../../../src-main/adapters/team/nats-rights.ts';
import { setUpNatsTeam } from '../../../src-main/adapters/team/nats-team-setup.ts';
import type { BaseInfo } from '../../../src-main/core/ports/team-base.ts';
import type { LogAppend, TeamLog } from '../../../src-main/core/ports/team-log.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { NatsServer } from '../../support/nats-server.ts';

const never = new AbortController().signal;
const roles = { hanna: 'stand-by', dana: 'desk', wally: 'wall' } as const;
const append = (lane: LogAppend['lane'], id: string): LogAppend => ({ lane, id, text: '{}', after: null });

async function teamWithRights(rightsOf = (name: keyof typeof roles) => natsRightsOf('test', name, roles[name])) {
  const keys = {
    admin: nkeys.createUser(),
    hanna: nkeys.createUser(),
    dana: nkeys.createUser(),
    wally: nkeys.createUser(),
  };
  const users = (['hanna', 'dana', 'wally'] as const).map((name) =>
    natsUserEntry(keys[name].getPublicKey(), rightsOf(name)),
  );
  const server = await NatsServer.start(
    `authorization { users: [ { nkey: ${keys.admin.getPublicKey()} }\n${users.join('\n')} ] }`,
  );
  onTestFinished(() => server.signal());
  const as = (member: keyof typeof keys, timeoutMs: number) => ({
    servers: [server.url],
    member,
    seed: new TextDecoder().decode(keys[member].getSeed()),
    caFile: null,
    timeoutMs,
  });
  const limits = { log: 'test', replicas: 1, maxBytes: 10_000_000, maxAgeMs: 3_600_000, leaseMs: 60_000 };
  await setUpNatsTeam(as('admin', 10_000), limits, never);
  const logOf = (member: keyof typeof roles): TeamLog => {
    const log = createNatsTeamLog({ log: 'test', ...as(member, 1_000) });
    onTestFinished(() => log.close());
    return log;
  };
  const managerOf = async (member: keyof typeof keys) => {
    const { seed } = as(member, 1_000);
    const connection = await connect({
      servers: server.url,
      authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
      inboxPrefix: `_INBOX_${member}`,
    });
    onTestFinished(() => connection.close());
    return { connection, manager: await jetstreamManager(connection, { timeout: 1_000, checkAPI: false }) };
  };
  return { as, logs: { hanna: logOf('hanna'), dana: logOf('dana'), wally: logOf('wally') }, managerOf };
}

const BASE: BaseInfo = { v: 1, upTo: 1, upToAt: 1, upToSeq: 1, created: 'now', lineage: 'test', service: '', at: 1 };

async function* onePiece() {
  yield '"piece"';
}

const publishes = (log: TeamLog) =>
  log.bases.publish(BASE, onePiece(), never).then(
    () => true,
    () => false,
  );

const firstText = async (log: TeamLog) => {
  for await (const { text } of log.read(1, AbortSignal.timeout(10_000))) return text;
  return null;
};

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-111] the servers let each member do what its role needs, and nothing else',
  { timeout: 120_000 },
  async () => {
    const { logs, managerOf } = await teamWithRights();
    await vi.waitFor(async () => expect(await logs.hanna.status(never)).toMatchObject({ kind: 'reached' }));
    const may: Record<string, Record<string, boolean>> = {};
    for (const [name, log] of Object.entries(logs)) {
      const isStored = async (lane: LogAppend['lane']) =>
        (await log.append(append(lane, `${name}-${lane}`), never)).kind === 'appended';
      may[name] = {
        chain: await isStored('chain'),
        offers: await isStored('offers'),
        actions: await isStored('actions'),
        lease: (await log.lease(name).write(name, null, never)).kind === 'held',
        readsLease: (await log.lease('hanna').read(never)) !== 'no-answer',
        reads: (await firstText(log)) === '{}',
        base: await publishes(log),
        readsBase: (await log.bases.list(never)).length > 0,
      };
    }
    const all = {
      chain: true,
      offers: true,
      actions: true,
      lease: true,
      readsLease: true,
      reads: true,
      base: true,
      readsBase: true,
    };
    expect(may).toEqual({
      hanna: all,
      dana: { ...all, chain: false, offers: false, lease: false, base: false },
      wally: { ...all, chain: false, offers: false, lease: false, actions: false, base: false },
    });

    const allowed: string[] = [];
    for (const name of ['hanna', 'dana', 'wally'] as const) {
      const { connection, manager } = await managerOf(name);
      const other = name === 'dana' ? 'hanna' : 'dana';
      const attempts: Record<string, () => Promise<unknown>> = {
        'write an action as another member': () =>
          connection.request(`wf.test.action.${other}`, '{}', { timeout: 500 }),
        'purge the log': () => manager.streams.purge('WF_test'),
        'delete the log': () => manager.streams.delete('WF_test'),
        'delete a record': () => manager.streams.deleteMessage('WF_test', 1),
        'delete a base': () => manager.streams.purge('WF_BASE_test'),
        'list other logs': () => manager.streams.list().next(),
        'delete a reader': () => manager.consumers.delete('WF_test', 'any'),
      };
      for (const [what, attempt] of Object.entries(attempts))
        await attempt().then(
          () => allowed.push(`${name} may ${what}`),
          // The server refuses without an answer. An answer says that it tried.
          (error: unknown) => error instanceof JetStreamApiError && allowed.push(`${name} may try to ${what}`),
        );
    }
    const admin = await managerOf('admin');
    await admin.manager.streams.purge('WF_test').then(
      () => allowed.push('the admin may purge'),
      () => null,
    );
    await admin.manager.streams.deleteMessage('WF_test', 1).then(
      () => allowed.push('the admin may delete'),
      () => null,
    );
    expect(allowed).toEqual([]);
    expect(await logs.wally.status(never)).toMatchObject({ first: 1, last: 4 });
  },
);

test.skipIf(missingNatsServer() !== null)('[TEAM-111] no member hears the answers or requests of another', async () => {
  const { logs, managerOf } = await teamWithRights();
  await vi.waitFor(async () => expect(await logs.hanna.status(never)).toMatchObject({ kind: 'reached' }));
  const { connection } = await managerOf('wally');
  const heard: string[] = [];
  for (const subject of ['_INBOX_hanna.>', 'wfa.test.hanna', 'wf.test.>'])
    connection.subscribe(subject, { callback: (error, { subject: of }) => void (error === null && heard.push(of)) });
  const asked: string[] = [];
  void (async () => {
    for await (const { text } of logs.hanna.subscribe('requests', 'hanna', AbortSignal.timeout(20_000)))
      asked.push(text);
  })();
  await logs.hanna.status(never);
  await vi.waitFor(async () => {
    logs.dana.publish({ topic: 'requests', member: 'hanna', text: '"please"' });
    await logs.dana.status(never);
    expect(asked).toContain('"please"');
  });
  await logs.hanna.append(append('chain', 'one'), never);
  await connection.flush();
  expect(heard).toEqual([]);
});

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-320] a member learns which of its entries the servers do not let it write, without waiting for an answer',
  async () => {
    const { logs } = await teamWithRights();
    const refused = { kind: 'refused', why: 'no-right' };
    expect(await logs.dana.append(append('actions', 'allowed'), never)).toMatchObject({ kind: 'appended' });
    expect(await logs.dana.append(append('chain', 'one'), never)).toMatchObject(refused);
    expect(await logs.wally.append(append('actions', 'two'), never)).toMatchObject(refused);
    expect(await logs.dana.lease('seat').write('dana', null, never)).toMatchObject({
      kind: 'no-answer',
      why: 'no-right',
    });
  },
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-180] a member that may not read the entries of the log is refused, and does not wait for the first one',
  async () => {
    const { as, logs } = await teamWithRights((name) => {
      const { publish, subscribe } = natsRightsOf('test', name, roles[name]);
      const isReader = (subject: string) => subject.includes('.CONSUMER.');
      return { publish: publish.filter((subject) => name !== 'wally' || !isReader(subject)), subscribe };
    });
    await logs.dana.append(append('actions', 'one'), never);
    const check = (name: keyof typeof roles) => checkNatsMember(as(name, 1_000), 'test', roles[name], never);
    expect(await check('wally')).toEqual({ kind: 'no-right', to: 'read' });
    expect(await check('dana')).toMatchObject({ kind: 'reached' });
  },
);
