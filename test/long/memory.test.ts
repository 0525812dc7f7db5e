/** Sends a burst to the real collector and measures which memory it keeps. */
import { expect, test } from 'vitest';
import { MIB } from '../bench/goal-ingest.ts';
import { benchCollector } from './bench-collector.ts';

const EVENTS = 60_000;
/** Three runs kept 236 to 241 MiB. It was 328 to 335, the peak, before idle threads collected their garbage. */
const MAX_MEMORY_MIB = 280;

const collector = benchCollector();

test(`the collector keeps at most ${MAX_MEMORY_MIB} MiB after a burst of ${EVENTS} events`, async () => {
  const { server, collecting } = collector();
  await server.prepareEvents(0, EVENTS);
  const target = collecting.newestSeq() + EVENTS;
  server.sendPrepared();
  await collecting.waitUntilStored(target);
  await collecting.waitUntilFinished();
  const memoryMib = (): number => collecting.usage().residentBytes / MIB;
  // The thread of long reads may still check what was stored. It ends a minute later.
  await expect.poll(memoryMib, { timeout: 150_000 }).toBeLessThan(MAX_MEMORY_MIB);
});
