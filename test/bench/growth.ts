/**
 * Measures one long run of the real `collect`: the cost of an event at the end compared with the beginning, the memory
 * of the process, and the size of the store.
 */
import { setTimeout } from 'node:timers/promises';
import { CollectProcess } from './collect-process.ts';
import type { BenchServer } from './bench-server.ts';
import { atMost, type Figures, median } from './figures.ts';
import { EVENTS_PER_ROUND } from './ingest.ts';

const MIB = 1_048_576;
const MILLION = 1_000_000;
/**
 * Number of rounds at each end whose median is compared. The very first round is excluded, because the process then
 * compiles its code.
 */
const COMPARED = 3;
/** Time for postponed work and for the release of memory after the events are stored. */
const SETTLE_MS = 5_000;

export async function benchGrowth(figures: Figures, server: BenchServer, events: number): Promise<void> {
  figures.topic(`Growth: ${events} events into one \`collect\``);
  const collecting = await CollectProcess.start(server);
  let storeBytes = 0;
  let received = 0;
  try {
    await setTimeout(SETTLE_MS);
    const idle = await collecting.readProbe();
    figures.measured('memory, idle', idle.residentBytes / MIB, 'MiB', atMost(160));
    const cpuUs: number[] = [];
    let after100k = Number.NaN;
    let after1M = Number.NaN;
    for (let made = 0; made < events; made += EVENTS_PER_ROUND) {
      received += await server.prepareEvents(made, EVENTS_PER_ROUND);
      const target = collecting.newestSeq() + EVENTS_PER_ROUND;
      await collecting.readProbe();
      server.sendPrepared();
      await collecting.waitUntilStored(target);
      cpuUs.push(((await collecting.readProbe()).cpuMs * 1_000) / EVENTS_PER_ROUND);
      if (made + EVENTS_PER_ROUND === EVENTS_PER_ROUND) after100k = await resident(collecting);
      if (made + EVENTS_PER_ROUND === MILLION) after1M = await resident(collecting);
    }
    await setTimeout(SETTLE_MS);
    const { residentBytes, residentPeakBytes } = await collecting.readProbe();
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

async function resident(collecting: CollectProcess): Promise<number> {
  await setTimeout(SETTLE_MS);
  return (await collecting.readProbe()).residentBytes / MIB;
}
