/**
 * Ends the desktop app when the user quits, closes the window, signs out or shuts the system down. Each of these
 * immediately stops the backend, once, so that the store records a close and not a crash.
 */
import type { App, BrowserWindow, PowerMonitor } from 'electron';

interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'quit'>;
  /** Stops everything. Idempotent; starts before it returns; never rejects. */
  readonly stop: () => Promise<void>;
}

/** A store closes in a second or two, but a network disk or a keychain may never answer. */
const STOP_TIMEOUT_MS = 30_000;

/** Call before Electron is ready: the user may quit during the start. */
export function stopOnQuit({ app, stop }: ShutdownOptions): void {
  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void withStopTimeout(stop()).finally(() => {
      stopped = true;
      app.quit();
    });
  });
  app.on('window-all-closed', () => app.quit());
}

export function stopOnSessionEnd(
  { app, stop }: ShutdownOptions,
  powerMonitor: Pick<PowerMonitor, 'on'>,
  window: Pick<BrowserWindow, 'on'>,
): void {
  // Windows ends a session without `before-quit` and waits for no promise. The stop has only as long as other programs
  // delay the shutdown.
  window.on('session-end', () => void stop().then(() => app.quit()));
  // Linux and macOS wait if the default is prevented. Electron's types have no event argument here.
  powerMonitor.on('shutdown', (...args: unknown[]) => {
    const [event] = args;
    if (isEvent(event)) event.preventDefault();
    app.quit();
  });
}

/**
 * Waits for `stopping`, but not longer than the limit: without a window and a tray the user would have to find and kill
 * the process.
 */
function withStopTimeout(stopping: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    void stopping.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function isEvent(value: unknown): value is { preventDefault(): void } {
  return typeof value === 'object' && value !== null && 'preventDefault' in value;
}
