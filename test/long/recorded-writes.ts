/**
 * Records what a process writes and syncs in the files of a store, and builds from it the files that a power cut at
 * some time could leave. A library that is preloaded into the process records the system calls.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded files, by the letter that a record has; `o` is the standard output. */
const FILES = { d: 'events.db', w: 'events.db-wal', m: 'events.mark' } as const;
type FileLetter = keyof typeof FILES;

/** Only whole pages get lost. */
const PAGE_BYTES = 4_096;
/** Kind, file, offset or length, and number of the bytes that follow. */
const HEAD_BYTES = 24;

/** Holds a lock around each call and its record, so that the records have the order of the calls. */
export const RECORDER = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
__attribute__((constructor)) static void start(void) {
  log_file = open(getenv("RECORD_WRITES"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}
static int ends(const char *path, const char *end) {
  size_t have = strlen(path), wanted = strlen(end);
  return have >= wanted && strcmp(path + have - wanted, end) == 0;
}
static char letter(int fd) {
  char link[32], path[4096];
  if (fd == 1) return 'o';
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ends(path, "/events.db") ? 'd' : ends(path, "/events.db-wal") ? 'w' : ends(path, "/events.mark") ? 'm' : 0;
}
static void record(char kind, char file, long at, const void *data, long length) {
  long head[3] = {kind | file << 8, at, length};
  struct iovec parts[2] = {{head, sizeof head}, {(void *)data, length}};
  if (writev(log_file, parts, 2) != (ssize_t)sizeof head + length) abort();
}
#define RECORDED(call, kind, at, data, length) \\
  char file = letter(fd); \\
  if (!file) return call; \\
  pthread_mutex_lock(&lock); \\
  long result = call; \\
  if (result >= 0) record(kind, file, at, data, length); \\
  pthread_mutex_unlock(&lock); \\
  return result
ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) {
  RECORDED(syscall(SYS_pwrite64, fd, data, size, at), 'w', at, data, result);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }
ssize_t write(int fd, const void *data, size_t size) { RECORDED(syscall(SYS_write, fd, data, size), 'w', -1, data, result); }
int ftruncate64(int fd, off_t size) { RECORDED(syscall(SYS_ftruncate, fd, size), 't', size, 0, 0); }
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
int fsync(int fd) { RECORDED(syscall(SYS_fsync, fd), 's', 0, 0, 0); }
int fdatasync(int fd) { RECORDED(syscall(SYS_fdatasync, fd), 's', 0, 0, 0); }
`;

type Call =
  | { readonly kind: 'write'; readonly file: FileLetter; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly file: FileLetter; readonly size: number }
  | { readonly kind: 'sync'; readonly file: FileLetter }
  | { readonly kind: 'print'; readonly text: string };

export function readCalls(path: string): readonly Call[] {
  const log = readFileSync(path);
  const calls: Call[] = [];
  for (let from = 0; from + HEAD_BYTES <= log.length;) {
    const [at, length] = [Number(log.readBigInt64LE(from + 8)), Number(log.readBigInt64LE(from + 16))];
    const data = log.subarray(from + HEAD_BYTES, from + HEAD_BYTES + length);
    calls.push(callOf(String.fromCharCode(log[from] ?? 0), String.fromCharCode(log[from + 1] ?? 0), at, data));
    from += HEAD_BYTES + length;
  }
  return calls;
}

function callOf(kind: string, letter: string, at: number, data: Buffer): Call {
  if (letter === 'o') return { kind: 'print', text: data.toString() };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library knows no other letters
  const file = letter as FileLetter;
  if (kind === 's') return { kind: 'sync', file };
  if (kind === 't') return { kind: 'truncate', file, size: at };
  if (at < 0) throw new Error(`${FILES[file]} was written without an offset`);
  return { kind: 'write', file, at, data };
}

type Change = Extract<Call, { kind: 'write' | 'truncate' }>;

/** The files of a store on a disk that keeps only what was synced, while the calls happen one after another. */
export class Disk {
  readonly #synced: Record<FileLetter, Buffer> = { d: Buffer.alloc(0), w: Buffer.alloc(0), m: Buffer.alloc(0) };
  readonly #unsynced: Record<FileLetter, Change[]> = { d: [], w: [], m: [] };
  /** Newest contents of `events.mark`, although it is never synced. */
  mark = '';

  apply(call: Call): void {
    if (call.kind === 'print') return;
    if (call.kind === 'sync') {
      this.#synced[call.file] = this.#unsynced[call.file].reduce(changed, this.#synced[call.file]);
      this.#unsynced[call.file] = [];
      return;
    }
    this.#unsynced[call.file].push(call);
    if (call.file === 'm' && call.kind === 'write') this.mark = call.data.toString();
  }

  get unsyncedBytes(): number {
    return Object.values(this.#unsynced)
      .flat()
      .reduce((sum, change) => sum + (change.kind === 'write' ? change.data.length : 0), 0);
  }

  /** @param isKept asked for each page of each write that was not synced, and for each change of a length */
  writeTo(folder: string, isKept: () => boolean): void {
    for (const [letter, name] of Object.entries(FILES) as [FileLetter, string][]) {
      const kept = this.#unsynced[letter].flatMap(pagesOf).filter(isKept);
      writeFileSync(join(folder, name), kept.reduce(changed, Buffer.from(this.#synced[letter])));
    }
  }
}

/** May change `content` in place. */
function changed(content: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') return withLength(content, change.size);
  const end = change.at + change.data.length;
  const longer = end > content.length ? withLength(content, end) : content;
  change.data.copy(longer, change.at);
  return longer;
}

function withLength(content: Buffer, size: number): Buffer {
  return size <= content.length ? content.subarray(0, size) : Buffer.concat([content], size);
}

function pagesOf(change: Change): readonly Change[] {
  if (change.kind === 'truncate') return [change];
  const { file, at, data } = change;
  const pages: Change[] = [];
  for (let from = 0; from < data.length;) {
    const size = PAGE_BYTES - ((at + from) % PAGE_BYTES);
    pages.push({ kind: 'write', file, at: at + from, data: data.subarray(from, from + size) });
    from += size;
  }
  return pages;
}
