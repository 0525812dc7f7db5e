/** Finds stores: `DIR/practice` and `DIR/profiles/<id>`, for this user only. Listing opens nothing for writing. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, appError } from '../../../../../src-shared/api/errors.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../../../src-shared/domain/identity.ts';
import { PRACTICE_NAME } from '../../../../../src-shared/domain/profile/profile-fields.ts';
import type { StoreIdentity } from '../../../../core/ports/event-store.ts';
import { listBackups } from './backup.ts';
import { storeError } from '../store-error.ts';
import { metaStatements } from '../rows/meta-rows.ts';
import { type StorePaths, storePaths } from '../../store-paths.ts';
import { readOnce } from './open-database.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';
import { errorCodeOf } from '../../../../../src-shared/lib/error-code.ts';

export interface StoreLocation {
  readonly id: ProfileId;
  /** Label with which it was last opened; its id if the label is unknown. */
  readonly name: string;
  readonly practice: boolean;
  readonly path: string;
  /** Held while a process collects into the store: `isWriterLocked`. */
  readonly lock: string;
  readonly profile: string | null;
  /** True if the database is missing or empty while other files of the store exist. */
  readonly isMissing: boolean;
  /** True if this user may not read the folder or the database. */
  readonly isForbidden: boolean;
  /** Path of the newest readable copy. Null if there is none, or if the database itself can be read. */
  readonly newestCopy: string | null;
  /** UTC epoch ms of the last write; 0 if it is forbidden. */
  readonly writtenAt: number;
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
 * Practice first, then by name. A store without a readable database has the labels of its newest copy, else its id. A
 * forbidden store is listed, so that another one is not mistaken for the only one.
 * @throws AppError STORE_UNREADABLE if this user may not read the directory, STORE_UNWRITABLE if it is a file
 */
export function listStores(dataDir: string): StoreLocation[] {
  refuseForbidden(dataDir);
  const profiles = join(dataDir, 'profiles');
  if (isForbidden(profiles)) throw appError('STORE_UNREADABLE', { path: profiles });
  const folders = existsSync(profiles) ? readdirSync(profiles) : [];
  const ids = folders.flatMap((folder) => profileIdSchema.safeParse(folder).data ?? []);
  const candidates = [{ id: PRACTICE_ID, practice: true }, ...ids.map((id) => ({ id, practice: false }))];
  return candidates
    .filter((identity) => storeExists(storePaths(dataDir, identity)))
    .map((identity) => describeStore(identity, storePaths(dataDir, identity)))
    .toSorted(
      (one, other) => Number(other.practice) - Number(one.practice) || one.name.localeCompare(other.name, 'en'),
    );
}

/** Returns true if the folder has a store or the rest of one, or if this user may not read it. */
export function storeExists(paths: StorePaths): boolean {
  // Checked first, because nothing else can be checked in a forbidden folder.
  return isForbidden(paths.directory) || existsSync(paths.events) || hasLeftovers(paths);
}

function hasLeftovers({ events, mark, backups }: StorePaths): boolean {
  return fileSizeBytes(mark) > 0 || fileSizeBytes(`${events}-wal`) > 0 || hasDatabase(backups);
}

function hasDatabase(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.db'));
  } catch {
    return false;
  }
}

function describeStore(identity: Pick<StoreIdentity, 'id' | 'practice'>, paths: StorePaths): StoreLocation {
  const { events, lock, mark } = paths;
  const found = { ...identity, path: events, lock };
  const unnamed = identity.practice ? PRACTICE_NAME : identity.id;
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
  const written = writtenAt(isMissing ? mark : events); // before it is opened, which creates a log
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

function labelsIn(database: string): { readonly name: string | null; readonly profile: string | null } | null {
  try {
    return readOnce(database, (open) => {
      const { meta } = metaStatements(open);
      return { name: meta.get('name') ?? null, profile: meta.get('profile') ?? null };
    });
  } catch (cause) {
    const error = storeError(cause, database);
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

/** Includes the log, because SQLite writes to it first. */
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

/** Lists a folder but does not open a file: closing it would drop the locks that this process holds on it. */
function isForbidden(path: string): boolean {
  try {
    const found = statSync(path);
    if (found.isFile()) accessSync(path, constants.R_OK);
    if (!found.isDirectory()) return false;
    readdirSync(path);
    statSync(join(path, '.')); // its entries must be accessible, too
    return false;
  } catch (cause) {
    return ['EACCES', 'EPERM'].includes(errorCodeOf(cause));
  }
}
