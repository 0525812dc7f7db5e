/** Tests the composed product in a team on a real NATS server, where one is installed. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNatsTeamLog } from '../../../src-main/adapters/team/nats-team-log.ts';
import { makeBase } from '../../../src-main/core/team/base/base-maker.ts';
import { createSystemClock } from '../../../src-main/adapters/clock/system-clock.ts';
import { teamService } from '../../../src-main/core/team/team-service.ts';
import { walk } from '../../../src-main/core/timeline/walk.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { startSimulator, type Simulator } from '../../../src-simulator/simulator.ts';
import { shownSeat, storedRows } from '../../doubles/simulated-team.ts';
import { type NatsDesk as Desk, startNatsDesk } from '../../support/nats-desk.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { expireAll, type NatsServer } from '../../support/nats-server.ts';
import { startNatsTeam } from '../../support/nats-team.ts';

const LEASE_SECONDS = 2;
const NEVER = new AbortController().signal;
const SOON = { timeout: 30_000, interval: 50 };

async function startServer(): Promise<NatsServer> {
  const server = await startNatsTeam('team1', LEASE_SECONDS * 1_000);
  onTestFinished(() => server.signal());
  return server;
}

function startDesk(simulator: Simulator, { url }: NatsServer, member: string): Promise<Desk> {
  return startNatsDesk(simulator, [url], member, LEASE_SECONDS);
}

const seats = (desks: readonly Desk[]) => desks.map(shownSeat);

async function eventIds({ instance: { watch } }: Desk): Promise<readonly (string | null)[]> {
  const ids: (string | null)[] = [];
  for await (const { id } of walk(watch.reader(), { filter: EVERYTHING, direction: 'newer' })) ids.push(id);
  return ids;
}

/** All stores have the same rows as soon as every member has read the log to its end. */
async function expectEqualStores([first, ...others]: readonly Desk[]): Promise<void> {
  await vi.waitFor(async () => {
    const ids = first === undefined ? [] : await eventIds(first);
    // Rows of 3 MB take long to read, so the ids are compared first.
    for (const desk of others) expect(await eventIds(desk)).toEqual(ids);
    const rows = first === undefined ? [] : await storedRows(first);
    for (const desk of others) expect(await storedRows(desk)).toEqual(rows);
    expect(rows.length).toBeGreaterThan(1);
  }, SOON);
}

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-150] three Watchfloors share one stream over NATS, through a hand-over, a cut path, a killed server and the end of the holder',
  async () => {
    const simulator = await startSimulator({ scenario: 'calm-shift', subscriptions: 10 });
    onTestFinished(() => simulator.stop());
    const server = await startServer();
    const anna = await startDesk(simulator, server, 'anna');
    await vi.waitFor(() => expect(shownSeat(anna)).toBe('holding'), SOON);
    const ben = await startDesk(simulator, server, 'ben');
    const cleo = await startDesk(simulator, server, 'cleo');
    const desks = [anna, ben, cleo];
    const follows = (name: string) => `following ${name}'s desk`;
    await vi.waitFor(() => expect(seats(desks)).toEqual(['holding', follows('anna'), follows('anna')]), SOON);
    await expectEqualStores(desks);

    expect(await anna.instance.watch.team?.handOver('ben', NEVER)).toBe('done');
    await vi.waitFor(() => expect(seats(desks)).toEqual([follows('ben'), 'holding', follows('ben')]), SOON);
    await expectEqualStores(desks);

    ben.setCut(true);
    await vi.waitFor(() => expect(shownSeat(ben)).toBe('alone'), SOON);
    ben.setCut(false);
    await vi.waitFor(() => expect(seats(desks).filter((seat) => seat === 'holding')).toHaveLength(1), SOON);
    await expectEqualStores(desks);

    await server.signal('SIGKILL');
    await vi.waitFor(() => expect(seats(desks).filter((seat) => seat === 'alone')).toHaveLength(1), SOON);
    server.start();
    await vi.waitFor(() => expect(seats(desks).filter((seat) => seat === 'holding')).toHaveLength(1), SOON);
    await expectEqualStores(desks);

    const holder = desks.find((desk) => shownSeat(desk) === 'holding');
    await holder?.composition.stop();
    const others = desks.filter((desk) => desk !== holder);
    await vi.waitFor(() => expect(seats(others).filter((seat) => seat === 'holding')).toHaveLength(1), SOON);
    await expectEqualStores(others);
    expect(simulator.control.subscribers()).toHaveLength(1);
  },
  300_000,
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-20] a Watchfloor that joins over NATS after the first entries expired has the same rows, from the base',
  async () => {
    const simulator = await startSimulator({ scenario: 'calm-shift', subscriptions: 10 });
    onTestFinished(() => simulator.stop());
    const server = await startServer();
    const anna = await startDesk(simulator, server, 'anna');
    await vi.waitFor(() => expect(anna.instance.watch.snapshot().extent.newestSeq).toBeGreaterThan(2), SOON);
    await expireAll(server.url, 'WF_team1');
    const ben = await startDesk(simulator, server, 'ben');
    await vi.waitFor(
      () => expect(ben.instance.watch.snapshot().stream).toMatchObject({ cause: { code: 'LOG_HOLE' } }),
      SOON,
    );
    await ben.composition.stop();

    const log = createNatsTeamLog({
      log: 'team1',
      servers: [server.url],
      member: 'anna',
      seed: null,
      caFile: null,
      timeoutMs: 5_000,
    });
    onTestFinished(() => log.close());
    const reader = anna.instance.watch.reader();
    const service = teamService('team1', anna.instance.watch.profile);
    await makeBase({ bases: log.bases, reader, clock: createSystemClock(), service, isHolding: () => true }, NEVER);
    const cleo = await startDesk(simulator, server, 'cleo');
    await vi.waitFor(() => expect(shownSeat(cleo)).toBe("following anna's desk"), SOON);
    await expectEqualStores([anna, cleo]);
  },
  120_000,
);

/** Too large for one entry, as 3 MB of text that repeats itself and as 3 MB that cannot be packed. */
const LARGE = { packable: 'localization '.repeat(230_000), random: randomBytes(1_500_000).toString('hex') };

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-150] events of 3 MB reach all members over NATS: live ones, and a late one behind which others come',
  async () => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 10 });
    onTestFinished(() => simulator.stop());
    const server = await startServer();
    const anna = await startDesk(simulator, server, 'anna');
    await vi.waitFor(() => expect(shownSeat(anna)).toBe('holding'), SOON);
    const ben = await startDesk(simulator, server, 'ben');
    await vi.waitFor(() => expect(shownSeat(ben)).toBe("following anna's desk"), SOON);
    const emit = (id: string, data: string) => simulator.control.emit({ event: 'X', id, data });
    const expectStored = (desk: Desk, ...ids: readonly string[]) =>
      vi.waitFor(async () => expect(await eventIds(desk)).toEqual(expect.arrayContaining([...ids])), SOON);

    emit('live-packable', LARGE.packable);
    emit('live-random', LARGE.random);
    emit('live-last', '{}');
    await expectStored(ben, 'live-packable', 'live-random', 'live-last');

    anna.setCut(true);
    await vi.waitFor(() => expect(shownSeat(anna)).toBe('alone'), SOON);
    emit('late-packable', LARGE.packable);
    emit('late-last', '{}');
    await expectStored(anna, 'late-packable', 'late-last');
    // Another member has taken the seat, although it cannot get the stream, so the events are late.
    await vi.waitFor(async () => expect((await ben.instance.watch.team?.report())?.holder).toBe('ben'), SOON);
    anna.setCut(false);
    await expectStored(ben, 'late-packable', 'late-last');
    await expectEqualStores([anna, ben]);
  },
  300_000,
);
