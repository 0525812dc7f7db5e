/** Ends the app. Each way immediately stops the backend, once, so that the store records a close and not a crash. */
import type { App, BrowserWindow, PowerMonitor } from 'electron';

interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'quit'>;
  /** Stops everything. Idempotent; starts before it returns; never rejects. */
  readonly stop: () => Promise<void>;
  /** Starts the app again, after Windows has asked for the end of the session and did not end it. */
  readonly restart: () => void;
}

/** A store closes in a second or two, but a network disk or a keychain may never answer. */
const STOP_TIMEOUT_MS = 30_000;
/** The user may cancel a sign-out because another program has unsaved work. Windows does not report that. */
const SESSION_END_TIMEOUT_MS = 10_000;

interface SessionParts {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly window: Pick<BrowserWindow, 'on'>;
  /** Like `stop` of `stopOnQuit`, but lets windows close before it returns: an open one would keep the app running. */
  readonly stop: () => Promise<void>;
}

export type FollowSession = (parts: SessionParts) => void;

/** Call before Electron is ready: the user may quit during the start. */
export function stopOnQuit({ app, stop, restart }: ShutdownOptions): FollowSession {
  let isStopped = false;
  let sessionEnds = false;
  let stopping: Promise<void> | null = null;

  function quitWhenStopped(): void {
    stopping ??= withStopTimeout(stop()).finally(() => {
      isStopped = true;
    });
    void stopping.finally(() => app.quit());
  }
  app.on('before-quit', (event) => {
    if (isStopped || sessionEnds) return;
    event.preventDefault();
    quitWhenStopped();
  });
  // The end of a session closes the windows before everything is stopped.
  app.on('will-quit', (event) => {
    if (isStopped || !sessionEnds) return;
    event.preventDefault();
    quitWhenStopped();
  });
  app.on('window-all-closed', () => app.quit());

  return (session) => {
    // Windows ends a session without `before-quit` and waits for no promise, so the stop begins with this question.
    session.window.on('query-session-end', () => {
      void session.stop();
      setTimeout(() => {
        if (!sessionEnds) restart();
      }, SESSION_END_TIMEOUT_MS).unref();
    });
    session.window.on('session-end', () => {
      sessionEnds = true;
      void session.stop();
      // Electron ends the process when this handler returns, unless the app is quitting by then.
      app.quit();
    });
    // Linux and macOS wait if the default is prevented. Electron's types have no event argument here.
    session.powerMonitor.on('shutdown', (...args: unknown[]) => {
      const [event] = args;
      if (isEvent(event)) event.preventDefault();
      app.quit();
    });
  };
}

/** Without a limit the user would have to find and kill a process that has neither window nor tray. */
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
