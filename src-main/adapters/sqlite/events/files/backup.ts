/**
 * Copies a store while it is written: one read transaction covers all pages, so no write restarts the copy or waits for
 * it. A copy gets its final name only after it was verified.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { type AppErrorDetails, appError } from '../../../../../src-shared/api/errors.ts';
import type { BackupCopy } from '../../../../../src-shared/domain/store-condition.ts';
import { hasFreeDisk } from '../../database-writer.ts';
import { openDatabaseFile } from '../../../files/database-file.ts';
import { fileTimestamp } from '../../../files/file-timestamp.ts';
import { openForReading } from './open-database.ts';
import { isDamage, storeError } from '../store-error.ts';

const MAX_BACKUPS = 2;
/** Free space for a daily copy, in sizes of the store: one for the copy, one for the store itself. */
const DAILY_SPACE_FACTOR = 2;
/** Pages of 8 KiB per step. A step takes some milliseconds, and the thread can end after each. */
const STEP_PAGES = 512;
const PARTIAL = '.partial';
/** `2026-11-22T004208.123Z.db`: not every file system allows colons in names. */
const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}\.\d{3}Z)\.db$/;

interface BackupPaths {
  readonly events: string;
  readonly backups: string;
}

/** Newest first. @throws AppError STORE_UNWRITABLE if this user may not read the folder */
export function listBackups({ backups }: Pick<BackupPaths, 'backups'>): BackupCopy[] {
  try {
    if (statSync(backups, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(backups)
      .filter((name) => NAME.test(name))
      .toSorted((one, other) => other.localeCompare(one, 'en'))
      .flatMap((name) => describeBackup(join(backups, name)) ?? []);
  } catch (cause) {
    throw storeError(cause, backups);
  }
}

/** Keeps the newest two. @throws AppError STORE_…, BACKUP_UNUSABLE (no-room, damaged) */
export async function backUpStore(
  { events, backups }: BackupPaths,
  { at = Date.now(), onProgress }: Pick<CopyOptions, 'at' | 'onProgress'> = {},
): Promise<BackupCopy> {
  const owner = ownerFor(dirname(events));
  try {
    const made = mkdirSync(backups, { recursive: true, mode: 0o700 });
    if (made !== undefined && owner !== null) lchownSync(backups, owner.uid, owner.gid);
    removePartialBackups({ backups });
  } catch (cause) {
    throw storeError(cause, backups);
  }
  const copy = await copyStore(events, join(backups, `${fileTimestamp(at)}.db`), {
    at,
    spaceFactor: DAILY_SPACE_FACTOR,
    owner,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  // Keeps the new copy even if the clock was set back and older names look newer.
  const others = listBackups({ backups }).filter(({ path }) => path !== copy.path);
  for (const { path } of others.slice(MAX_BACKUPS - 1)) rmSync(path);
  return copy;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The collector could not list copies that root owns. */
function ownerFor(directory: string): Owner | null {
  return process.geteuid?.() === 0 ? (statSync(directory, { throwIfNoEntry: false }) ?? null) : null;
}

export function removePartialBackups({ backups }: Pick<BackupPaths, 'backups'>): void {
  if (!existsSync(backups)) return;
  for (const name of readdirSync(backups)) if (name.includes(PARTIAL)) rmSync(join(backups, name), { force: true });
}

export interface CopyOptions {
  /** UTC epoch ms. */
  readonly at?: number;
  readonly spaceFactor?: number;
  readonly stepPages?: number;
  readonly owner?: Owner | null;
  readonly onProgress?: (share: number) => void;
}

/** Copies while a store is written. @throws AppError NO_STORE, STORE_…, BACKUP_UNUSABLE (exists, no-room, damaged) */
export async function copyStore(
  source: string,
  target: string,
  { at = Date.now(), spaceFactor = 1, stepPages = STEP_PAGES, owner = null, onProgress }: CopyOptions = {},
): Promise<BackupCopy> {
  if (existsSync(target)) throw backupUnusableError(target, 'exists');
  const partial = target + PARTIAL;
  const database = openForReading(source);
  try {
    assertFreeDisk(database, target, spaceFactor);
    createPrivately(partial, owner);
    database.exec('BEGIN');
    const meant = contentsOf(database);
    await database.backup(partial, {
      progress({ totalPages, remainingPages }) {
        onProgress?.(1 - remainingPages / totalPages);
        return stepPages;
      },
    });
    verify(partial, meant);
    sync(partial);
    renameSync(partial, target);
    sync(dirname(target));
    return { path: target, at, bytes: statSync(target).size, storedEvents: meant.events };
  } catch (cause) {
    rmSync(partial, { force: true });
    // Pages are copied unchanged, so damage in the copy is damage in the store.
    throw storeError(cause, isDamage(cause) ? source : target);
  } finally {
    database.close();
  }
}

interface Contents {
  readonly lineage: string | null;
  readonly newest: number;
  readonly events: number;
  readonly texts: number;
}

function contentsOf(database: Database): Contents {
  const contents = database
    .prepare<[], Contents>(
      `SELECT (SELECT value FROM meta WHERE key = 'lineage') AS lineage,
         (SELECT ifnull(max(seq), 0) FROM event) AS newest,
         (SELECT count(*) FROM event) AS events,
         (SELECT count(*) FROM block) + (SELECT count(*) FROM received) AS texts`,
    )
    .get();
  if (contents === undefined) throw new Error('A query of counts gave no row.');
  return contents;
}

/** @throws AppError BACKUP_UNUSABLE */
function verify(path: string, meant: Contents): void {
  const copy = openDatabaseFile(path);
  try {
    copy.pragma('journal_mode = DELETE'); // a single file, readable without a log
    const check = copy.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw backupUnusableError(path, 'damaged', String(check));
    const found = contentsOf(copy);
    if (JSON.stringify(found) !== JSON.stringify(meant))
      throw backupUnusableError(path, 'damaged', `${JSON.stringify(found)} instead of ${JSON.stringify(meant)}`);
  } finally {
    copy.close();
  }
}

function describeBackup(path: string): BackupCopy | null {
  let database: Database | undefined;
  try {
    database = openDatabaseFile(path, { readonly: true, fileMustExist: true });
    const { events } = contentsOf(database);
    return { path, at: timeOf(path), bytes: statSync(path).size, storedEvents: events };
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

function timeOf(path: string): number {
  const [, hour, minute, second] = NAME.exec(basename(path)) ?? [];
  return Date.parse(`${hour}:${minute}:${second}`);
}

function assertFreeDisk(database: Database, target: string, room: number): void {
  const bytes =
    Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true }));
  if (!hasFreeDisk(target, bytes * room))
    throw backupUnusableError(target, 'no-room', `${bytes * room} bytes are needed`);
}

/** Sets the permissions before the first page is written: other users must never read received data. */
function createPrivately(path: string, owner: Owner | null): void {
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    if (owner !== null) fchownSync(descriptor, owner.uid, owner.gid);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(path, 0o600);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function backupUnusableError(path: string, problem: AppErrorDetails['BACKUP_UNUSABLE']['problem'], detail?: string) {
  return appError('BACKUP_UNUSABLE', { path, problem, ...(detail === undefined ? {} : { detail }) });
}
