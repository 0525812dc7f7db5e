/**
 * Runs the built page in real Chromium on a web host in a process of its own, fed by the bench server, and measures
 * with the browser's own metrics: time of the main thread and of the process, long tasks, frames.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../../build/chromium.ts';
import type { BenchServer } from './bench-server.ts';
import type { Checkout } from './checkout.ts';
import { ProductProcess } from './product-process.ts';

const VIEWPORT = { width: 1440, height: 900 };

export interface Measurement {
  readonly ms: number;
  readonly mainMs: number;
  readonly processMs: number;
  /** Wall times of the main thread's tasks of at least 50 ms. */
  readonly longTasks: readonly number[];
  /** Times between frames. Empty if frames were not counted, because counting them causes them. */
  readonly framesMs: readonly number[];
}

interface PageProbe {
  tasks: number[];
  frames: number[];
  isCounting: boolean;
}
declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var benchProbe: PageProbe;
}

/** Runs in the page before its own scripts. */
function installProbe(): void {
  globalThis.benchProbe = { tasks: [], frames: [], isCounting: false };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.benchProbe.tasks.push(duration);
  }).observe({ type: 'longtask' });
}

export class MeasuredPage {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async open(browser: Browser): Promise<MeasuredPage> {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB', timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.addInitScript(installProbe);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MeasuredPage(page, session);
  }

  async measure(work: () => Promise<unknown>, withFrames = false): Promise<Measurement> {
    await this.page.evaluate((isCounting) => {
      const probe = globalThis.benchProbe;
      Object.assign(probe, { tasks: [], frames: [], isCounting });
      const count = (at: number) => {
        probe.frames.push(at);
        if (probe.isCounting) requestAnimationFrame(count);
      };
      if (isCounting) requestAnimationFrame(count);
    }, withFrames);
    const before = await this.#metrics();
    const start = performance.now();
    await work();
    const ms = performance.now() - start;
    const after = await this.#metrics();
    const { tasks, frames } = await this.page.evaluate(() => {
      globalThis.benchProbe.isCounting = false;
      return globalThis.benchProbe;
    });
    return {
      ms,
      mainMs: after.main - before.main,
      processMs: after.process - before.process,
      longTasks: tasks,
      framesMs: frames.slice(1).map((at, index) => at - (frames[index] ?? at)),
    };
  }

  async heapBytes(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    return this.#metric('JSHeapUsedSize');
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #metrics(): Promise<{ main: number; process: number }> {
    return { main: (await this.#metric('TaskDuration')) * 1_000, process: (await this.#metric('ProcessTime')) * 1_000 };
  }

  async #metric(metric: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === metric)?.value ?? Number.NaN;
  }
}

export class PageRig {
  readonly browser: Browser;
  readonly watched: MeasuredPage;
  readonly host: ProductProcess;

  private constructor(browser: Browser, watched: MeasuredPage, host: ProductProcess) {
    this.browser = browser;
    this.watched = watched;
    this.host = host;
  }

  static async start(checkout: Checkout, server: BenchServer): Promise<PageRig> {
    const host = await ProductProcess.start(server, { checkout, command: 'web' });
    const browser = await chromium.launch(await chromiumLaunchOptions());
    const watched = await MeasuredPage.open(browser);
    await watched.page.goto(host.link);
    await watched.page.getByTestId('signal').getByText('Watching').first().waitFor();
    await watched.page.evaluate(() => void (location.hash = '#/timeline'));
    const rig = new PageRig(browser, watched, host);
    await rig.grid.waitFor();
    return rig;
  }

  get grid() {
    return this.watched.page.getByRole('grid', { name: 'Events, newest first' });
  }

  /** Moves the pointer away from the list, which is held while the pointer is over it. */
  async leaveList(): Promise<void> {
    await this.watched.page.mouse.move(VIEWPORT.width / 2, 2);
  }

  async pointAtList(): Promise<void> {
    const box = await this.grid.boundingBox();
    if (box === null) throw new Error('there is no list');
    await this.watched.page.mouse.move(box.x + 200, Math.min(box.y + 300, VIEWPORT.height - 100));
  }

  /** @returns ms until a row of the list contains these digits, in any grouping */
  async waitForDigits(digits: string, withinMs = 120_000): Promise<number> {
    const start = performance.now();
    await this.watched.page.waitForFunction(
      (metric) =>
        document.querySelector('[role="grid"] tbody')?.textContent.replaceAll(/\D/g, '').includes(metric) === true,
      digits,
      { polling: 20, timeout: withinMs },
    );
    return performance.now() - start;
  }

  /** Stops or continues the processes of all pages, as closing a lid does. */
  async signalPages(signal: 'SIGSTOP' | 'SIGCONT', of: readonly number[]): Promise<readonly number[]> {
    const ids = signal === 'SIGSTOP' ? await this.#pageProcesses() : of;
    for (const id of ids) process.kill(id, signal);
    return ids;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.host.stop();
    this.host.remove();
  }

  async #pageProcesses(): Promise<number[]> {
    const session = await this.browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }
}
