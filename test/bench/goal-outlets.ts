/** Measures outlets with real HTTP receivers: how soon an event arrives, and what two outlets cost `collect`. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { BenchServer } from './bench-server.ts';
import { BENCH_SECRET, writeBenchProfile } from './bench-profile.ts';
import type { Checkout } from './checkout.ts';
import { median, percentile } from './figures.ts';
import type { Bench } from './goal-ingest.ts';
import { record } from './goals.ts';
import { newBenchFolder, ProductProcess, storePath } from './product-process.ts';

const PER_SECOND = 100;
/** The first events of a process cost more, because it compiles its code. */
const WARM_UP = 500;
const PAIRS = 5;
const PAIR_EVENTS = 50_000;

export async function outlets(bench: Bench): Promise<void> {
  await arrival(bench);
  await cost(bench);
}

/** The outlet sends one request for each event, which is the slowest way. */
async function arrival({ checkout, figures, server, isShort }: Bench): Promise<void> {
  const count = WARM_UP + PER_SECOND * (isShort ? 20 : 60);
  const receivedAt: number[] = [];
  const receiver = await startReceiver(() => receivedAt.push(performance.now()));
  const folder = newBenchFolder();
  addOutlets(checkout, server, folder, [['cloudevents', 'events', receiver.url, 'view:all']]);
  const collecting = await ProductProcess.start(server, { checkout, folder });
  try {
    await server.prepareEvents(0, count);
    const before = collecting.newestSeq();
    const sent = server.sendAtRate(PER_SECOND);
    const storedAt: number[] = [];
    while (storedAt.length < count) {
      await collecting.waitUntilStored(before + storedAt.length + 1);
      const newest = collecting.newestSeq() - before;
      while (storedAt.length < newest) storedAt.push(performance.now());
    }
    await sent;
    await receiver.waitFor(count);
    const waits = storedAt.map((at, index) => Math.max(0, (receivedAt[index] ?? 0) - at)).slice(WARM_UP);
    const aside = `p50 ${percentile(waits, 50).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`;
    record(figures, 'outlet: stored to received at 100 events/s, p99', percentile(waits, 99) / 1_000, aside);
  } finally {
    await collecting.stop();
    collecting.remove();
    receiver.stop();
  }
}

/** Alternates, so that a machine that slows down affects both. */
async function cost({ checkout, figures, server }: Bench): Promise<void> {
  const receiver = await startReceiver(() => undefined);
  const ratios: { readonly ms: number; readonly cpuMs: number }[] = [];
  try {
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const order = pair % 2 === 0 ? [true, false] : [false, true];
      const ran = new Map<boolean, { readonly ms: number; readonly cpuMs: number }>();
      for (const hasOutlets of order)
        ran.set(hasOutlets, await stored(checkout, server, hasOutlets ? receiver.url : null));
      const [with_, without] = [ran.get(true), ran.get(false)];
      if (with_ !== undefined && without !== undefined)
        ratios.push({ ms: with_.ms / without.ms, cpuMs: with_.cpuMs / without.cpuMs });
    }
  } finally {
    receiver.stop();
  }
  const times = ratios.map(({ ms }) => ms);
  const cpu = median(ratios.map(({ cpuMs }) => cpuMs));
  const aside = `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}; processor time ${cpu.toFixed(2)}`;
  record(figures, '`collect` with two outlets ÷ without, time until stored', median(times), aside);
}

async function stored(checkout: Checkout, server: BenchServer, url: string | null) {
  const folder = newBenchFolder();
  if (url !== null)
    addOutlets(checkout, server, folder, [
      ['alertmanager', 'alerts', url, 'groups,signal'],
      ['cloudevents', 'events', url, 'view:failed', '--batch'],
    ]);
  const collecting = await ProductProcess.start(server, { checkout, folder });
  try {
    await server.prepareEvents(0, PAIR_EVENTS);
    const target = collecting.newestSeq() + PAIR_EVENTS;
    const [start, cpuMs] = [performance.now(), collecting.usage().cpuMs];
    server.sendPrepared();
    const end = await collecting.waitUntilStored(target);
    return { ms: end - start, cpuMs: collecting.usage().cpuMs - cpuMs };
  } finally {
    await collecting.stop();
    collecting.remove();
  }
}

/** @param added kind, name, address, `--send`, more options */
function addOutlets(
  checkout: Checkout,
  { origin }: BenchServer,
  folder: string,
  added: readonly (readonly [kind: string, name: string, url: string, send: string, ...more: string[]])[],
): void {
  const where = ['--profile', writeBenchProfile(folder, origin), '--data-dir', join(folder, 'data')];
  const product = (...args: string[]) =>
    execFileSync(process.execPath, [checkout.launcher, 'outlets', ...args, ...where], {
      env: { ...checkout.environment, ...BENCH_SECRET },
    });
  // Makes the folder of the profile.
  product('list');
  const views = [
    { id: 'all', name: 'all', query: '', pinned: false },
    { id: 'failed', name: 'failed', query: 'outcome:failed', pinned: false },
  ];
  writeFileSync(join(dirname(storePath(folder)), 'views.json'), JSON.stringify({ version: 1, views }));
  for (const [kind, name, url, send, ...more] of added)
    product('add', kind, name, '--url', url, '--send', send, ...more);
}

/** @param onRequest called when a request has arrived completely */
async function startReceiver(onRequest: () => void) {
  let count = 0;
  let wake = () => {};
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      onRequest();
      count += 1;
      wake();
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async waitFor(expected: number): Promise<void> {
      await new Promise<void>((resolve) => {
        wake = () => {
          if (count >= expected) resolve();
        };
        wake();
      });
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
