/**
 * `npm run bench`: measures the real commands and the real store, and prints each figure with its goal
 * (docs/performance.md). Exits with 1 if a goal is missed.
 *
 *     npm run bench -- [--events N] [--only PART,…] [--of CHECKOUT]… [--short] [--json FILE] [--record]
 *     npm run bench -- --quick [--of CHECKOUT]… [--record]
 *     npm run bench -- compare --of OLDER --of NEWER [--rounds N] [--events N] [--record]
 *     npm run bench -- --document
 *     npm run bench -- --stale
 *
 * Parts: goals, latency, beside, reads, space, inventory, cases, figures, simulator, page, load-all, outlets, team, compare,
 * duckdb. The last six run only on request. `page`, `load-all`, `outlets` and `compare` need a build (`npm run build`), as the part `goals`
 * does, which includes `outlets`; `team` needs the program nats-server. A part may be named without `--only`:
 * `npm run bench -- team`. `compare`: the figures of `goals` that cost most, as medians of five rounds.
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
import { aligned, GOAL_TOPIC, recordFigures, staleFigures, writeDocument } from './document.ts';
import { type Figure, Figures, goalText, isReached, valueText } from './figures.ts';
import { FilledStore } from './filled-store.ts';
import { commands, heavyCommands, webHost } from './goal-commands.ts';
import { type Bench, fasterRates, ingest, rebuildCases } from './goal-ingest.ts';
import { besideDuckDb } from './goal-duckdb.ts';
import { outlets } from './goal-outlets.ts';
import { FASTER, FINISHED_CPU, GOALS, record } from './goals.ts';
import { coldWatch, page, watchedHost } from './goal-page.ts';
import { reads, textCounts } from './goal-reads.ts';
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
  'compare',
  'duckdb',
] as const;
type Part = (typeof PARTS)[number];

type Step = (bench: Bench) => Promise<void>;
/** Each needs the store of the first. */
const COMPARED: readonly Step[] = [ingest, rebuildCases, heavyCommands, textCounts, watchedHost];
const MEASURED_ONCE: readonly Step[] = [fasterRates, outlets, webHost, page, coldWatch, commands, reads];
const ROUNDS = 5;

/** Parts that run only on request, at the end of `PARTS`. */
const ON_REQUEST = 6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: String(QUICK_EVENTS) },
    only: { type: 'string' },
    json: { type: 'string' },
    rounds: { type: 'string' },
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
  const unbuilt = checkouts.find((each) => !each.isBuilt());
  if (isRequested('compare') && unbuilt !== undefined) throw new Error(`${unbuilt.root} has no build of its sources`);
  const described = (each: Checkout) =>
    `${each.root} at ${each.commit()}, ${each.isBuilt() ? 'the bundle' : 'the sources'}`;
  console.log(`${events} events; ${checkouts.map(described).join('; ')}`);
  try {
    const benches = (server: BenchServer) =>
      checkouts.map((each, place) => benchOf(each, figures[place] ?? own, server));
    // An older checkout may write no Parquet.
    const duckdb = isRequested('duckdb') && checkouts.length === 1 ? [besideDuckDb] : [];
    if (isRequested('compare'))
      await served((server) => benchRounds(benches(server), [...COMPARED, ...duckdb], ROUNDS));
    else if (isRequested('duckdb')) await served((server) => benchRounds(benches(server), [ingest, ...duckdb], 1));
    if (isRequested('goals'))
      await served((server) => benchRounds(benches(server), [...COMPARED, ...MEASURED_ONCE], 1));
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
  return { checkout, figures, server, events, isShort: values.quick || values.short, folder: '', storedMs: 0 };
}

/**
 * Runs each step for all checkouts, in changing order, so that a machine that slows down affects all of them.
 * @param usual rounds with up to 100 000 events; a single round with more is long enough
 */
async function benchRounds(benches: readonly Bench[], steps: readonly Step[], usual: number): Promise<void> {
  const rounds = Number(values.rounds ?? (Number(values.events) > QUICK_EVENTS ? 1 : usual));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, step] of steps.entries())
        for (const bench of (round + place) % 2 === 0 ? benches : benches.toReversed()) {
          bench.figures.topic(GOAL_TOPIC, []);
          if (benches.length > 1) console.log(`  ${bench.checkout.root}`);
          await step(bench);
        }
      if (round + 1 < rounds) printBesides(benches);
    }
    const [older, newer] = [benches.at(-2), benches.at(-1)].map(
      (bench) => bench?.figures.list.find(({ name }) => name === FINISHED_CPU)?.value,
    );
    const own = benches.at(-1)?.figures;
    if (older !== undefined && newer !== undefined && own !== undefined) record(own, FASTER, older / newer);
    printBesides(benches);
  } finally {
    for (const { folder } of benches) if (folder !== '') rmSync(folder, { recursive: true });
  }
}

/** Prints the medians as a table of Markdown. The last column is the first checkout ÷ the last. */
function printBesides(benches: readonly Bench[]): void {
  const rows = Object.keys(GOALS).flatMap((name) => {
    const same = benches.map(({ figures }) => figures.list.find((figure) => figure.name === name));
    const known = same.filter((figure) => figure !== undefined);
    const [first, last] = [same.at(0)?.value, same.at(-1)?.value];
    const ratio = first === undefined || last === undefined || same.length < 2 ? '' : (first / last).toFixed(2);
    return known[0] === undefined ? [] : [[name, goalText(known[0]), ...same.map(besideText), ratio]];
  });
  const commits = benches.map(({ checkout }) => checkout.commit());
  console.log(`\n${aligned([['figure', 'goal', ...commits, 'ratio'], ...rows])}`);
}

function besideText(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const value = isReached(figure) ? valueText(figure) : `**${valueText(figure)}**`;
  return figure.aside === '' ? value : `${value} (${figure.aside})`;
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
