/**
 * One long run of the real `collect`: what an event costs at the end against the beginning, what the process takes in
 * memory on the way, and what the store takes on the disk after it.
 */
import { Collecting } from './collecting.ts';
import type { FeedingServer } from './feeding-server.ts';
import { atMost, type Figures, median } from './figures.ts';
import { PIECE } from './ingest.ts';

const MIB = 1_048_576;
const MILLION = 1_000_000;
/** Pieces whose median is compared; the very first is dearer, since the process compiles what it runs. */
const COMPARED = 3;
/** What was received is stored; what was left for later is done, and memory given back. */
const REST_MS = 5_000;

export async function benchGrowth(figures: Figures, server: FeedingServer, events: number): Promise<void> {
  figures.topic(`Growth: ${events} events into one \`collect\``);
  const collecting = await Collecting.start(server);
  let storeBytes = 0;
  let received = 0;
  try {
    await rest();
    const idle = await collecting.reading();
    figures.measured('memory, idle', idle.residentBytes / MIB, 'MiB', atMost(160));
    const cpuUs: number[] = [];
    let after100k = Number.NaN;
    let after1M = Number.NaN;
    for (let made = 0; made < events; made += PIECE) {
      received += await server.make(made, PIECE);
      const target = collecting.newest() + PIECE;
      await collecting.reading();
      server.send();
      await collecting.stored(target);
      cpuUs.push(((await collecting.reading()).cpuMs * 1_000) / PIECE);
      if (made + PIECE === PIECE) after100k = await resident(collecting);
      if (made + PIECE === MILLION) after1M = await resident(collecting);
    }
    await rest();
    const { residentBytes, residentPeakBytes } = await collecting.reading();
    const peak = `highest so far ${(residentPeakBytes / MIB).toFixed(0)}`;
    figures.measured('memory after 100 k', after100k, 'MiB');
    if (events < MILLION) figures.notMeasured('memory after 1 M', `only ${events} events; take --events 1000000`);
    else {
      figures.measured('memory after 1 M', after1M, 'MiB', atMost(250));
      figures.measured('memory after 1 M ÷ after 100 k', after1M / after100k, '', atMost(1.1));
    }
    figures.measured('memory at the end', residentBytes / MIB, 'MiB', events > MILLION ? atMost(250) : null, peak);
    if (cpuUs.length <= 2 * COMPARED)
      figures.notMeasured('cost per event at the end ÷ at 100 k', `only ${events} events; take --events 1000000`);
    else {
      const [before, at] = [median(cpuUs.slice(1, 1 + COMPARED)), median(cpuUs.slice(-COMPARED))];
      const aside = `${before.toFixed(1)} → ${at.toFixed(1)} µs of processor`;
      figures.measured('cost per event at the end ÷ at 100 k', at / before, '', atMost(1.2), aside);
    }
  } finally {
    storeBytes = await collecting.stop();
    collecting.remove();
  }
  const perEvent = `${(storeBytes / events).toFixed(0)} of ${(received / events).toFixed(0)} bytes per event`;
  figures.measured('stored ÷ received bytes', storeBytes / received, '', atMost(0.22), perEvent);
}

async function resident(collecting: Collecting): Promise<number> {
  await rest();
  return (await collecting.reading()).residentBytes / MIB;
}

async function rest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
}
