/**
 * Loaded before the product into a measured process (`NODE_OPTIONS=--import`), also if the launcher starts another one.
 * SIGUSR2 starts the recording of event-loop delays, and the next one writes them to the file that the bench names. It
 * is plain JavaScript, because reading TypeScript takes Node.js 7 to 30 MiB, which would count as the product's.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env.WATCHFLOOR_BENCH_PROBE;
// Other processes that the product starts inherit the option.
const isProduct = isMainThread && ['collect', 'start'].includes(process.argv[2]);
if (isProduct && path !== undefined) {
  // Recording wakes the process every millisecond, so it is off otherwise.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let isRecording = false;
  process.on('SIGUSR2', () => {
    isRecording = !isRecording;
    if (isRecording) {
      delay.reset();
      delay.enable();
      return;
    }
    delay.disable();
    // A `LoopDelay`, see `product-process.ts`.
    writeFileSync(`${path}.new`, JSON.stringify({ p99Ms: delay.percentile(99) / 1e6, maxMs: delay.max / 1e6 }));
    renameSync(`${path}.new`, path);
  });
  writeFileSync(`${path}.pid`, String(process.pid));
}
