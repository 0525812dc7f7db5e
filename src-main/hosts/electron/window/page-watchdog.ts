/** Reloads a page that crashed or does not respond. Never ends the program: watching does not depend on the page. */
import type { BrowserWindow, WebContents } from 'electron';
import { errorCodeOf } from '../../../../src-shared/lib/error-code.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { APP_ORIGIN } from '../app-address.ts';
import { afterPageCrash, STOPPED_PAGE_RETRY_MS } from './page-restarts.ts';
import { STOPPED_PAGE_PATH } from './stopped-page.ts';

/** If the process of the page ends during a load, the load error may arrive before the event for the crash. */
const CRASH_EVENT_TIMEOUT_MS = 1_000;
/** Chromium has already waited for 30 s by then; a busy page recovers sooner. */
const UNRESPONSIVE_MS = 10_000;
/** Chromium reports `unresponsive` only for a visible window, but alarms must also sound while the window is hidden. */
const POLL_INTERVAL_MS = 15_000;
/** Counted in steps, not in time: while the computer sleeps, time passes in which the page cannot answer. */
const MAX_SILENT_STEPS = 3;

interface PageWatchdogOptions {
  readonly window: Pick<BrowserWindow, 'loadURL' | 'isDestroyed'> & { readonly webContents: PageContents };
  readonly address: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopSignal: AbortSignal;
  /** True while the page has no process on purpose. */
  readonly isResting: () => boolean;
}
type PageContents = Pick<
  WebContents,
  | 'on'
  | 'reload'
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'executeJavaScript'
  | 'isLoadingMainFrame'
  | 'isDevToolsOpened'
>;

/** Returns the function for the first load. A crash during that load causes a reload. @throws Error of Chromium */
export function keepPageAlive(options: PageWatchdogOptions): () => Promise<void> {
  const { window, address, clock, log, stopSignal, isResting } = options;
  const contents = window.webContents;
  const crashed = new AbortController();
  let hasLoaded = false;
  let restarts: readonly number[] = [];
  let unresponsiveTimer = new AbortController();

  const isClosing = (): boolean => stopSignal.aborted || window.isDestroyed();
  const load = (what: string): void => {
    window.loadURL(what).catch((error: unknown) => log.error('the page could not be loaded', { error }));
  };
  const after = async (ms: number, signal: AbortSignal, act: () => void): Promise<void> => {
    const either = AbortSignal.any([signal, stopSignal]);
    try {
      await clock.sleep(ms, either);
    } catch (error) {
      if (!either.aborted) throw error;
      return;
    }
    if (!isClosing()) act();
  };

  let hasResponded = true;
  async function pollPage(): Promise<void> {
    let silentSteps = 0;
    while (!isClosing()) {
      try {
        await clock.sleep(POLL_INTERVAL_MS, stopSignal);
      } catch {
        return;
      }
      // A page that is loading, or halted in the developer tools, answers later.
      if (isClosing() || isResting() || !hasLoaded || contents.isLoadingMainFrame() || contents.isDevToolsOpened())
        continue;
      if (hasResponded) {
        silentSteps = 0;
        hasResponded = false;
        const markResponded = (): boolean => (hasResponded = true);
        contents.executeJavaScript('0').then(markResponded, markResponded);
      } else if ((silentSteps += 1) === MAX_SILENT_STEPS) {
        stopPage();
      }
    }
  }
  function stopPage(): void {
    log.error('the page did not answer and was stopped');
    // Chromium then emits `render-process-gone`, which reloads the page.
    contents.forcefullyCrashRenderer();
  }

  contents.on('did-finish-load', () => (hasLoaded = true));
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    unresponsiveTimer.abort();
    crashed.abort();
    hasResponded = true;
    if (isClosing() || isResting()) return;
    const next = afterPageCrash(restarts, clock.monotonic());
    restarts = next.restarts;
    log.error('the page stopped', { reason, exitCode, next: next.kind });
    // Not inside the event: Chromium is still removing the old process.
    setImmediate(() => {
      if (isClosing()) return;
      if (next.kind === 'reload') {
        if (hasLoaded) contents.reload();
        else load(address);
        return;
      }
      load(`${APP_ORIGIN}${STOPPED_PAGE_PATH}${new URL(address).search}`);
      void after(STOPPED_PAGE_RETRY_MS, stopSignal, () => {
        if (contents.getURL().startsWith(`${APP_ORIGIN}${STOPPED_PAGE_PATH}`)) load(address);
      });
    });
  });
  contents.on('unresponsive', () => {
    log.warn('the page does not answer');
    unresponsiveTimer.abort();
    unresponsiveTimer = new AbortController();
    void after(UNRESPONSIVE_MS, unresponsiveTimer.signal, stopPage);
  });
  contents.on('responsive', () => {
    unresponsiveTimer.abort();
    log.info('the page answers again');
  });

  void pollPage();
  return async () => {
    try {
      await window.loadURL(address);
    } catch (error) {
      if (isReplaced(error)) return;
      await after(CRASH_EVENT_TIMEOUT_MS, crashed.signal, () => {
        throw error;
      });
    }
  };
}

function isReplaced(error: unknown): boolean {
  return errorCodeOf(error) === 'ERR_ABORTED';
}
