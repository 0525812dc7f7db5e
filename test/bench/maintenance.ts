/**
 * Benchmarks check, backup and retention, and how long arriving events wait for them. Runs last, because retention
 * removes most events.
 */
import { setTimeout } from 'node:timers/promises';
import { atMost, type Figures, percentile } from './figures.ts';
import { DAY_MS, type FilledStore } from './filled-store.ts';

/** 1 000 events per second, like a busy service. */
const ARRIVAL_INTERVAL_MS = 20;
const EVENTS_PER_ARRIVAL = 20;
const QUIET_MS = 3_000;
const PAUSE_GOAL = atMost(50);

export async function benchMaintenance(figures: Figures, filled: FilledStore): Promise<void> {
  figures.topic('Space: while 1 000 events a second arrive', ['store']);
  const { reader, scanner, writer } = filled.store;
  const pause = async (name: string, work: () => Promise<string>) => {
    const start = performance.now();
    const { waits, aside } = await whileEventsArrive(filled, work);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    const summary = `p50 ${percentile(waits, 50).toFixed(1)}, p99 ${percentile(waits, 99).toFixed(1)}; ${seconds} s; ${aside}`;
    figures.measured(`longest that events waited: ${name}`, Math.max(...waits), 'ms', PAUSE_GOAL, summary);
  };
  await pause('nothing else', async () => {
    await setTimeout(QUIET_MS);
    return '';
  });
  await pause('check of everything', async () => {
    let [after, flaws]: [number | null, number] = [0, 0];
    while (after !== null) {
      const checked = await scanner.check(after);
      flaws += checked.flaws.length;
      after = checked.next;
    }
    if (flaws > 0) throw new Error(`the check found ${flaws} flaws in a store that nobody harmed`);
    return 'no flaw';
  });
  await pause('backup', async () => {
    const { bytes } = await filled.store.backUp();
    return `${megabytes(bytes)} copied`;
  });

  const before = await reader.figures();
  const at = filled.endAt;
  const limits = { heartbeats: at - 7 * DAY_MS, successes: at - 90 * DAY_MS, failures: at - 365 * DAY_MS };
  const calls: number[] = [];
  const repeat = (step: () => Promise<boolean>) => async () => {
    const storedBefore = (await reader.extent()).storedEvents;
    let more = true;
    while (more) {
      const start = performance.now();
      more = await step();
      calls.push(performance.now() - start);
    }
    return `${storedBefore - (await reader.extent()).storedEvents} fewer events`;
  };
  await pause(
    'retention',
    repeat(() => writer.removeExpired(limits)),
  );
  await pause(
    'giving space back',
    repeat(() => writer.vacuum()),
  );
  const after = await reader.figures();
  figures.measured(
    'longest call of retention',
    Math.max(...calls),
    'ms',
    PAUSE_GOAL,
    `n ${calls.length}, with what waited before it`,
  );
  const returned = `${megabytes(before.bytes)} → ${megabytes(after.bytes)}, ${megabytes(after.freeBytes)} free inside`;
  figures.measured('the store after ÷ before retention, bytes', after.bytes / before.bytes, '', null, returned);
}

/** Returns how long each batch took to commit, and the result of the work. */
async function whileEventsArrive(filled: FilledStore, work: () => Promise<string>) {
  const waits: number[] = [];
  const over = new AbortController();
  const working = work().finally(() => over.abort());
  while (!over.signal.aborted) {
    const batch = filled.generate(EVENTS_PER_ARRIVAL);
    waits.push(await filled.append(batch));
    await setTimeout(ARRIVAL_INTERVAL_MS);
  }
  return { waits, aside: await working };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
