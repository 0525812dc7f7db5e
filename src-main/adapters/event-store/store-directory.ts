/**
 * Where the stores of a data directory are, and which there are: `DIR/practice` and `DIR/profiles/<id>`. A name is a
 * label, kept inside. Only this user can enter them. Listing opens nothing for writing and changes nothing.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile-fields.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import { listBackups } from './backup.ts';
import { storeError } from './store-error.ts';
import { openStoreReader } from './store-reader.ts';
import { fileSizeBytes } from '../files/file-stat.ts';

export interface StorePaths {
  readonly directory: string;
  readonly events: string;
  readonly lock: string;
  /** What is known of the store outside of its database (`store-mark.ts`). */
  readonly mark: string;
  /** Room for the day on which the disk is full (`ballast.ts`). */
  readonly ballast: string;
  /** The folder of the daily copies: `*.db`. */
  readonly backups: string;
}

export interface StoreLocation {
  readonly id: ProfileId;
  /** The label that it was last opened with; its id where it cannot tell. */
  readonly name: string;
  readonly practice: boolean;
  /** Of the database, for `openEventReader`. */
  readonly path: string;
  /** Held while a process collects into it: `isWriterLockHeld`. */
  readonly lock: string;
  /** The connection profile as it was remembered; `null` where none was. */
  readonly profile: string | null;
  /** The database is not there, or empty, while other files of the store are: something happened to it. */
  readonly isMissing: boolean;
  /** This user may not look into its folder, or not into its database. */
  readonly isForbidden: boolean;
  /** Of the newest copy that can be read; looked for where the database cannot be. */
  readonly newestCopy: string | null;
  /** UTC epoch ms of the last write; 0 where it is forbidden. */
  readonly writtenAt: number;
}

export function storePaths(dataDir: string, { id, practice }: Pick<StoreIdentity, 'id' | 'practice'>): StorePaths {
  const directory = practice ? join(dataDir, 'practice') : join(dataDir, 'profiles', id);
  return pathsIn(directory);
}

export function pathsIn(directory: string): StorePaths {
  return {
    directory,
    events: join(directory, 'events.db'),
    lock: join(directory, 'writer.lock'),
    mark: join(directory, 'events.mark'),
    ballast: join(directory, 'ballast'),
    backups: join(directory, 'backups'),
  };
}

/** @throws AppError STORE_UNWRITABLE */
export function createStoreDirectory({ directory }: StorePaths): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw storeError(cause, directory);
  }
}

/**
 * Practice first, then by name. One that cannot be opened, or whose database is gone, is listed as its newest copy tells,
 * else under its id; so is one that this user may not look into, since nobody is to take another for the only one.
 * @throws AppError STORE_UNREADABLE where this user may not look into the directory, STORE_UNWRITABLE where it is a file
 */
export function listStores(dataDir: string): StoreLocation[] {
  refuseForbidden(dataDir);
  const profiles = join(dataDir, 'profiles');
  if (isForbidden(profiles)) throw appError('STORE_UNREADABLE', { path: profiles });
  const folders = existsSync(profiles) ? readdirSync(profiles) : [];
  const ids = folders.flatMap((folder) => profileIdSchema.safeParse(folder).data ?? []);
  const places = [{ id: PRACTICE_ID, practice: true }, ...ids.map((id) => ({ id, practice: false }))];
  return places
    .filter((place) => storeExists(storePaths(dataDir, place)))
    .map((place) => describeStore(place, storePaths(dataDir, place)))
    .toSorted(
      (one, other) => Number(other.practice) - Number(one.practice) || one.name.localeCompare(other.name, 'en'),
    );
}

/** Whether a store, or what is left of one, is in the folder, or this user may not look. */
export function storeExists(paths: StorePaths): boolean {
  // Asked first: where nobody may look, nothing else can be asked.
  return isForbidden(paths.directory) || existsSync(paths.events) || hasLeftovers(paths);
}

/** Of a store whose database is gone. */
function hasLeftovers({ events, mark, backups }: StorePaths): boolean {
  return fileSizeBytes(mark) > 0 || fileSizeBytes(`${events}-wal`) > 0 || hasDatabase(backups);
}

function hasDatabase(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.db'));
  } catch {
    return false; // not there, or not to be looked into
  }
}

function describeStore(place: Pick<StoreIdentity, 'id' | 'practice'>, paths: StorePaths): StoreLocation {
  const { events, lock, mark } = paths;
  const found = { ...place, path: events, lock };
  const unnamed = place.practice ? PRACTICE_NAME : place.id;
  if (isForbidden(paths.directory) || isForbidden(events))
    return {
      ...found,
      name: unnamed,
      profile: null,
      isMissing: false,
      isForbidden: true,
      newestCopy: null,
      writtenAt: 0,
    };
  const isMissing = fileSizeBytes(events) === 0 && hasLeftovers(paths);
  const written = writtenAt(isMissing ? mark : events); // before it is opened, which makes a log beside it
  const own = isMissing ? null : labelsIn(events);
  const newestCopy = own === null ? newestCopyOf(paths) : null;
  const labels = own ?? (newestCopy === null ? null : labelsIn(newestCopy));
  return {
    ...found,
    name: labels?.name ?? unnamed,
    profile: labels?.profile ?? null,
    isMissing,
    isForbidden: false,
    newestCopy,
    writtenAt: written,
  };
}

/** `null` where the database cannot be read. */
function labelsIn(database: string): { readonly name: string | null; readonly profile: string | null } | null {
  try {
    const reader = openStoreReader(database);
    try {
      return { name: reader.readLabel('name'), profile: reader.readLabel('profile') };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

function newestCopyOf(paths: StorePaths): string | null {
  try {
    return listBackups(paths)[0]?.path ?? null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** SQLite writes into the log beside the database first. */
function writtenAt(database: string): number {
  return Math.max(
    ...[database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}

function refuseForbidden(dataDir: string): void {
  if (isForbidden(dataDir)) throw appError('STORE_UNREADABLE', { path: dataDir });
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false)
    throw appError('STORE_UNWRITABLE', { path: dataDir, problem: 'folder', detail: 'ENOTDIR' });
}

/** A folder is looked into; a file is not opened, since closing it would drop the locks that this process holds on it. */
function isForbidden(path: string): boolean {
  try {
    const found = statSync(path);
    if (found.isFile()) accessSync(path, constants.R_OK);
    if (!found.isDirectory()) return false;
    readdirSync(path);
    statSync(join(path, '.')); // what is in it can be named, too
    return false;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && (cause.code === 'EACCES' || cause.code === 'EPERM');
  }
}
