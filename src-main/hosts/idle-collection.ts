/**
 * Collects the garbage of a thread that has little to do. V8 itself does so only before a heap grows, and keeps half-empty
 * pages: after a burst that was half of the memory of a process, for as long as nothing else came.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loading the program leaves garbage, which is collected before there is much else to do. */
const FIRST_PERIOD_MS = 1_000;
const PERIOD_MS = 3_000;
/** Share of the period in which the thread was busy. */
const QUIET_SHARE = 0.1;
/**
 * A collection takes 30 to 110 ms of processor time, and shrinks the young generation. That one alone grows by 6 MiB again
 * at ten events a second.
 */
const WORTH_BYTES = 12 * 1_048_576;

/** Watches the thread that calls it. Keeps no process running. @returns ends it */
export function collectWhenIdle(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  let since = performance.eventLoopUtilization();
  let keptBytes = 0;
  const check = (): void => {
    const until = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(until, since);
    since = until;
    if (utilization > QUIET_SHARE || heapBytes() < keptBytes + WORTH_BYTES) return;
    if (keptBytes === 0) restart(PERIOD_MS);
    // Other kinds of collection leave the pages to the process.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    keptBytes = heapBytes();
  };
  let timer: NodeJS.Timeout | undefined;
  const restart = (periodMs: number): void => {
    clearInterval(timer);
    timer = setInterval(check, periodMs).unref();
  };
  restart(FIRST_PERIOD_MS);
  return () => clearInterval(timer);
}

function heapBytes(): number {
  return getHeapStatistics().total_physical_size;
}
