/**
 * Measures the simulator under load in this process, compared with a plain `node:http` server in the same run: requests
 * and events per second, memory, and the delay of heartbeats while large orders are made.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fieldNames } from '../../src-simulator/fleet/fields.ts';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import { atLeast, atMost, type Figures } from './figures.ts';

const REQUESTS = 2_000;
const MAX_CONCURRENT_REQUESTS = 20;
const EVENTS_PER_SECOND = 5_000;
const FLOOD_SECONDS = 5;
const MIB = 1024 * 1024;

export async function benchSimulator(figures: Figures): Promise<void> {
  for (const subscriptions of [250_000, 1_000_000]) {
    figures.topic(`Simulator: ${subscriptions} subscriptions`, [], false);
    const simulator = await startSimulator({ scenario: 'none', subscriptions });
    try {
      const headers = { authorization: `Bearer ${await tokenOf(simulator)}`, 'content-type': 'application/json' };
      const url = `${simulator.origin}/iot-connect/subscription-inventory/v2/search`;
      const search = (body: unknown) => requested(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await benchRequests(figures, search);
      await benchFlood(figures, simulator, headers);
      await benchOrders(figures, search);
      await benchManySearches(figures, search);
    } finally {
      await simulator.stop();
    }
  }
}

async function requested(url: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, init);
  await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

async function tokenOf({ profile, clients }: Simulator): Promise<string> {
  const { clientId, clientSecret } = clients.post;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const url = `${profile.authUrl}/auth/realms/${profile.realm}/protocol/openid-connect/token`;
  const response = await fetch(url, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function rate(count: number, send: (index: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const sendRequests = async (): Promise<void> => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, sendRequests));
  return (count / (performance.now() - startedAt)) * 1_000;
}

async function benchRequests(figures: Figures, search: (body: unknown) => Promise<void>): Promise<void> {
  const bare = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const { port } = bare.address() as AddressInfo;
  const bareRate = await rate(REQUESTS, () => requested(`http://127.0.0.1:${port}`));
  bare.close();
  bare.closeAllConnections();
  const searchRate = await rate(REQUESTS, () => search({ limit: 10 }));
  figures.measured('searches a second, pages of 10', searchRate, '', null, `bare server ${bareRate.toFixed(0)}`);
  figures.measured('searches ÷ requests to a bare server', searchRate / bareRate, '', atLeast(0.1));
}

async function benchFlood(figures: Figures, simulator: Simulator, headers: HeadersInit): Promise<void> {
  const stream = await fetch(`${simulator.profile.eventsUrl}/connect/subscribe`, { headers });
  let bytes = 0;
  const reading = stream.body?.pipeTo(
    new WritableStream({ write: (chunk: Uint8Array) => void (bytes += chunk.length) }),
  );
  const late = lateness();
  const count = EVENTS_PER_SECOND * FLOOD_SECONDS;
  const data = { text: 'x'.repeat(1_000) };
  const startedAt = performance.now();
  const got = await simulator.control.emitMany({
    event: { event: 'FLOOD', data },
    count,
    perSecond: EVENTS_PER_SECOND,
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  figures.measured('events a second to a subscriber', got / seconds, '', atLeast(EVENTS_PER_SECOND * 0.9));
  figures.measured(
    'the same: a timer is late at most',
    late(),
    'ms',
    atMost(100),
    `${(bytes / MIB).toFixed(0)} MiB read`,
  );
  simulator.control.dropStreams('end');
  await reading;
}

async function benchOrders(figures: Figures, search: (body: unknown) => Promise<void>): Promise<void> {
  const late = lateness();
  const startedAt = performance.now();
  const orders = fieldNames.slice(0, 10).map((field) => [{ direction: 'desc', field: `iotSubscription.${field}` }]);
  await Promise.all(orders.map((sortBy) => search({ sortBy, limit: 1 })));
  figures.measured('ten new orders at once', (performance.now() - startedAt) / 1_000, 's');
  figures.measured('the same: a timer is late at most', late(), 'ms', atMost(100));
  figures.measured('memory after ten orders', process.memoryUsage.rss() / MIB, 'MiB');
}

async function benchManySearches(figures: Figures, search: (body: unknown) => Promise<void>): Promise<void> {
  const before = process.memoryUsage.rss();
  const fields = ['iotSubscription.lastModifiedAt'];
  await rate(10_000, (index) =>
    search({
      limit: 1,
      filters: [
        { fields, type: 'between', values: { min: new Date(index).toISOString(), max: '2100-01-01T00:00:00Z' } },
      ],
    }),
  );
  figures.measured('memory that 10 000 searches add', (process.memoryUsage.rss() - before) / MIB, 'MiB', atMost(200));
}

/** Measures a timer of 5 ms until the returned function is called, which returns the largest delay in ms. */
function lateness(): () => number {
  let worst = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 5);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return worst;
  };
}
