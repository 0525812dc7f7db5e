/** Starts weston without a screen, as an invisible Wayland display for one run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = 'watchfloor-test';

export class Weston {
  readonly environment: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, process: ChildProcess) {
    this.environment = { XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: SOCKET };
    this.#folder = folder;
    this.#process = process;
  }

  /**
   * Resolves when programs can connect.
   * @throws Error if weston ends first
   */
  static async start(): Promise<Weston> {
    // `mkdtemp` uses mode 0700, which Wayland requires of XDG_RUNTIME_DIR.
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-weston-'));
    const ends = new AbortController();
    const changes = watch(folder, { signal: ends.signal });
    const weston = spawn(
      'weston',
      ['--backend=headless', `--socket=${SOCKET}`, '--width=1600', '--height=1000', '--idle-time=0'],
      { env: { ...process.env, XDG_RUNTIME_DIR: folder }, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    weston.on('exit', () => ends.abort(new Error('weston ended before it made its socket')));
    for await (const { filename } of changes) if (filename === SOCKET) break;
    return new Weston(folder, weston);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const over = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await over;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
