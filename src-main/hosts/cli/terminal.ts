/** A command's surroundings: its streams, environment, exit code and stop signal. A test passes its own. */
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../core/ports/clock.ts';
import type { OpenDatabases } from '../databases.ts';

/** Standard input; `setRawMode` exists if it is a terminal (`tty.ReadStream`). */
interface TerminalInput extends Readable {
  readonly isTTY?: boolean;
  readonly isRaw?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface TerminalOutput extends Writable {
  readonly isTTY?: boolean;
  /** Width in characters; a terminal may not know it. */
  readonly columns?: number;
}

export interface Terminal {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** A command deletes the client secret from it once it has read it. */
  readonly environment: NodeJS.ProcessEnv;
  /** The exit code so far; `undefined` counts as 0. */
  exitCode: number | undefined;
  /** Aborts when the command shall end. Call it before anything that may take long: a signal kills until then. */
  stopSignal(): AbortSignal;
  /** Aborts when the process that started the command is gone. For commands that a signal may kill at any moment. */
  parentExitSignal(): AbortSignal;
  /** Ends the command as Ctrl+C does. */
  interrupt(): void;
  readonly clock: Clock;
  /** Loads what opens databases: in threads, or in this one. */
  openDatabases(): Promise<OpenDatabases>;
  /** Keeps memory small at some cost in time. For commands that run all day. */
  keepHeapSmall(): void;
  /** Lets the process end although a call of the operating system may never return. Call it after an orderly end only. */
  leaveSoon(): void;
}

/** Writes a line to standard output. */
export function printLine({ stdout }: Pick<Terminal, 'stdout'>, line: string): void {
  stdout.write(`${line}\n`);
}

/** Writes a line to standard error. */
export function reportLine({ stderr }: Pick<Terminal, 'stderr'>, line: string): void {
  stderr.write(`${line}\n`);
}
