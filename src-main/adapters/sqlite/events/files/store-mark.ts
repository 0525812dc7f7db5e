/**
 * Stores outside of the database how far a store was, after each commit, so that a loss is noticed. Not synced: after a
 * power cut it may be older than the database, never newer.
 */
import { closeSync, fstatSync, lstatSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { moveAsideUnlessPlain, openPlainFile } from '../../../files/plain-file.ts';

const markSchema = z.object({
  /** Id shared by all databases that continue each other. */
  lineage: z.string(),
  newestSeq: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
  lastEventAt: z.number().nullable(),
  isClosed: z.boolean(),
});
export type Mark = z.infer<typeof markSchema>;
export const EMPTY_MARK: Mark = { lineage: '', newestSeq: 0, storedEvents: 0, lastEventAt: null, isClosed: true };

/** A shorter mark overwrites a longer one completely, and writing needs no space on a full disk. */
const MARK_BYTES = 512;
const CHECK_DIGITS = 8;

/** Creates the file if there is none. Never throws: a store also works without a mark. */
export function createStoreMark(path: string) {
  let written = '';
  const descriptor: number | null = openReadWrite(path);
  const found: Mark | null = descriptor === null ? null : readMark(descriptor);

  return {
    path,
    found,
    get isCurrentFile(): boolean {
      if (descriptor === null) return true;
      return lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino;
    },
    /** Best effort: a stale mark only under-reports, so a failed write never fails the commit. */
    write(mark: Mark): void {
      const text = JSON.stringify(mark);
      if (descriptor === null || text === written) return;
      try {
        writeSync(descriptor, `${checksumOf(text)} ${text}`.padEnd(MARK_BYTES - 1) + '\n', 0);
        written = text;
      } catch {
        written = '';
      }
    },
    close(): void {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}
export type StoreMark = ReturnType<typeof createStoreMark>;

function openReadWrite(path: string): number | null {
  try {
    moveAsideUnlessPlain(path);
    closeSync(openPlainFile(path, 'a'));
    return openPlainFile(path, 'r+');
  } catch {
    return null; // without write permission there is no mark
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
