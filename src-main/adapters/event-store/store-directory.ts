/**
 * Where the stores of a data directory are, and which there are: `DIR/practice` and `DIR/profiles/<name>-<hash>`.
 * Only this user can enter them. Listing opens nothing for writing and changes nothing.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile.ts';
import { openStoreReader } from './store-reader.ts';
import { storeError } from './store-error.ts';

export interface StorePaths {
  readonly directory: string;
  readonly events: string;
  readonly lock: string;
}

export interface StoreLocation {
  readonly name: string;
  readonly practice: boolean;
  /** Of the database, for `openStoreReader`. */
  readonly path: string;
  /** Held while a process collects into it: `isWriterLockHeld`. */
  readonly lock: string;
  /** The connection profile as it was remembered; `null` where none was. */
  readonly profile: string | null;
}

/** Names may differ in signs that no file name can hold, or in case alone: the hash keeps them apart. */
const HASH_DIGITS = 8;
const MAX_SLUG = 40;

export function storePaths(dataDir: string, store: { profileName: string; practice: boolean }): StorePaths {
  const directory = store.practice
    ? join(dataDir, 'practice')
    : join(dataDir, 'profiles', directoryName(store.profileName));
  return { directory, events: join(directory, 'events.db'), lock: join(directory, 'writer.lock') };
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
 * Practice first, then by name. A store that cannot be opened is listed under its directory's name.
 * @throws AppError STORE_UNREADABLE where this user may not look into the directory
 */
export function listStores(dataDir: string): StoreLocation[] {
  refuseForbidden(dataDir);
  const practice = { ...storePaths(dataDir, { profileName: PRACTICE_NAME, practice: true }), fallback: PRACTICE_NAME };
  const profiles = join(dataDir, 'profiles');
  const names = existsSync(profiles) ? readdirSync(profiles) : [];
  const stores = names.map((name) => ({ events: join(profiles, name, 'events.db'), fallback: name }));
  const listed = stores.filter(({ events }) => existsSync(events)).map((store) => describe(store, false));
  const first = existsSync(practice.events) ? [describe(practice, true)] : [];
  return [...first, ...listed.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))];
}

function describe({ events, fallback }: { events: string; fallback: string }, practice: boolean): StoreLocation {
  try {
    const reader = openStoreReader(events);
    try {
      const name = practice ? PRACTICE_NAME : (reader.remembered('name') ?? fallback);
      return { name, practice, path: events, lock: lockOf(events), profile: reader.remembered('profile') };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { name: fallback, practice, path: events, lock: lockOf(events), profile: null };
  }
}

function lockOf(events: string): string {
  return join(dirname(events), 'writer.lock');
}

function refuseForbidden(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EACCES')) return;
    throw new AppError(
      'STORE_UNREADABLE',
      `This user may not look into ${dataDir}. Change who may, or name another --data-dir.`,
      { cause },
    );
  }
}

function directoryName(profileName: string): string {
  const slug = profileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
  const digits = createHash('sha256').update(profileName).digest('hex').slice(0, HASH_DIGITS);
  return slug === '' ? digits : `${slug}-${digits}`;
}
