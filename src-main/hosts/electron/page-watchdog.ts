/**
 * Keeps the page alive: one that crashed, was killed or answers no more is loaded again, and each time is in the log.
 * It decides nothing about how often (`page-restarts.ts`), and never ends the program: what watches is not the page.
 */
import type { BrowserWindow, WebContents } from 'electron';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import { APP_ORIGIN } from './app-address.ts';
import { afterPageCrash, STOPPED_PAGE_RETRY_MS } from './page-restarts.ts';
import { STOPPED_PAGE_PATH } from './stopped-page.ts';

/** A page whose process goes while it is loaded fails first or is told as gone first. */
const CRASH_EVENT_TIMEOUT_MS = 1_000;
/** Chromium has waited for half a minute by then; a busy moment is over sooner. */
const UNRESPONSIVE_MS = 10_000;
/** Chromium says `unresponsive` only of a page in a visible window, and an alarm sounds behind the tray as well. */
const POLL_INTERVAL_MS = 15_000;
/** Counts steps, not time: while the computer sleeps, time passes in which the page cannot answer. */
const MAX_SILENT_STEPS = 3;

interface PageWatchdogOptions {
  readonly window: Pick<BrowserWindow, 'loadURL' | 'isDestroyed'> & { readonly webContents: PageContents };
  /** Of the page. */
  readonly address: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the window shall go. */
  readonly stopSignal: AbortSignal;
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

/** @returns loads the page for the first time; one that stops meanwhile is loaded again like any. @throws Error of Chromium */
export function keepPageAlive({ window, address, clock, log, stopSignal }: PageWatchdogOptions): () => Promise<void> {
  const contents = window.webContents;
  const crashed = new AbortController();
  let hasLoaded = false;
  let restarts: readonly number[] = [];
  let unresponsiveTimer = new AbortController();

  const isClosing = (): boolean => stopSignal.aborted || window.isDestroyed();
  const load = (what: string): void => {
    window.loadURL(what).catch((error: unknown) => log.error('the page could not be loaded', { error }));
  };
  /** Waits, unless the window goes or `signal` says that it is not needed any more. */
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
        // oxlint-disable-next-line no-await-in-loop -- one question after the other
        await clock.sleep(POLL_INTERVAL_MS, stopSignal);
      } catch {
        return;
      }
      // A page that is loading, or that a developer has halted, answers later.
      if (isClosing() || !hasLoaded || contents.isLoadingMainFrame() || contents.isDevToolsOpened()) continue;
      if (hasResponded) {
        silentSteps = 0;
        hasResponded = false;
        const answered = (): boolean => (hasResponded = true);
        contents.executeJavaScript('0').then(answered, answered);
      } else if ((silentSteps += 1) === MAX_SILENT_STEPS) {
        stopPage();
      }
    }
  }
  function stopPage(): void {
    log.error('the page did not answer, and is stopped');
    // Chromium then emits `render-process-gone`, which loads the page again.
    contents.forcefullyCrashRenderer();
  }

  contents.on('did-finish-load', () => (hasLoaded = true));
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    unresponsiveTimer.abort();
    crashed.abort();
    hasResponded = true;
    if (isClosing()) return;
    const next = afterPageCrash(restarts, clock.monotonic());
    restarts = next.restarts;
    log.error('the page stopped', { reason, exitCode, next: next.kind });
    // Not inside of the event: what is gone is still being taken down.
    setImmediate(() => {
      if (isClosing()) return;
      if (next.kind === 'reload') {
        // What was never there has nothing that could be loaded again.
        if (hasLoaded) contents.reload();
        else load(address);
        return;
      }
      load(`${APP_ORIGIN}${STOPPED_PAGE_PATH}${new URL(address).search}`);
      void after(STOPPED_PAGE_RETRY_MS, stopSignal, () => {
        // A person may have led it back by then.
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

/** Somebody loaded the page again before it was there. */
function isReplaced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
}
