/**
 * Starts the program anew when this one is gone: for a second start that came while it was ending, and has ended itself
 * by then. Without it nobody would watch, and nobody would say so.
 */
import type { App } from 'electron';

export interface EndingProgram {
  readonly app: Pick<App, 'relaunch' | 'once' | 'releaseSingleInstanceLock'>;
  readonly env: NodeJS.ProcessEnv;
  /** What stands before our own words: the bundle, where Electron was given it. */
  readonly entry: readonly string[];
  /** Starts a program that outlives this one. */
  readonly startProgram: (path: string, args: readonly string[]) => void;
}

/** @returns to be called while the program ends; the same words twice are one start */
export function startsAgain({ app, env, entry, startProgram }: EndingProgram): (args: readonly string[]) => void {
  const asked = new Set<string>();
  return (args) => {
    const key = JSON.stringify(args);
    if (asked.has(key)) return;
    asked.add(key);
    const appImage = env['APPIMAGE'];
    if (appImage === undefined || appImage === '') {
      app.relaunch({ args: [...entry, ...args] });
      return;
    }
    // Electron's helper, which waits for our end, lies in the mounted image and goes with it. All is closed at `will-quit`.
    app.once('will-quit', () => {
      app.releaseSingleInstanceLock();
      startProgram(appImage, args);
    });
  };
}
