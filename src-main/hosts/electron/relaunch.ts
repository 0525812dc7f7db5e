/**
 * Starts the program anew: when this one is gone, for a second start that came while it was ending and has ended itself by
 * then; at once, after a bug. Without it nobody would watch, and nobody would say so.
 */
import type { App } from 'electron';

export interface RelaunchOptions {
  readonly app: Pick<App, 'relaunch' | 'once' | 'releaseSingleInstanceLock'>;
  readonly env: NodeJS.ProcessEnv;
  /** What stands before our own words: the bundle, where Electron was given it. */
  readonly entry: readonly string[];
  /** Starts a program that outlives this one. */
  readonly startProgram: (path: string, args: readonly string[]) => void;
}

interface Relauncher {
  /** While the program ends in order; the same words twice are one start. */
  afterExit(args: readonly string[]): void;
  /** All is closed, and `exit` comes next. */
  immediately(args: readonly string[]): void;
}

export function createRelauncher({ app, env, entry, startProgram }: RelaunchOptions): Relauncher {
  const asked = new Set<string>();
  // Electron's helper, which waits for our end, lies in the mounted image of an AppImage and goes with it.
  const appImage = env['APPIMAGE'] ?? '';
  const relaunch = (args: readonly string[]): void => app.relaunch({ args: [...entry, ...args] });
  const startImage = (args: readonly string[]): void => {
    app.releaseSingleInstanceLock();
    startProgram(appImage, args);
  };
  return {
    afterExit(args) {
      const key = JSON.stringify(args);
      if (asked.has(key)) return;
      asked.add(key);
      if (appImage === '') relaunch(args);
      // All is closed at `will-quit`.
      else app.once('will-quit', () => startImage(args));
    },
    immediately: appImage === '' ? relaunch : startImage,
  };
}
