/**
 * What is known of a store outside of its database: how far it was, and whether it was closed. Written after each
 * commit, so that a database from which committed events have vanished is noticed. It outlives the process, not a power
 * cut, for it is not synced: then it knows less than the database, and never more.
 */
import { closeSync, fstatSync, lstatSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { moveAsideUnlessPlain, openPlainFile } from '../files/plain-file.ts';

const markSchema = z.object({
  /** Of all databases that continue each other. */
  lineage: z.string(),
  /** The highest seq that was ever given. */
  newestSeq: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
  lastEventAt: z.number().nullable(),
  /** The store was closed, and all of it is in the database. */
  isClosed: z.boolean(),
});
export type Mark = z.infer<typeof markSchema>;

/** Always as long, so that a shorter mark leaves nothing of a longer one, and none needs room on a full disk. */
const MARK_BYTES = 512;
const CHECK_DIGITS = 8;

export class StoreMark {
  readonly path: string;
  /** As it was found; `null` where there was none, or none that can be read: that says nothing. */
  readonly found: Mark | null;
  readonly #descriptor: number | null;
  #written = '';

  /** Makes the file where there is none. Never throws: a store without a mark is only watched less well. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openReadWrite(path);
    this.found = this.#descriptor === null ? null : readMark(this.#descriptor);
  }

  /** Whether the path still leads to the file that is written here. */
  get isCurrentFile(): boolean {
    if (this.#descriptor === null) return true;
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    return found?.ino === fstatSync(this.#descriptor).ino;
  }

  /** A mark that cannot be written says less than is true, which is no reason to refuse what was committed. */
  write(mark: Mark): void {
    const text = JSON.stringify(mark);
    if (this.#descriptor === null || text === this.#written) return;
    try {
      writeSync(this.#descriptor, `${checksumOf(text)} ${text}`.padEnd(MARK_BYTES - 1) + '\n', 0);
      this.#written = text;
    } catch {
      this.#written = '';
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

function openReadWrite(path: string): number | null {
  try {
    moveAsideUnlessPlain(path);
    closeSync(openPlainFile(path, 'a'));
    return openPlainFile(path, 'r+');
  } catch {
    return null; // the folder cannot be written: then there is no mark
  }
}

function readMark(descriptor: number): Mark | null {
  try {
    const bytes = Buffer.alloc(MARK_BYTES);
    const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, MARK_BYTES, 0)).trimEnd();
    const json = text.slice(CHECK_DIGITS + 1);
    if (text.slice(0, CHECK_DIGITS) !== checksumOf(json)) return null;
    return markSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(CHECK_DIGITS, '0');
}
