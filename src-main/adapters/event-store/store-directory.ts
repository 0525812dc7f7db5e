/**
 * Where the stores of a data directory are, and which there are: `DIR/practice` and `DIR/profiles/<id>`. A name is a
 * label, kept inside. Only this user can enter them. Listing opens nothing for writing and changes nothing.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile.ts';
import type { StorePlace } from '../../core/ports/event-store.ts';
import { storeError } from './store-error.ts';
import { openStoreReader } from './store-reader.ts';

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
  /** UTC epoch ms of the last write. */
  readonly writtenAt: number;
}

export function storePaths(dataDir: string, { id, practice }: Pick<StorePlace, 'id' | 'practice'>): StorePaths {
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
 * Practice first, then by name. A store that cannot be opened is listed under its id.
 * @throws AppError STORE_UNREADABLE where this user may not look into the directory
 */
export function listStores(dataDir: string): StoreLocation[] {
  refuseForbidden(dataDir);
  const profiles = join(dataDir, 'profiles');
  const folders = existsSync(profiles) ? readdirSync(profiles) : [];
  const ids = folders.flatMap((folder) => profileIdSchema.safeParse(folder).data ?? []);
  const places = [{ id: PRACTICE_ID, practice: true }, ...ids.map((id) => ({ id, practice: false }))];
  return places
    .filter((place) => existsSync(storePaths(dataDir, place).events))
    .map((place) => locate(place, storePaths(dataDir, place)))
    .toSorted(
      (one, other) => Number(other.practice) - Number(one.practice) || one.name.localeCompare(other.name, 'en'),
    );
}

function locate(place: Pick<StorePlace, 'id' | 'practice'>, { events, lock }: StorePaths): StoreLocation {
  const label = place.practice ? PRACTICE_NAME : place.id;
  const location = { ...place, name: label, path: events, lock, profile: null, writtenAt: writtenAt(events) };
  try {
    const reader = openStoreReader(events);
    try {
      return { ...location, name: reader.remembered('name') ?? label, profile: reader.remembered('profile') };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return location;
  }
}

/** SQLite writes into the log beside the database first. */
function writtenAt(database: string): number {
  return Math.max(
    ...[database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}

function refuseForbidden(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EACCES')) return;
    throw appError('STORE_UNREADABLE', { path: dataDir }, { cause });
  }
}
