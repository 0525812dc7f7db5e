/**
 * Measures *Load all* in the built product, from a server in another process, while events arrive: the memory of
 * backend and page for 1 000 000 rows compared with 100 000, and the delays of the event loop.
 */
import type { BenchServer } from './bench-server.ts';
import { atLeast, atMost, type Figures } from './figures.ts';
import { MIB } from './goal-ingest.ts';
import type { Checkout } from './checkout.ts';
import { PageRig } from './page-rig.ts';

const FEW = 100_000;
const MANY = 1_000_000;
const PER_SECOND = 50;
/** Rows of a page of the service: the largest page of the simulator. */
const LIMIT = 1_000;
/** Long enough for a busy machine. The figures do not depend on it. */
const LOAD_TIMEOUT_MS = 20 * 60_000;
/** Feeding stops at the end of a round of this length. */
const ROUND_SECONDS = 4;

interface Loaded {
  readonly rowsPerSecond: number;
  readonly residentBytes: number;
  readonly peakBytes: number;
  readonly heapBytes: number;
  readonly quietDelayP99Ms: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
}

export async function benchLoadAll(figures: Figures, server: BenchServer, checkout: Checkout): Promise<void> {
  figures.topic(`Load all: pages of ${LIMIT}, ${PER_SECOND} events a second beside it`, ['inventory'], false);
  const few = await load(server, checkout, FEW);
  const many = await load(server, checkout, MANY);
  for (const [rows, loaded] of [
    [FEW, few],
    [MANY, many],
  ] as const) {
    figures.measured(`${rows} rows: loaded and stored`, loaded.rowsPerSecond, 'rows/s', atLeast(2_000));
    const peak = `peak ${(loaded.peakBytes / MIB).toFixed(0)} MiB`;
    figures.measured(`${rows} rows: backend, resident`, loaded.residentBytes / MIB, 'MiB', null, peak);
    figures.measured(`${rows} rows: page, heap in use`, loaded.heapBytes / MIB, 'MiB');
    const longestPause = `longest ${loaded.loopDelayMaxMs.toFixed(0)} ms; before it ${loaded.quietDelayP99Ms.toFixed(1)}`;
    figures.measured(`${rows} rows: loop delay p99`, loaded.loopDelayP99Ms, 'ms', atMost(20), longestPause);
  }
  figures.measured('backend, resident: 1 M ÷ 100 k', many.residentBytes / few.residentBytes, '', atMost(1.3));
  figures.measured('backend, peak: 1 M ÷ 100 k', many.peakBytes / few.peakBytes, '', atMost(1.3));
  figures.measured('page, heap: 1 M ÷ 100 k', many.heapBytes / few.heapBytes, '', atMost(1.2));
  figures.measured('loop delay p99: 1 M ÷ 100 k', many.loopDelayP99Ms / few.loopDelayP99Ms, '', atMost(2));
  figures.measured('rows/s: 1 M ÷ 100 k', many.rowsPerSecond / few.rowsPerSecond, '', atLeast(0.6));
}

async function load(server: BenchServer, checkout: Checkout, rows: number): Promise<Loaded> {
  server.setSubscriptions(rows);
  const rig = await PageRig.start(checkout, server);
  try {
    const { page } = rig.watched;
    const events = feeding(server);
    await page.goto(`${new URL(page.url()).origin}/#/subscriptions`);
    await page.getByRole('textbox', { name: 'Rows per page' }).fill(String(LIMIT));
    await page.getByRole('button', { name: /^Search Ctrl/ }).click();
    await page
      .getByRole('button', { name: /^Load all/ })
      .first()
      .waitFor();
    const quiet = await rig.host.loopDelay(() => page.waitForTimeout(ROUND_SECONDS * 1_000));
    const delay = await rig.host.loopDelay(async () => {
      const start = performance.now();
      await page
        .getByRole('button', { name: /^Load all/ })
        .first()
        .click();
      await page
        .getByText(/^All [\d,]+ subscriptions loaded/)
        .first()
        .waitFor({ timeout: LOAD_TIMEOUT_MS });
      return (performance.now() - start) / 1_000;
    });
    await events.stop();
    const { residentBytes, residentPeakBytes } = rig.host.usage();
    const heapBytes = await rig.watched.heapBytes();
    return {
      rowsPerSecond: rows / delay.result,
      residentBytes,
      peakBytes: residentPeakBytes,
      heapBytes,
      quietDelayP99Ms: quiet.p99Ms,
      loopDelayP99Ms: delay.p99Ms,
      loopDelayMaxMs: delay.maxMs,
    };
  } finally {
    await rig.stop();
  }
}

function feeding(server: BenchServer) {
  const over = new AbortController();
  let made = 0;
  const run = (async () => {
    while (!over.signal.aborted) {
      await server.prepareEvents(made, PER_SECOND * ROUND_SECONDS);
      made += PER_SECOND * ROUND_SECONDS;
      await server.sendAtRate(PER_SECOND);
    }
  })();
  return {
    async stop() {
      over.abort();
      await run;
    },
  };
}
