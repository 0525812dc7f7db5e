import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { fileTimestamp } from '../../../files/file-timestamp.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';

const FILE_SUFFIXES = ['', '-wal', '-shm'];

/**
 * Moves a database with its log.
 * @returns the new path, or null if there was no file
 */
export function setAside(path: string, at: number): string | null {
  const there = FILE_SUFFIXES.filter((part) => existsSync(path + part));
  if (there.length === 0) return null;
  const name = freeName(path, at);
  for (const part of there) renameSync(path + part, name + part);
  return name;
}

/**
 * Moves the old files back if no new database could be created. The new files are empty and would hide the old ones.
 */
export function putBack(path: string, name: string): void {
  for (const part of FILE_SUFFIXES) rmSync(path + part, { force: true });
  for (const part of FILE_SUFFIXES) if (existsSync(name + part)) renameSync(name + part, path + part);
}

/** Copies a write-ahead log that SQLite would ignore and the next commit would overwrite. */
export function copyLogAside(path: string, at: number): string | null {
  if (fileSizeBytes(`${path}-wal`) === 0) return null;
  const name = freeName(path, at);
  copyFileSync(`${path}-wal`, `${name}-wal`);
  return name;
}

function freeName(path: string, at: number): string {
  const name = `${path}.damaged-${fileTimestamp(at)}`;
  const isFree = (candidate: string) => FILE_SUFFIXES.every((part) => !existsSync(candidate + part));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (isFree(candidate)) return candidate;
  }
}
