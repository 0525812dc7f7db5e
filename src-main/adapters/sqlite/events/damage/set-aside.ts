import { copyFileSync, existsSync } from 'node:fs';
import { databaseFiles, deleteDatabase, moveDatabase } from '../../../files/database-file.ts';
import { fileTimestamp } from '../../../files/file-timestamp.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';

/** Moves a database with its log. Returns the new path, or null if there was no file. */
export function setAside(path: string, at: number): string | null {
  if (!databaseFiles(path).some((file) => existsSync(file))) return null;
  const name = freeName(path, at);
  moveDatabase(path, name);
  return name;
}

/** New files that could not become a database are empty and would hide the old ones. */
export function putBack(path: string, name: string): void {
  deleteDatabase(path);
  moveDatabase(name, path);
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
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!databaseFiles(candidate).some((file) => existsSync(file))) return candidate;
  }
}
