/**
 * `npm run bench`: measures the real commands and the real store, and prints each figure with its goal
 * (docs/performance.md). Exits with 1 if a goal is missed.
 *
 *     npm run bench -- [--events N] [--only PART,…] [--of CHECKOUT]… [--short] [--json FILE] [--record]
 *     npm run bench -- --quick [--of CHECKOUT]… [--record]
 *     npm run bench -- --document
 *     npm run bench -- --stale
 *
 * Parts: goals, latency, beside, reads, space, inventory, cases, figures, simulator, page, load-all, outlets, team. The last four run
 * only on request. `page`, `load-all` and `outlets` need a build (`npm run build`), as the part `goals` does, which includes
 * `outlets`; `team` needs the program nats-server. A part may be named without `--only`: `npm run bench -- team`.
 * `--quick`: only the goals, with 100 000 events and short spans. `--of`: measures another built checkout with the same
 * events; two of them are interleaved, and their figures are printed side by side; `--record` keeps those of the last in
 * docs/performance.json and writes the tables of docs/performance.md; `--document` only writes the tables. `--stale` measures
 * nothing: it exits with 1 if a figure is of a part of the product that is two versions further now.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchReadsWhileIngesting } from './reads-while-ingesting.ts';
import { benchCases } from './cases.ts';
import { BenchServer } from './bench-server.ts';
import { Checkout, HERE } from './checkout.ts';
import { GOAL_TOPIC, recordFigures, staleFigures, writeDocument } from './document.ts';
import { type Figure, Figures, goalText, isReached, valueText } from './figures.ts';
import { FilledStore } from './filled-store.ts';
import { commands, webHost } from './goal-commands.ts';
import { type Bench, ingestOnce, rebuildCases, reportIngest, steadyRates } from './goal-ingest.ts';
import { outlets } from './goal-outlets.ts';
import { coldWatch, page } from './goal-page.ts';
import { reads } from './goal-reads.ts';
import { benchInventory } from './inventory.ts';
import { benchLatency } from './latency.ts';
import { benchLoadAll } from './load-all.ts';
import { benchMaintenance } from './maintenance.ts';
import { benchPage } from './page.ts';
import { benchQuality } from './quality.ts';
import { benchReads } from './reads.ts';
import { benchSealing } from './sealing.ts';
import { benchSimulator } from './simulator.ts';
import { benchTeam } from './team.ts';

const QUICK_EVENTS = 100_000;
/** With more than 100 000 events, a single round is long enough. */
const ROUNDS = 2;
const PARTS = [
  'goals',
  'latency',
  'beside',
  'reads',
  'space',
  'inventory',
  'cases',
  'figures',
  'simulator',
  'page',
  'load-all',
  'outlets',
  'team',
] as const;
type Part = (typeof PARTS)[number];

/** Parts that run only on request, at the end of `PARTS`. */
const ON_REQUEST = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: String(QUICK_EVENTS) },
    only: { type: 'string' },
    json: { type: 'string' },
    short: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
    stale: { type: 'boolean', default: false },
    of: { type: 'string', multiple: true, default: [HERE.root] },
  },
});
if (values.document) writeDocument();
else if (values.stale) reportStale();
else await measure();

function reportStale(): void {
  const stale = staleFigures();
  for (const figure of stale) console.log(`STALE: ${figure}`);
  console.log(stale.length === 0 ? 'No figure is stale.' : 'Measure these again with --record.');
  if (stale.length > 0) process.exitCode = 1;
}

async function measure(): Promise<void> {
  const events = Number(values.events);
  if (!Number.isSafeInteger(events) || events < 10_000) throw new Error('--events takes 10000 or more');
  const named = [...positionals, ...(values.only?.split(',') ?? [])];
  const usual = values.quick ? ['goals'] : PARTS.slice(0, -ON_REQUEST);
  const requested: readonly string[] = named.length > 0 && !values.quick ? named : usual;
  for (const part of requested)
    if (!PARTS.some((known) => known === part)) throw new Error(`the parts are ${PARTS.join(', ')}`);
  const isRequested = (part: Part) => requested.includes(part);
  const checkouts = values.of.map((root) => new Checkout(resolve(root)));
  const checkout = checkouts.at(-1) ?? HERE;
  const figures = checkouts.map((each) => new Figures(each, events));
  // The last checkout is the newer one: its figures are recorded and decide the exit code.
  const own = figures.at(-1) ?? new Figures(HERE, events);
  const described = (each: Checkout) =>
    `${each.root} at ${each.commit()}, ${each.isBuilt() ? 'the bundle' : 'the sources'}`;
  console.log(`${events} events; ${checkouts.map(described).join('; ')}`);
  try {
    if (isRequested('goals'))
      await served((server) =>
        benchGoals(checkouts.map((each, place) => benchOf(each, figures[place] ?? own, server))),
      );
    if (isRequested('latency')) await served((server) => benchLatency(own, server));
    if (isRequested('beside')) await served((server) => benchReadsWhileIngesting(own, server));
    if (isRequested('reads') || isRequested('space')) await benchStore(own, events, isRequested);
    if (isRequested('space')) benchSealing(own);
    if (isRequested('inventory')) await benchInventory(own, events);
    if (isRequested('cases')) await benchCases(own, events);
    if (isRequested('figures')) await benchQuality(own, events);
    if (isRequested('simulator')) await benchSimulator(own);
    if (isRequested('page')) await served((server) => benchPage(own, server, { checkout, isShort: values.short }));
    if (isRequested('outlets')) await served((server) => outlets(benchOf(checkout, own, server)));
    if (isRequested('team')) await benchTeam(own, events);
    if (isRequested('load-all')) await served((server) => benchLoadAll(own, server, checkout));
  } finally {
    if (figures.length > 1) printBesides(figures);
    if (values.json !== undefined)
      writeFileSync(
        values.json,
        `${JSON.stringify(
          figures.flatMap(({ list }) => list),
          null,
          2,
        )}\n`,
      );
    if (values.record) recordFigures(own.list);
  }
  const missed = own.missed();
  console.log(missed.length === 0 ? '\nEvery goal is reached.' : `\nMISSED: ${missed.join('; ')}`);
  if (missed.length > 0) process.exitCode = 1;
}

function benchOf(checkout: Checkout, figures: Figures, server: BenchServer): Bench {
  const events = Number(values.events);
  return { checkout, figures, server, events, isShort: values.quick || values.short, rounds: [], folder: '' };
}

/** Runs each step for all checkouts, in changing order, so that a machine that slows down affects all of them. */
async function benchGoals(benches: readonly Bench[]): Promise<void> {
  const rounds = Number(values.events) > QUICK_EVENTS ? 1 : ROUNDS;
  const ingests = Array.from({ length: rounds }, (_, round) => (bench: Bench) => ingestOnce(bench, round % 2 === 1));
  const steps = [
    ...ingests,
    reportIngest,
    rebuildCases,
    steadyRates,
    outlets,
    webHost,
    page,
    coldWatch,
    commands,
    reads,
  ];
  try {
    for (const [place, step] of steps.entries())
      for (const bench of place % 2 === 0 ? benches : benches.toReversed()) {
        if (place >= rounds) bench.figures.topic(GOAL_TOPIC, []);
        if (benches.length > 1) console.log(`  ${bench.checkout.root}`);
        await step(bench);
      }
  } finally {
    for (const { folder } of benches) if (folder !== '') rmSync(folder, { recursive: true });
  }
}

function printBesides(figures: readonly Figures[]): void {
  const [first = figures[0], ...others] = figures;
  console.log('\nSide by side');
  for (const figure of first?.list ?? []) {
    const same = others.map(({ list }) => list.find(({ name }) => name === figure.name));
    const texts = [figure, ...same].map((each: Figure | undefined) =>
      each === undefined ? '–' : `${valueText(each)}${isReached(each) ? '' : ' !'}`,
    );
    console.log(
      `  ${figure.name.padEnd(58)}${goalText(figure).padEnd(10)}${texts.map((text) => text.padEnd(14)).join('')}`,
    );
  }
}

async function served(work: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await BenchServer.start();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

async function benchStore(figures: Figures, count: number, isRequested: (part: Part) => boolean): Promise<void> {
  const start = performance.now();
  const filled = await FilledStore.fill(count);
  console.log(`\n(${count} events stored in ${((performance.now() - start) / 1_000).toFixed(0)} s)`);
  try {
    if (isRequested('reads')) await benchReads(figures, filled);
    if (isRequested('space')) await benchMaintenance(figures, filled);
  } finally {
    await filled.remove();
  }
}
