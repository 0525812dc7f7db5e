/**
 * The kept profiles as `profiles/<id>/profile.json` in the data directory, readable by this user alone. Each is written
 * whole or not at all; one that cannot be understood is told and left as it is, since it is people's own work.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { printProfile } from '../../../src-shared/domain/profile-text.ts';
import type { KeptProfile, ProfileFiles } from '../../core/ports/profile-files.ts';
import { unwritable, writeWholeFile } from '../files/whole-file.ts';
import { parseKeptProfile, parseProfileText } from './profile-file.ts';

interface ProfileFilesOptions {
  /** Where the folders of profiles are. */
  readonly profilesDirectory: string;
  /** Takes a profile's whole folder away, while nobody writes into its store. @throws AppError STORE_IN_USE, STORE_UNWRITABLE */
  readonly removeStore: (id: ProfileId, forget: () => Promise<void>) => Promise<void>;
}

const FILE = 'profile.json';
/** Longer than any profile; what is, is another file. */
const MOST_CHARACTERS = 1_000_000;

export function createProfileFiles({ profilesDirectory, removeStore }: ProfileFilesOptions): ProfileFiles {
  const pathOf = (id: ProfileId) => join(profilesDirectory, id, FILE);
  return {
    async readAll() {
      const folders = await readdir(profilesDirectory).catch(unlessMissing(profilesDirectory, []));
      const ids = folders.flatMap((folder) => profileIdSchema.safeParse(folder).data ?? []);
      const read = await Promise.all(ids.toSorted().map((id) => readKept(id, pathOf(id))));
      return read.filter((kept) => kept !== null);
    },
    write: (profile) => writeWholeFile(pathOf(profile.id), printProfile(profile)),
    async remove(id, { events, forget }) {
      if (events) {
        await removeStore(id, forget);
        return;
      }
      await forget();
      await rm(pathOf(id), { force: true }).catch((cause: unknown) => {
        throw unwritable(pathOf(id), cause);
      });
    },
    parse: parseProfileText,
  };
}

/** `null`: there is a store, and no profile of it is kept. */
async function readKept(id: ProfileId, path: string): Promise<KeptProfile | null> {
  // Not to be looked into, or no file: something stands there, and is said to be damaged.
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) =>
    cause.code === 'ENOENT' || cause.code === 'ENOTDIR' ? null : cause,
  );
  if (text === null || id === PRACTICE_ID) return null;
  try {
    if (text instanceof Error) throw unreadable(path, text);
    if (text.length > MOST_CHARACTERS) throw appError('BAD_PROFILE', { path, problem: 'not-json' });
    return { kind: 'profile', profile: parseKeptProfile(text, path, id) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'damaged', id, why: error.data };
  }
}

function unreadable(path: string, cause: NodeJS.ErrnoException): AppError {
  const { code: systemCode } = cause;
  return appError(
    'BAD_PROFILE',
    { path, problem: 'unreadable', ...(systemCode === undefined ? {} : { systemCode }) },
    { cause },
  );
}

function unlessMissing<T>(path: string, none: T) {
  return (cause: NodeJS.ErrnoException): T => {
    if (cause.code === 'ENOENT') return none;
    throw appError('STORE_UNREADABLE', { path }, { cause });
  };
}
