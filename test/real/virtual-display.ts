/** Runs an X display without a screen for one test file, and sees and uses the windows on it as a person would. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProcess, installedProgram } from '../support/session-bus.ts';

/** Each look starts a process. */
const POLL_INTERVAL_MS = 30;
/** A click that had no effect after this time is repeated. */
const CLICK_TIMEOUT_MS = 3_000;

export interface ClickedPlace {
  /** Pixels from the left and the top of a window; from the right and the bottom if negative. */
  readonly x: number;
  readonly y: number;
  readonly button: 'left' | 'middle';
}

/** Returns why no display can be tested here, or null if one can. */
export function missingDisplay(): string | null {
  const missing = ['Xvfb', 'xdotool'].filter((name) => installedProgram(name) === null);
  return missing.length === 0 ? null : `no ${missing.join(', ')} here; install xvfb and xdotool`;
}

export class VirtualDisplay {
  /** For `DISPLAY`. */
  readonly name: string;
  readonly #server: ChildProcess;

  private constructor(name: string, server: ChildProcess) {
    this.name = name;
    this.#server = server;
  }

  static async start(): Promise<VirtualDisplay> {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const options = ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '800x600x24'];
    const server = spawn(installedProgram('Xvfb') ?? '', options, {
      env: { PATH, LD_LIBRARY_PATH },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = (await once(createInterface(server.stdout), 'line')) as [string];
    return new VirtualDisplay(`:${number}`, server);
  }

  /** Returns the ids of the visible windows whose name contains the text. */
  async windows(name: string): Promise<string[]> {
    try {
      return (await this.#xdotool('search', '--onlyvisible', '--name', name)).split('\n').filter((id) => id !== '');
    } catch {
      return [];
    }
  }

  /** Waits until so many windows are visible. Rejects with the reason of the signal. */
  async waitForWindows(name: string, count: number, signal?: AbortSignal): Promise<string[]> {
    for (;;) {
      const found = await this.windows(name);
      if (found.length === count) return found;
      await sleep(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  /** Returns the width in pixels. */
  async widthOf(window: string): Promise<number> {
    return Number(/Geometry: (\d+)x/.exec(await this.#geometry(window))?.[1]);
  }

  /** Types into the window and presses Enter. */
  async type(window: string, text: string): Promise<void> {
    await this.#xdotool('windowfocus', window, 'type', '--delay', '0', text);
    await this.#xdotool('key', 'Return');
  }

  /** @param key name of X, such as `Escape` */
  async press(window: string, key: string): Promise<void> {
    await this.#xdotool('windowfocus', window, 'key', key);
  }

  /**
   * Clicks until the window is gone: a program may miss a click while it draws. Moves the pointer away, because some
   * daemons keep a notification while the pointer is over it.
   */
  async clickAway(window: string, at: ClickedPlace): Promise<void> {
    const button = at.button === 'left' ? '1' : '2';
    for (let isThere = true; isThere; isThere = await this.#staysFor(window, CLICK_TIMEOUT_MS)) {
      const [, width, height] = /Geometry: (\d+)x(\d+)/.exec(await this.#geometry(window)) ?? [];
      if (width === undefined) return;
      const x = String(at.x < 0 ? Number(width) + at.x : at.x);
      const y = String(at.y < 0 ? Number(height) + at.y : at.y);
      const click = ['mousemove', '--window', window, x, y, 'click', button, 'mousemove', '0', '0'];
      await this.#xdotool(...click).catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    await endProcess(this.#server);
  }

  /** Returns an empty text if the window is gone. */
  async #geometry(window: string): Promise<string> {
    return this.#xdotool('getwindowgeometry', window).catch(() => '');
  }

  async #staysFor(window: string, ms: number): Promise<boolean> {
    for (const end = performance.now() + ms; performance.now() < end; await sleep(POLL_INTERVAL_MS)) {
      if (!(await this.windows('')).includes(window)) return false;
    }
    return true;
  }

  async #xdotool(...args: string[]): Promise<string> {
    const { PATH } = process.env;
    return (await promisify(execFile)('xdotool', args, { env: { PATH, DISPLAY: this.name } })).stdout;
  }
}
