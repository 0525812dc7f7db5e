/**
 * Loaded before the product into a measured process (`node --import`). Sends on request the figures that only the
 * process itself knows. Between two requests it only records event loop delays. It is plain JavaScript, because reading
 * TypeScript takes Node.js 7 to 30 MiB, which would count as the product's.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let cpuBefore = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    // A `ProbeReading`, see `collect-process.ts`.
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
  // The channel must not keep a command alive.
  process.channel?.unref();
}
