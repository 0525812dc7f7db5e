/** Ends the process of a page in a hidden window, and loads the page again when the window or an alarm needs it. */
import type { BrowserWindow, WebContents } from 'electron';
import type { Backend } from '../../../core/backend.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';

const REST_AFTER_MS = 600_000;
/** Returns true if loading the page again would lose nothing that the user has begun. */
const HAS_NOTHING_OPEN = `document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') === null &&
  [...document.querySelectorAll('input, textarea')].every(({ type, value }) => type === 'checkbox' || type === 'radio' || value === '')`;

interface RestingPageOptions {
  readonly window: Pick<BrowserWindow, 'on' | 'isDestroyed' | 'isVisible' | 'isMinimized'> & {
    readonly webContents: Pick<
      WebContents,
      'on' | 'executeJavaScript' | 'getOSProcessId' | 'isDevToolsOpened' | 'isLoadingMainFrame' | 'reload'
    >;
  };
  /** The page plays the sounds of alarms, and shows what the desktop does not. */
  readonly pages: Pick<Backend['pages'], 'notified' | 'closePages'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopSignal: AbortSignal;
  /** Ends a process, without the dump that Chromium writes after a crash. */
  readonly endProcess: (pid: number) => void;
}

export interface RestingPage {
  /** True from the end of the process until the page is loaded again. */
  readonly isResting: () => boolean;
}

export function restHiddenPage(options: RestingPageOptions): RestingPage {
  const { window, pages, clock, log, stopSignal, endProcess } = options;
  const contents = window.webContents;
  let isResting = false;
  let shown = new AbortController();

  async function restWhileHidden(): Promise<void> {
    shown.abort();
    shown = new AbortController();
    const { signal } = shown;
    while (!isResting) {
      try {
        await clock.sleep(REST_AFTER_MS, AbortSignal.any([signal, stopSignal]));
      } catch {
        return;
      }
      if (!(await mayRest()) || signal.aborted || stopSignal.aborted || window.isDestroyed()) continue;
      const pid = contents.getOSProcessId();
      // 0 would be all processes of the group.
      if (pid <= 0) continue;
      isResting = true;
      log.info('the page was hidden for ten minutes, so its process ends');
      pages.closePages();
      endProcess(pid);
    }
  }
  /** A page that does not answer is the task of the watchdog. */
  async function mayRest(): Promise<boolean> {
    if (window.isDestroyed() || window.isVisible() || window.isMinimized()) return false;
    if (contents.isLoadingMainFrame() || contents.isDevToolsOpened()) return false;
    return (await contents.executeJavaScript(HAS_NOTHING_OPEN).catch(() => false)) === true;
  }
  function wake(): void {
    if (!isResting || window.isDestroyed()) return;
    isResting = false;
    contents.reload();
  }
  async function wakeForAlarms(): Promise<void> {
    for (;;) {
      try {
        await pages.notified.changedSince(pages.notified.revision, stopSignal);
      } catch {
        return;
      }
      wake();
      if (!window.isDestroyed() && !window.isVisible()) void restWhileHidden();
    }
  }

  window.on('hide', () => void restWhileHidden());
  window.on('show', () => {
    shown.abort();
    wake();
  });
  contents.on('did-finish-load', () => (isResting = false));
  void wakeForAlarms();
  return { isResting: () => isResting };
}
