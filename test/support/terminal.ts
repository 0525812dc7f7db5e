/** Provides a terminal for a command that runs in the test's own process. It records the output. */
import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { NO_POLICY, type Policy } from '../../src-shared/api/policy/policy.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type { OpenDatabases } from '../../src-main/hosts/databases.ts';
import type { Terminal, TerminalOutput } from '../../src-main/hosts/cli/terminal/terminal.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';

/** Tests must never show notifications on the developer's desktop or open their keychain. */
export const NO_DESKTOP = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined };

export class CommandOutput {
  stdout = '';
  stderr = '';
  #hasEnded = false;
  readonly #changed = new EventEmitter();

  add(stream: 'stdout' | 'stderr', text: string): void {
    this[stream] += text;
    this.#changed.emit('change');
  }

  end(): void {
    this.#hasEnded = true;
    this.#changed.emit('change');
  }

  /** Waits for text that matches and returns the match. Rejects if the command ends or the time is over first. */
  async waitForText(pattern: RegExp, timeoutMs = 120_000): Promise<RegExpExecArray> {
    const late = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const match = pattern.exec(this.stdout + this.stderr);
      if (match !== null) return match;
      if (this.#hasEnded || late.aborted) throw new Error(`${pattern} was not said in:\n${this.stdout}${this.stderr}`);
      await once(this.#changed, 'change', { signal: late }).catch(() => undefined);
    }
  }
}

export interface TerminalSettings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Defaults to the clock of the computer. */
  readonly clock?: Clock | undefined;
  /** Defaults to none. */
  readonly policy?: Policy | undefined;
  /** Width of a terminal for standard output and standard error. Both are pipes if missing. */
  readonly columns?: number;
}

export class TestTerminal implements Terminal {
  readonly output = new CommandOutput();
  readonly stdin: Readable;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  exitCode: number | undefined = undefined;
  readonly policy: () => Promise<Policy>;
  readonly #stop = new AbortController();

  constructor({
    environment = {},
    input = '',
    columns,
    clock = createSystemClock(),
    policy = NO_POLICY,
  }: TerminalSettings = {}) {
    this.clock = clock;
    this.policy = async () => policy;
    this.environment = { ...process.env, ...NO_DESKTOP, ...environment };
    this.stdin = Readable.from([Buffer.from(input)]);
    this.stdout = this.#stream('stdout', columns);
    this.stderr = this.#stream('stderr', columns);
  }

  stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  parentExitSignal(): AbortSignal {
    return this.#stop.signal;
  }

  interrupt(): void {
    this.#stop.abort(new Error('told to stop'));
  }

  async openDatabases(): Promise<OpenDatabases> {
    return inThreadDatabases;
  }

  leaveSoon(): void {
    // Does nothing, because the test's process must continue.
  }

  #stream(name: 'stdout' | 'stderr', columns: number | undefined): TerminalOutput {
    const stream = new Writable({
      decodeStrings: false,
      write: (text: string | Buffer, _encoding, done) => {
        this.output.add(name, text.toString());
        done();
      },
    });
    return columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns });
  }
}
