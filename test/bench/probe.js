/**
 * Loaded before the product into a process that is measured (`node --import`): tells on request what only the process
 * itself knows. The product has nothing of it, and it does nothing between two requests but to count loop delays. Plain
 * JavaScript: what Node takes to read TypeScript, 7 to 30 MiB, would be counted as the product's.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Workers load it too.
if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let cpuBefore = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    // A `Reading`, see `collect-process.ts`.
    process.send?.({
      cpuMs: (user + system) / 1_000,
      loopDelayP99Ms: delay.percentile(99) / 1e6,
      loopDelayMaxMs: delay.max / 1e6,
      residentBytes: process.memoryUsage.rss(),
      residentPeakBytes: process.resourceUsage().maxRSS * 1_024,
    });
    cpuBefore = process.cpuUsage();
    delay.reset();
  });
  // Being asked must not keep a command alive.
  process.channel?.unref();
}
