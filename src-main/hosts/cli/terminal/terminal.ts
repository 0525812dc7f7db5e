/** The environment of a command: streams, variables, exit code and stop signal. Tests pass their own. */
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Policy } from '../../../../src-shared/api/policy/policy.ts';
import type { OpenDatabases } from '../../databases.ts';
import type { KeychainAccess } from '../../open-vault.ts';

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
  /** File descriptor of a standard stream of this process. */
  readonly fd?: number;
}

export interface Terminal {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** A command deletes the client secret from it after reading it. */
  readonly environment: NodeJS.ProcessEnv;
  exitCode: number | undefined;
  /** True if a command must not write into the data folder, not even what it derived. */
  readonly keepsNothing?: boolean;
  /** Call it before anything that takes long: until then a signal kills the process. */
  stopSignal(): AbortSignal;
  parentExitSignal(): AbortSignal;
  interrupt(): void;
  readonly clock: Clock;
  /** The fleet policy of this computer. */
  policy(): Promise<Policy>;
  /**
   * @param use `read`: for a command that prints what is stored and ends; `many-reads`: for many such commands in one
   * process; `watch`: for one that must never block
   */
  openDatabases(use: 'read' | 'many-reads' | 'watch'): Promise<OpenDatabases>;
  /** Lets the process end even if a system call never returns. Call only after an orderly end. */
  leaveSoon(): void;
}

/** Ends the process soon after an action with a system call that may never return: a secret's pipe, a keychain. */
export function leavingSoon<Options>(
  terminal: Pick<Terminal, 'leaveSoon'>,
  act: (options: Options) => Promise<void>,
): (options: Options) => Promise<void> {
  return (options) => act(options).finally(() => terminal.leaveSoon());
}

/** Returns what opens the vault of a command. A user at the terminal can answer a dialog of the keychain. */
export function keychainAccess(terminal: Pick<Terminal, 'environment' | 'stderr'>): KeychainAccess {
  const { environment, stderr } = terminal;
  const mayPrompt = stderr.isTTY === true;
  const onKeychainWait = (_profile: unknown, isWaiting: boolean) => {
    if (isWaiting)
      reportLine(terminal, 'Waiting for the keychain. It may ask for its password in a window of its own.');
  };
  return { environment, mayPrompt, ...(mayPrompt && { onKeychainWait }) };
}

export function printLine({ stdout }: Pick<Terminal, 'stdout'>, line: string): void {
  stdout.write(`${line}\n`);
}

export function reportLine({ stderr }: Pick<Terminal, 'stderr'>, line: string): void {
  stderr.write(`${line}\n`);
}
