/**
 * When the file is full, it replaces `<path>.1`. Writing never throws, and is synchronous: the last line before a crash
 * matters most.
 *
 * No library does this. Measured with 1 000 lines before `process.exit`, `abort` or SIGKILL: rotating-file-stream
 * 3.2.10 keeps none. On a full disk, pino-roll 4.0.0 and rotating-file-stream write no line in the first 0.5 s after
 * space was freed. Neither lets two processes write to the same log.
 */
import { closeSync, fstatSync, ftruncateSync, mkdirSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { openPlainFile } from '../files/plain-file.ts';

export function createRotatingFile(path: string, maxBytes: number) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openToAppend(path);
  let size = fstatSync(file).size;

  function write(line: string): void {
    try {
      const bytes = Buffer.byteLength(line);
      if (size > 0 && size + bytes > maxBytes) rotate();
      size += bytes;
      writeSync(file, line);
    } catch {
      // There is no place to report it, and a full disk must not end watching.
    }
  }

  function rotate(): void {
    size = 0;
    try {
      // Another process that writes here may have renamed the file already.
      if (isSameFile(path, file)) renameSync(path, `${path}.1`);
      const before = file;
      file = openToAppend(path);
      closeSync(before);
      size = fstatSync(file).size;
    } catch {
      // No new file can be created here. The size limit matters more than old lines.
      ftruncateSync(file);
    }
  }

  return { write };
}
export type RotatingFile = ReturnType<typeof createRotatingFile>;

function openToAppend(path: string): number {
  return openPlainFile(path, 'a');
}

function isSameFile(path: string, file: number): boolean {
  const [there, ours] = [statSync(path, { throwIfNoEntry: false }), fstatSync(file)];
  return there !== undefined && there.ino === ours.ino && there.dev === ours.dev;
}
