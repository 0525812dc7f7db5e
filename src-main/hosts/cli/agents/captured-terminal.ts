/** Keeps the beginning of what a command prints and counts the rest, so an answer needs little memory. */
import { Readable, Writable } from 'node:stream';
import type { Terminal, TerminalOutput } from '../terminal/terminal.ts';

export class CapturedTerminal implements Terminal {
  readonly stdin = Readable.from([]);
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly environment;
  readonly clock;
  readonly policy: Terminal['policy'];
  readonly openDatabases: Terminal['openDatabases'];
  readonly keepsNothing = true;
  exitCode: number | undefined;
  readonly lines: string[] = [];
  readonly notes: string[] = [];
  /** Lines that were printed, kept or not. */
  printed = 0;
  readonly #stop: AbortSignal;

  /** @param maxBytes characters of standard output that are kept, in complete lines */
  constructor(of: Terminal, stop: AbortSignal, maxBytes: number) {
    this.environment = of.environment;
    this.clock = of.clock;
    this.policy = () => of.policy();
    this.openDatabases = (use) => of.openDatabases(use === 'read' ? 'many-reads' : use);
    this.#stop = stop;
    let left = maxBytes;
    this.stdout = lineReader((line) => {
      this.printed += 1;
      left -= line.length + 1;
      if (left >= 0) this.lines.push(line);
    });
    let noteLeft = maxBytes;
    this.stderr = lineReader((line) => {
      noteLeft -= line.length + 1;
      if (noteLeft >= 0) this.notes.push(line);
    });
  }

  stopSignal(): AbortSignal {
    return this.#stop;
  }

  parentExitSignal(): AbortSignal {
    return this.#stop;
  }

  interrupt(): void {
    // Only a watching command calls it, and no tool starts one.
  }

  leaveSoon(): void {
    // The server goes on after the command.
  }
}

function lineReader(take: (line: string) => void): Writable {
  let rest = '';
  return new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      const lines = (rest + text.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      done();
    },
  });
}
