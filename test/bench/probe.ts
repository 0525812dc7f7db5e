/**
 * Loaded before the product into a process that is measured (`node --import`): tells on request what only the process
 * itself knows. The product has nothing of it, and it does nothing between two requests but to count loop delays.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Since the last reading; processor time and memory are of all threads. */
export interface Reading {
  readonly cpuMs: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly residentBytes: number;
  /** The most since the process began. */
  readonly residentPeakBytes: number;
}

// Workers load it too.
if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let cpuBefore = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    const reading: Reading = {
      cpuMs: (user + system) / 1_000,
      loopDelayP99Ms: delay.percentile(99) / 1e6,
      loopDelayMaxMs: delay.max / 1e6,
      residentBytes: process.memoryUsage.rss(),
      residentPeakBytes: process.resourceUsage().maxRSS * 1_024,
    };
    process.send?.(reading);
    cpuBefore = process.cpuUsage();
    delay.reset();
  });
  // Being asked must not keep a command alive.
  process.channel?.unref();
}
