/**
 * `npm run bench`: measures the real commands and the real store, and prints each figure with its goal
 * (docs/performance.md). Exits with 1 if a goal is missed.
 *
 *     npm run bench -- [--events N] [--only ingest,latency,beside,growth,reads,index,space,inventory,cases,simulator] [--json FILE]
 *     npm run bench -- read [--events N] [--json FILE]
 *     npm run bench -- page [--short] [--of CHECKOUT] [--json FILE]
 *     npm run bench -- load-all [--of CHECKOUT] [--json FILE]
 *
 * `read` runs reads and index, with a million events by default. `page` and `load-all` (of the inventory) run only on
 * request: they need a build (`npm run build`), here or in another checkout. A goal that they miss is reported, but does
 * not fail the run, because a browser on a busy machine is slow in any case.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchReadsWhileIngesting } from './reads-while-ingesting.ts';
import { isBuilt } from './collect-process.ts';
import { benchCases } from './cases.ts';
import { BenchServer } from './bench-server.ts';
import { Figures } from './figures.ts';
import { FilledStore } from './filled-store.ts';
import { benchGrowth } from './growth.ts';
import { benchLiveIndexing } from './indexing.ts';
import { benchIngest, benchLatency } from './ingest.ts';
import { benchInventory } from './inventory.ts';
import { benchLoadAll } from './load-all.ts';
import { benchPage } from './page.ts';
import { benchCommand, benchReads, benchTools } from './reads.ts';
import { benchSimulator } from './simulator.ts';
import { benchMaintenance } from './maintenance.ts';

/** Size of the store with which every larger one is compared. */
const SMALL = 100_000;
const READ_EVENTS = 1_000_000;
/** A larger file would displace the store from the system's file cache. */
const LINES_UP_TO = 1_000_000;
const PARTS = [
  'ingest',
  'latency',
  'beside',
  'growth',
  'reads',
  'index',
  'space',
  'inventory',
  'cases',
  'simulator',
  'page',
  'load-all',
] as const;
const READ: readonly Part[] = ['reads', 'index'];
/** Parts that need Chromium and a build. */
const OF_THE_PAGE: readonly Part[] = ['page', 'load-all'];
type Part = (typeof PARTS)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    short: { type: 'boolean', default: false },
    of: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});
const isRead = positionals.includes('read');
const events = Number(values.events ?? (isRead ? READ_EVENTS : SMALL));
if (!Number.isSafeInteger(events) || events < SMALL || events % SMALL !== 0)
  throw new Error(`--events takes a multiple of ${SMALL}`);
const requested = [...(values.only?.split(',') ?? []), ...positionals].flatMap((part): readonly string[] =>
  part === 'read' ? READ : [part],
);
for (const part of requested)
  if (!PARTS.some((knownPart) => knownPart === part)) throw new Error(`the parts are ${PARTS.join(', ')}`);
const isRequested = (part: Part) => (requested.length === 0 ? !OF_THE_PAGE.includes(part) : requested.includes(part));

const figures = new Figures();
/** Load of the machine before the first measurement. Above one per processor, times mean nothing. */
const load = loadavg()[0] ?? 0;
const what = OF_THE_PAGE.some(isRequested)
  ? []
  : [`${events} events`, `commands run from ${isBuilt() ? 'the bundle' : 'the sources'}`];
console.log([...what, `load ${load.toFixed(1)}`].join('; '));
try {
  if (isRequested('ingest')) await served((server) => benchIngest(figures, server));
  if (isRequested('latency')) await served((server) => benchLatency(figures, server));
  if (isRequested('beside')) await served((server) => benchReadsWhileIngesting(figures, server));
  if (isRequested('growth')) await served((server) => benchGrowth(figures, server, events));
  if (isRequested('reads') && events > SMALL) await benchStore(SMALL, false);
  if (isRequested('reads') || isRequested('space')) await benchStore(events, isRequested('space'));
  if (isRequested('index')) await benchLiveIndexing(figures);
  if (isRequested('inventory')) await benchInventory(figures, events);
  if (isRequested('cases')) await served((server) => benchCases(figures, server, events));
  if (isRequested('simulator')) await benchSimulator(figures);
  if (isRequested('page'))
    await served((server) => benchPage(figures, server, { checkout: values.of, isShort: values.short }));
  if (isRequested('load-all')) await served((server) => benchLoadAll(figures, server, values.of));
  if (!OF_THE_PAGE.some(isRequested)) notMeasuredHere(figures);
} finally {
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(figures.report({ events, load, bundle: isBuilt() }), null, 2)}\n`);
}
const missed = figures.missed();
console.log(missed.length === 0 ? '\nEvery goal is reached.' : `\nMISSED: ${missed.join('; ')}`);
if (missed.length > 0 && !OF_THE_PAGE.some(isRequested)) process.exitCode = 1;

function notMeasuredHere(report: Figures): void {
  report.topic('Not measured by this command');
  report.notMeasured('socket to the page, p99', 'it needs a browser');
  report.notMeasured('the page itself', '`npm run bench -- page` does');
  report.notMeasured('a million rows of the inventory', '`npm run bench -- load-all` does');
}

async function served(work: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await BenchServer.start();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

async function benchStore(count: number, withSpace: boolean): Promise<void> {
  const withTools = isRequested('reads') && count === events && count <= LINES_UP_TO;
  const start = performance.now();
  const filled = await FilledStore.fill(count, withTools);
  console.log(`\n(${count} events stored in ${((performance.now() - start) / 1_000).toFixed(0)} s)`);
  try {
    if (isRequested('reads')) {
      const reads = await benchReads(figures, filled);
      if (count === events) benchCommand(figures, filled);
      if (withTools) benchTools(figures, filled, reads);
      else if (count === events) figures.notMeasured('jq, rg', `their file is written up to ${LINES_UP_TO} events`);
    }
    if (withSpace) await benchMaintenance(figures, filled);
  } finally {
    await filled.remove();
  }
}
