/**
 * `npm run bench`: the real commands and the real store, each figure beside its goal (docs/performance.md). Exits with 1
 * where a goal is missed.
 *
 *     npm run bench -- [--events N] [--only ingest,latency,growth,reads,space] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isBuilt } from './collecting.ts';
import { FeedingServer } from './feeding-server.ts';
import { Figures } from './figures.ts';
import { benchIngest, benchLatency } from './ingest.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, only: { type: 'string' }, json: { type: 'string' } },
});
const events = Number(values.events);
if (!Number.isSafeInteger(events) || events < 100_000 || events % 100_000 !== 0)
  throw new Error('--events takes a multiple of 100000');
const only = values.only?.split(',');
const parts: Record<string, (figures: Figures) => Promise<void>> = {
  ingest: (figures) => served((server) => benchIngest(figures, server)),
  latency: (figures) => served((server) => benchLatency(figures, server)),
};

async function served(work: (server: FeedingServer) => Promise<void>): Promise<void> {
  const server = await FeedingServer.start();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

console.log(`${events} events; commands run from ${isBuilt() ? 'the bundle' : 'the sources'}`);
const figures = new Figures();
for (const [name, bench] of Object.entries(parts)) if (only === undefined || only.includes(name)) await bench(figures);
const missed = figures.missed();
console.log(missed.length === 0 ? '\nEvery goal is reached.' : `\nMISSED: ${missed.join('; ')}`);
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(figures.report({ events, bundle: isBuilt() }), null, 2)}\n`);
if (missed.length > 0) process.exitCode = 1;
