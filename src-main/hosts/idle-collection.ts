/**
 * Collects the garbage of a thread that has little to do. V8 itself does so only before a heap grows, and keeps half-empty
 * pages: after a burst that was half of the memory of a process, for as long as nothing else came.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PERIOD_MS = 3_000;
/** Share of the period in which the thread was busy. */
const QUIET_SHARE = 0.1;
/** A collection takes 20 to 50 ms. */
const WORTH_BYTES = 8 * 1_048_576;

/** Watches the thread that calls it, until the returned timer is cleared. Keeps no process running. */
export function collectWhenIdle(): NodeJS.Timeout {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  let since = performance.eventLoopUtilization();
  let keptBytes = 0;
  return setInterval(() => {
    const until = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(until, since);
    since = until;
    if (utilization > QUIET_SHARE || heapBytes() < keptBytes + WORTH_BYTES) return;
    // Other kinds of collection leave the pages to the process.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    keptBytes = heapBytes();
  }, PERIOD_MS).unref();
}

function heapBytes(): number {
  return getHeapStatistics().total_physical_size;
}
