/** Starts the program again after a crash, or after its exit for a second start that came during the shutdown. */
import type { App } from 'electron';

export interface RelaunchOptions {
  readonly app: Pick<App, 'relaunch' | 'once' | 'releaseSingleInstanceLock'>;
  readonly env: NodeJS.ProcessEnv;
  /** Arguments before the app's own: the path of the bundle if Electron runs it from a checkout. */
  readonly entry: readonly string[];
  readonly startProgram: (path: string, args: readonly string[]) => void;
}

interface Relauncher {
  /** Call during an orderly shutdown. Equal arguments start the program only once. */
  afterExit(args: readonly string[]): void;
  /** Call when everything is closed and `exit` follows. */
  immediately(args: readonly string[]): void;
}

export function createRelauncher({ app, env, entry, startProgram }: RelaunchOptions): Relauncher {
  const requested = new Set<string>();
  // Electron's helper, which waits for the end of this process, is inside the mounted AppImage and disappears with it.
  const appImage = env['APPIMAGE'] ?? '';
  const relaunch = (args: readonly string[]): void => app.relaunch({ args: [...entry, ...args] });
  const startImage = (args: readonly string[]): void => {
    app.releaseSingleInstanceLock();
    startProgram(appImage, args);
  };
  return {
    afterExit(args) {
      const key = JSON.stringify(args);
      if (requested.has(key)) return;
      requested.add(key);
      if (appImage === '') relaunch(args);
      // Everything is closed at `will-quit`.
      else app.once('will-quit', () => startImage(args));
    },
    immediately: appImage === '' ? relaunch : startImage,
  };
}
