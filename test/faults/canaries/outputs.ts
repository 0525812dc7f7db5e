/**
 * Collects all output of the program by its source and finds the secrets in it.
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
  readonly where: string;
  readonly around: string;
}

export interface Exempt {
  readonly output: RegExp;
  readonly kind: CanaryKind;
}

interface Chunk {
  readonly output: string;
  readonly where: string;
  readonly bytes: Buffer;
}

export class Outputs {
  readonly #chunks: Chunk[] = [];

  /**
   * @param output group in the report, such as `stdout of collect`
   * @param where file, path or program within the group
   */
  add(output: string, bytes: Buffer | string, where = ''): void {
    this.#chunks.push({ output, where, bytes: Buffer.from(bytes) });
  }

  bytesOf(output: string): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk.output === output ? chunk.bytes.length : 0), 0);
  }

  addFiles(output: string, folder: string, except: ReadonlySet<string> = new Set()): void {
    for (const path of filesBelow(folder)) {
      if (except.has(path)) continue;
      const name = relative(folder, path);
      this.add(output, name, 'names of files');
      try {
        this.add(output, readFileSync(path), name);
      } catch {
        // The file is gone: a SQLite journal is short-lived.
      }
    }
  }

  /** Adds the command line and environment of a process and its descendants. Only Linux shows them. */
  addProcesses(pid: number): void {
    for (const one of [pid, ...descendantsOf(pid)])
      for (const shown of ['cmdline', 'environ'])
        try {
          this.add(`/proc/PID/${shown}`, readFileSync(`/proc/${one}/${shown}`), readlinkSync(`/proc/${one}/exe`));
        } catch {
          // The process has ended.
        }
  }

  /** @param isIncluded selects the outputs to search; all by default */
  findings(service: CanaryService, isIncluded: (chunk: Chunk) => boolean = () => true): Finding[] {
    const all = canaryKinds.flatMap((kind) => service.canaries(kind).map((one) => [kind, one] as const));
    const search = new CanarySearch(all);
    // Many files are equal, for example the ballast of each data folder.
    const hitsOf = memoized((bytes: Buffer) => [...search.found(bytes)]);
    return this.#chunks.filter(isIncluded).flatMap(({ output, where, bytes }) =>
      hitsOf(bytes).map(({ kind, encoding, at }) => ({
        output,
        where,
        kind,
        encoding,
        around: bytes.subarray(Math.max(0, at - 60), at + 40).toString('latin1'),
      })),
    );
  }
}

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
      // `pid (name) state parent …`. The name can contain any character, but ends with the last bracket.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended.
    }
  const below: number[] = [];
  for (const [child, parent] of parents) if (parent === pid) below.push(child, ...descendantsOf(child));
  return below;
}
