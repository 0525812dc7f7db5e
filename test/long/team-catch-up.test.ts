/** Reads a long log from a real NATS server into a real store, as a new member does. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { createNatsTeamLog } from '../../src-main/adapters/team/nats-team-log.ts';
import { setUpNatsTeam } from '../../src-main/adapters/team/nats-team-setup.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import { TeamMemberStore } from '../../src-main/core/team/team-member-store.ts';
import { TeamReader } from '../../src-main/core/team/team-reader.ts';
import { EMPTY_TEAM_STATE } from '../../src-main/core/team/team-state.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { FILLED_LINEAGE, fillTeamLog } from '../support/filled-team-log.ts';
import { missingNatsServer } from '../support/missing-programs.ts';
import { NatsServer } from '../support/nats-server.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const EVENTS = 1_000_000;
const NEVER = new AbortController().signal;
const LOG = 'team1';

async function startedLog() {
  const server = await NatsServer.start();
  onTestFinished(() => server.signal());
  const connection = { servers: [server.url], member: 'admin', seed: null, caFile: null, timeoutMs: 30_000 };
  const limits = { log: LOG, replicas: 1, maxBytes: 900_000_000, maxAgeMs: 3_600_000, leaseMs: 2_000 };
  await vi.waitFor(() => setUpNatsTeam(connection, limits, NEVER), { timeout: 30_000, interval: 50 });
  return (member: string) => {
    const log = createNatsTeamLog({ ...connection, member, log: LOG });
    onTestFinished(() => log.close());
    return log;
  };
}

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-20] a new member reads a million events from a real server, each once',
  async () => {
    const connect = await startedLog();
    const filling = connect('holder');
    await fillTeamLog(filling, generatedEvents(0, EVENTS), 'a-service', NEVER);
    const status = await filling.status(NEVER);
    if (status.kind !== 'reached') throw new Error(`The log does not answer: ${status.kind}`);
    const { last, identity } = status;

    const identityOfStore = { id: profileIdSchema.parse('a-wall-screen'), name: 'Wall', practice: false, source: 's' };
    const { stores } = inThreadDatabases(temporaryDirectory());
    const store = await stores.open(identityOfStore, () => undefined);
    onTestFinished(() => store.close());
    await store.team.follow({ log: identity, lineage: FILLED_LINEAGE, member: 'wall' });
    const memberStore = new TeamMemberStore({
      team: store.team,
      member: 'wall',
      newId: () => 'never used',
      state: EMPTY_TEAM_STATE,
      committed: new ChangeSignal(),
      onTooLarge: () => undefined,
      untilStored: (write) => write(),
      onApplied: () => undefined,
    });
    const ends = new AbortController();
    const reader = new TeamReader({
      log: connect('wall'),
      clock: createSystemClock(),
      state: EMPTY_TEAM_STATE,
      commit: (state, applied) => memberStore.commit(state, applied, { member: 'wall', run: 'run-of-the-wall' }),
      restore: async () => null,
      rewind: async () => null,
      onState({ position }) {
        if (position >= last) ends.abort(new Error('everything was read'));
      },
    });
    const before = process.cpuUsage();
    await reader.run(ends.signal);
    const { user, system } = process.cpuUsage(before);
    // Not checked, because on a busy computer a second of processor time does less.
    console.info(`${Math.round((EVENTS * 1_000_000) / (user + system))} events in a second of processor time`);
    expect(await store.reader.extent()).toEqual({ oldestSeq: 1, newestSeq: EVENTS, storedEvents: EVENTS });
  },
);
