/**
 * Kills a collector repeatedly while it writes, seals chunks, removes old events and repairs, and reports what is left.
 * The default run and the long run use it with different numbers of kills.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { blockOf, openBlock } from '../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { verifyWatch } from '../../src-main/adapters/sqlite/events/proof/verify-watch.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import type { Flaw } from '../../src-main/core/ports/event-store.ts';
import { isRetained, KILLED_STORE } from './killed-store.ts';

export type Work = 'collect' | 'tidy' | 'mend';
const WORKS: readonly Work[] = ['collect', 'tidy', 'mend'];

const CHILD = new URL('collecting-child.ts', import.meta.url).pathname;
const COMPILE_CACHE = join(tmpdir(), 'watchfloor-compile-cache');
/** Distance between the first event numbers of two kills: more events than a process stores before it is killed. */
const APART = 1_000_000;

export interface Killed {
  readonly kill: number;
  readonly work: Work;
  readonly flaws: readonly Flaw[];
  readonly check: unknown;
  /** Number of differences from the proof of watch. */
  readonly differences: number;
}

export class Kills {
  readonly #dataDir: string;
  readonly #path: string;
  /** Numbers of the acknowledged events that retention does not remove. */
  readonly #owed = new Set<number>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#path = storePaths(dataDir, KILLED_STORE).events;
  }

  get acknowledged(): number {
    return this.#owed.size;
  }

  /** Kills after an amount of work, not after a time. One in five uses the threads of the product. */
  async kill(kill: number): Promise<Killed> {
    const work = WORKS[kill % WORKS.length] ?? 'collect';
    await this.#collectUntilKilled(kill * APART, work, 1 + ((kill * 7) % 15), kill % 5 === 0);
    const database = new Sqlite(this.#path, { readonly: true });
    const check = database.pragma('quick_check', { simple: true });
    database.close();
    const { differences } = await verifyWatch(this.#path, () => undefined);
    return { kill, work, flaws: this.#flaws(), check, differences: differences.length };
  }

  missing(): { readonly lost: readonly number[]; readonly twice: number } {
    const stored = this.numbers();
    const numbers = new Set(stored);
    return { lost: [...this.#owed].filter((number) => !numbers.has(number)), twice: stored.length - numbers.size };
  }

  start(first: number, work: Work, inThreads: boolean, env: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn(
      process.execPath,
      [CHILD, this.#dataDir, String(first), work, inThreads ? 'threads' : 'one-thread'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        // Most of the time is start-up, so all processes share the compile cache.
        env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...env },
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  async #collectUntilKilled(first: number, work: Work, lines: number, inThreads: boolean): Promise<void> {
    const child = this.start(first, work, inThreads);
    let next = first;
    let received = 0;
    const end = once(child, 'close');
    for await (const line of createInterface({ input: outputOf(child) })) {
      if (line === 'open') continue;
      // Lines that were in the pipe at the kill were acknowledged, too.
      if (line !== 'piece') for (; next <= Number(line); next += 1) if (isRetained(next)) this.#owed.add(next);
      received += 1;
      if (received === lines) child.kill('SIGKILL');
    }
    await end;
  }

  #flaws(): Flaw[] {
    const reader = openStoreReader(this.#path);
    const flaws: Flaw[] = [];
    try {
      for (let after: number | null = 0; after !== null;) {
        const checked = reader.check(after);
        flaws.push(...checked.flaws);
        after = checked.next;
      }
    } finally {
      reader.close();
    }
    return flaws;
  }

  /** Returns the numbers of all stored events. */
  numbers(): number[] {
    const database = new Sqlite(this.#path, { readonly: true });
    const blocks = database.prepare<[], { id: number; body: Buffer }>('SELECT id, body FROM block').all();
    const singles = database.prepare<[], { seq: number; body: Buffer }>('SELECT seq, body FROM received').all();
    database.close();
    return [...blocks, ...singles.map(({ seq, body }) => ({ id: blockOf(seq), body }))].flatMap(({ id, body }) =>
      openBlock(id, body).entries.map((entry) => Number(JSON.parse(entry.data.toString()).number)),
    );
  }
}

export function outputOf(child: ChildProcess) {
  if (child.stdout === null) throw new Error('The child has no standard output.');
  return child.stdout;
}
