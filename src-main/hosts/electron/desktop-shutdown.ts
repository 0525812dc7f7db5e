/**
 * How the desktop app ends: when a person quits, when the window closes, when the system goes down or signs its user
 * out. Each of them stops the backend once, at once, so that the store says "closed" and not "crashed".
 */
import type { App, BrowserWindow, PowerMonitor } from 'electron';

interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'quit'>;
  /** Stops everything; idempotent; begins before it returns; never rejects. */
  readonly stop: () => Promise<void>;
}

/** A store closes in a second or two; a disk of the network or a keychain may never answer. */
const STOP_TIMEOUT_MS = 30_000;

/** Before Electron is ready: a person may quit while it starts. */
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
  // Windows asks nobody by `before-quit`. It waits for no promise either: what is begun here has as long as others take.
  window.on('session-end', () => void stop().then(() => app.quit()));
  // Linux and macOS wait for whoever asks for it; Electron's types know no event here.
  powerMonitor.on('shutdown', (...args: unknown[]) => {
    const [event] = args;
    if (isEvent(event)) event.preventDefault();
    app.quit();
  });
}

/** Who quits must not have to find the process and kill it: no window and no tray tells of it any more. */
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
