/**
 * Runs 24 sessions with planned ends over real sockets, at ten times the speed, with a token issuer that needs 1.5 s
 * for each answer. Prints the reconnect times that the service measured.
 */
import { NO_POLICY } from '../../src-shared/api/policy/policy.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createServiceClient } from '../../src-main/adapters/service/service-client.ts';
import { createStatusPages } from '../../src-main/adapters/status-page/status-page-client.ts';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { createStreamClient } from '../../src-main/adapters/stream/stream-client.ts';
import { openWatch } from '../../src-main/core/open-watch.ts';
import { coverageFigures } from '../../src-shared/domain/coverage/coverage-figures.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import { MemoryLinks, MemorySearches, MemoryViews } from '../doubles/memory-views.ts';
import { createFastClock } from '../doubles/fast-clock.ts';
import { databasesInFolders } from '../doubles/in-thread-databases.ts';
import { MemoryAlarmFiles } from '../doubles/memory-alarm-files.ts';
import { MemoryOutlets } from '../doubles/memory-outlets.ts';
import { MemoryExports } from '../doubles/memory-exports.ts';
import { someProfile } from '../doubles/profile.ts';
import { SilentLog } from '../doubles/silent-log.ts';
import { aGrantSource, noActionInbox, noWriterProcesses, noTeamLogs, ownDataFolder } from '../doubles/watch-ports.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const SESSIONS = 24;
const SPEED = 10;
/** In real milliseconds. A session counts as steady after a minute. */
const SESSION_MS = 62_000 / SPEED;
const HEARTBEAT_MS = 10_000 / SPEED;
const ISSUER_MS = 1_500;

/** Ends each session as announced. Records the time until the next session, in real milliseconds. */
async function startService() {
  const unheardMs: number[] = [];
  let endedAt: number | null = null;
  async function session(response: ServerResponse): Promise<void> {
    if (endedAt !== null) unheardMs.push(performance.now() - endedAt);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const startedAt = performance.now();
    const send = (kind: string) => response.write(`event: ${kind}\ndata: {}\n\n`);
    send('SUBSCRIPTION_STARTED');
    while (performance.now() - startedAt < SESSION_MS) {
      await pause(HEARTBEAT_MS);
      send('HEARTBEAT');
    }
    send('SUBSCRIPTION_ENDED');
    endedAt = performance.now();
    response.end();
  }
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/token') !== true) void session(response);
    else
      void pause(ISSUER_MS).then(() =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 300 })),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, unheardMs, stop: () => (server.closeAllConnections(), server.close()) };
}

test('planned reconnects do not wait for the issuer', async () => {
  const service = await startService();
  const clock = createFastClock(SPEED);
  const network = createNetwork({ env: {} });
  const { origin } = service;
  const directory = temporaryDirectory();
  const watch = await openWatch(
    {
      clock,
      log: new SilentLog(),
      random: Math.random,
      policy: NO_POLICY,
      savedViews: new MemoryViews(),
      alarmFiles: new MemoryAlarmFiles(),
      outlets: new MemoryOutlets(),
      actionInbox: noActionInbox,
      writerProcesses: noWriterProcesses,
      teamLogs: noTeamLogs,
      savedSearches: new MemorySearches(),
      ownLinks: new MemoryLinks(),
      inventories: databasesInFolders(() => directory).inventories,
      caseProjections: databasesInFolders(() => directory).caseProjections,
      exportFiles: new MemoryExports(),
      newId: () => randomUUID(),
      dataFolder: ownDataFolder,
      stores: databasesInThreads(directory).stores,
      streams: createStreamClient({ clock, log: new SilentLog(), network }),
      issuer: createOpenidTokenIssuer({ network }),
      service: createServiceClient({ network }),
      statusPages: createStatusPages({ network }),
    },
    {
      profile: { ...someProfile, baseUrl: origin, eventsUrl: origin, authUrl: origin },
      practice: false,
      grants: aGrantSource('secret'),
    },
    watchIdSchema.parse('the-watch'),
  );
  const from = clock.now();
  await vi.waitFor(() => expect(service.unheardMs.length).toBeGreaterThanOrEqual(SESSIONS), {
    timeout: SESSIONS * (SESSION_MS + 3_000),
    interval: 100,
  });
  // A session is stored shortly after the service opened it.
  const figures = await vi.waitFor(
    async () => {
      const to = clock.now();
      const stored = coverageFigures(await watch.reader().coverage({ from, to }), { from, to }, to, to);
      expect(stored.reconnects).toBeGreaterThanOrEqual(SESSIONS);
      return stored;
    },
    { timeout: 60_000, interval: 100 },
  );
  await watch.stop();
  service.stop();

  const sorted = service.unheardMs.toSorted((one, other) => one - other);
  const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  console.log(
    `${sorted.length} planned ends: nobody listened for ${part(0.5).toFixed(0)} ms (median), ` +
      `${part(0.99).toFixed(0)} ms (99th percentile), ${part(1).toFixed(0)} ms (longest)`,
  );
  // A reconnect that waited for the issuer would take at least this long.
  expect(part(1)).toBeLessThan(ISSUER_MS);
  expect(figures.gaps).toBe(0);
});
