/**
 * Everything that left the program, by where it left, and what of it is a secret. The report is a table of outputs and
 * secrets: how many bytes were looked through, and in which encoding something was found.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CanaryKind, canaryKinds, type CanaryService } from './canary-service.ts';
import { CanarySearch, type Encoding } from './encodings.ts';

export interface Finding {
  readonly output: string;
  readonly kind: CanaryKind;
  readonly encoding: Encoding;
  /** Which file, path or program. */
  readonly where: string;
  /** What stands before it, for whoever must find the leak. */
  readonly around: string;
}

/** A secret that must be there, with the reason. */
export interface Exempt {
  readonly output: RegExp;
  readonly kind: CanaryKind;
}

interface Piece {
  readonly output: string;
  readonly where: string;
  readonly bytes: Buffer;
}

export class Outputs {
  readonly #pieces: Piece[] = [];

  /** @param output the group that it is told under, such as `stdout of collect`; `where`: which one of them */
  add(output: string, bytes: Buffer | string, where = ''): void {
    this.#pieces.push({ output, where, bytes: Buffer.from(bytes) });
  }

  /** How much of an output was looked through. */
  bytesOf(output: string): number {
    return this.#pieces.reduce((sum, piece) => sum + (piece.output === output ? piece.bytes.length : 0), 0);
  }

  /** Every file below a folder, with its name; whatever a program puts there is looked through. */
  addFiles(output: string, folder: string, except: ReadonlySet<string> = new Set()): void {
    for (const path of filesBelow(folder)) {
      if (except.has(path)) continue;
      const name = relative(folder, path);
      this.add(output, name, 'names of files');
      try {
        this.add(output, readFileSync(path), name);
      } catch {
        // Gone meanwhile: a journal of SQLite lives for a moment.
      }
    }
  }

  /** Command line and environment of a process and of all that came from it. Linux alone shows them. */
  addProcesses(pid: number): void {
    for (const one of [pid, ...descendantsOf(pid)])
      for (const shown of ['cmdline', 'environ'])
        try {
          this.add(`/proc/PID/${shown}`, readFileSync(`/proc/${one}/${shown}`), readlinkSync(`/proc/${one}/exe`));
        } catch {
          // Ended meanwhile.
        }
  }

  /** @param isWanted which outputs are looked through; all by default */
  findings(service: CanaryService, isWanted: (piece: Piece) => boolean = () => true): Finding[] {
    const all = canaryKinds.flatMap((kind) => service.canaries(kind).map((one) => [kind, one] as const));
    const search = new CanarySearch(all);
    // Many files are equal, for example the reserved space of each data folder.
    const hitsOf = memoized((bytes: Buffer) => [...search.found(bytes)]);
    return this.#pieces.filter(isWanted).flatMap(({ output, where, bytes }) =>
      hitsOf(bytes).map(({ kind, encoding, at }) => ({
        output,
        where,
        kind,
        encoding,
        around: bytes.subarray(Math.max(0, at - 60), at + 40).toString('latin1'),
      })),
    );
  }

  /** Lines for people: outputs down, secrets across; a dash where nothing was found. */
  table(service: CanaryService, findings: readonly Finding[]): string {
    const outputs = [...new Set(this.#pieces.map(({ output }) => output))].toSorted();
    const head = [
      'output',
      'pieces',
      'bytes',
      ...canaryKinds.map((kind) => `${kind} (${service.canaries(kind).length})`),
    ];
    const rows = outputs.map((output) => {
      const pieces = this.#pieces.filter((piece) => piece.output === output);
      const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
      const cells = canaryKinds.map((kind) => {
        const hits = findings.filter((finding) => finding.output === output && finding.kind === kind);
        return hits.length === 0 ? '-' : [...new Set(hits.map(({ encoding }) => encoding))].join(',');
      });
      return [output, String(pieces.length), String(bytes), ...cells];
    });
    const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
    return [head, ...rows]
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  }
}

/** The same result for equal bytes, computed once. */
function memoized<Result>(compute: (bytes: Buffer) => Result): (bytes: Buffer) => Result {
  const results = new Map<string, Result>();
  return (bytes) => {
    const key = hash('sha256', bytes);
    const result = results.get(key) ?? compute(bytes);
    results.set(key, result);
    return result;
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      // `pid (name) state parent …`; a name may hold anything but ends with the last bracket.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // Ended meanwhile.
    }
  const below: number[] = [];
  for (const [child, parent] of parents) if (parent === pid) below.push(child, ...descendantsOf(child));
  return below;
}
