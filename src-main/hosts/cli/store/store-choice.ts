import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import { profileFileSchema } from '../../../../src-shared/domain/profile/profile.ts';
import { coverageAfterCrash, coverageOfCopy } from '../../../../src-shared/domain/coverage/coverage.ts';
import { readComputerId } from '../../../adapters/data-folder/computer-id.ts';
import { isCopiedFolder } from '../../../adapters/data-folder/data-folder.ts';
import { listStores, type StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { parseProfile, readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { openEventReader } from '../../../adapters/sqlite/events/event-reader.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { withCoverage } from '../../../core/lib/with-coverage.ts';
import type { KeepDays } from '../../../core/maintenance/retention-limits.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import type { StoreOptions } from '../options.ts';

export function isProfileFile(profile: string | undefined): profile is string {
  return profile !== undefined && existsSync(profile) && statSync(profile).isFile();
}

/** `profile`: name, id, or the path of a file. @throws AppError NO_STORE, STORE_AMBIGUOUS, BAD_PROFILE */
export async function chooseStore(dataDir: string, profile: string | undefined): Promise<StoreLocation> {
  const stores = listStores(dataDir);
  if (profile === undefined) return onlyStore(dataDir, stores);
  const file = isProfileFile(profile) ? await readProfileFile(profile) : null;
  const matches = file === null ? matchingStores(stores, profile) : stores.filter(({ id }) => id === file.id);
  const [one, another] = matches;
  if (one !== undefined && another === undefined) return one;
  const name = file?.name ?? profile;
  if (one !== undefined) throw appError('STORE_AMBIGUOUS', { dataDir, named: name, stores: matches.map(label) });
  throw appError('NO_STORE', {
    place: dataDir,
    problem: stores.length === 0 ? 'nothing-yet' : 'not-this-profile',
    profile: name,
    known: stores.map((store) => store.name),
  });
}

/** Like `chooseStore`, for commands that read. @throws AppError as `chooseStore`, and STORE_GONE, STORE_UNREADABLE */
export async function chooseReadableStore(dataDir: string, profile: string | undefined): Promise<StoreLocation> {
  const store = await chooseStore(dataDir, profile);
  if (store.isForbidden) throw appError('STORE_UNREADABLE', { path: dirname(store.path) });
  if (store.isMissing) throw appError('STORE_GONE', { path: store.path, newestCopy: store.newestCopy });
  return store;
}

/** Opens the chosen store for reading and closes it at the end. @throws AppError as `chooseReadableStore`, STORE_… */
export async function withStore<Result>(
  { dataDir, profile }: StoreOptions,
  read: (reader: EventReader, store: StoreLocation) => Promise<Result>,
): Promise<Result> {
  const store = await chooseReadableStore(dataDir, profile);
  return withReader(store.path, async (reader) => read(await readerOfUnwatched(reader, store, dataDir), store));
}

/** Without a watching process (a copy, a crashed collector) the coverage ends where the store's knowledge ends. */
export async function readerOfUnwatched(
  reader: EventReader,
  { lock, practice }: Pick<StoreLocation, 'lock' | 'practice'>,
  dataDir: string,
): Promise<EventReader> {
  if (isWriterLocked(lock)) return reader;
  const isCopy = !practice && (await isCopiedFolder(dataDir, () => readComputerId(process.env)));
  return withCoverage(reader, isCopy ? coverageOfCopy : coverageAfterCrash);
}

/** Opens a database of events for reading and closes it at the end. @throws AppError STORE_… */
export async function withReader<Result>(
  path: string,
  read: (reader: EventReader) => Promise<Result>,
): Promise<Result> {
  const reader = openEventReader(path);
  try {
    return await read(reader);
  } finally {
    await reader.close();
  }
}

function onlyStore(dataDir: string, stores: readonly StoreLocation[]): StoreLocation {
  const [one, another] = stores;
  if (one === undefined) throw appError('NO_STORE', { place: dataDir, problem: 'nothing-yet' });
  if (another !== undefined) throw appError('STORE_AMBIGUOUS', { dataDir, named: null, stores: stores.map(label) });
  return one;
}

/** Matches by id, else by exact name, else by name without regard to case. */
function matchingStores(stores: readonly StoreLocation[], named: string): StoreLocation[] {
  const ways: ((store: StoreLocation) => boolean)[] = [
    ({ id }) => id === named,
    ({ name }) => name === named,
    ({ name }) => name.toLowerCase() === named.toLowerCase(),
  ];
  return ways.map((fits) => stores.filter(fits)).find((found) => found.length > 0) ?? [];
}

const label = ({ name, id }: StoreLocation) => ({ name, id });

/** Reads the value from the profile that was watched last; uses the defaults if there is none or it is invalid. */
export function keepDaysOf({ profile, path }: StoreLocation): KeepDays {
  try {
    if (profile !== null) return parseProfile(profile, path).keepDays;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return profileFileSchema.shape.keepDays.parse(undefined);
}
