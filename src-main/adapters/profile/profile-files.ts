/** Stores `profiles/<id>/profile.json`. A file that cannot be parsed is left unchanged, since it is the user's work. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { printProfile } from '../../../src-shared/domain/profile/profile-text.ts';
import type { StoredProfile, ProfileFiles } from '../../core/ports/profile-files.ts';
import { readPlainText } from '../files/plain-file.ts';
import { storeUnwritableError, writeFileAtomically } from '../files/atomic-file.ts';
import { MAX_PROFILE_BYTES, parseStoredProfile, parseProfileText } from './profile-file.ts';

interface ProfileFilesOptions {
  readonly profilesDirectory: string;
  readonly hasIdleStore: (id: ProfileId) => boolean;
  /** Deletes the folder while no process writes its store. @throws AppError STORE_IN_USE, STORE_UNWRITABLE */
  readonly removeStore: (id: ProfileId, forget: () => Promise<void>) => Promise<void>;
}

const FILE = 'profile.json';
/** Empty. Keeps a profile that the user removed from being reported as missing. */
const REMOVED_FILE = 'profile.removed';

export function createProfileFiles({
  profilesDirectory,
  hasIdleStore,
  removeStore,
}: ProfileFilesOptions): ProfileFiles {
  const pathOf = (id: ProfileId) => join(profilesDirectory, id, FILE);
  const removedNoteOf = (id: ProfileId) => join(profilesDirectory, id, REMOVED_FILE);
  const isRemoved = async (id: ProfileId) =>
    (await pathExists(pathOf(id))) || (hasIdleStore(id) && !(await pathExists(removedNoteOf(id))));
  return {
    async readAll() {
      const folders = await readdir(profilesDirectory).catch(unlessMissing(profilesDirectory, []));
      const ids = folders.flatMap((folder) => profileIdSchema.safeParse(folder).data ?? []);
      const read = await Promise.all(ids.toSorted().map((id) => readStoredProfile(id, pathOf(id), isRemoved)));
      return read.filter((stored) => stored !== null);
    },
    async write(profile) {
      await writeFileAtomically(pathOf(profile.id), printProfile(profile));
      await rm(removedNoteOf(profile.id), { force: true });
    },
    async remove(id, { events, forget }) {
      if (events) {
        await removeStore(id, forget);
        return;
      }
      await forget();
      await writeFileAtomically(removedNoteOf(id), '');
      await rm(pathOf(id), { force: true }).catch((cause: unknown) => {
        throw storeUnwritableError(pathOf(id), cause);
      });
    },
    parse: parseProfileText,
  };
}

async function readStoredProfile(
  id: ProfileId,
  path: string,
  isRemoved: (id: ProfileId) => Promise<boolean>,
): Promise<StoredProfile | null> {
  if (id === PRACTICE_ID) return null;
  const text = await readPlainText(path, MAX_PROFILE_BYTES).catch((cause: NodeJS.ErrnoException) =>
    cause.code === 'ENOENT' || cause.code === 'ENOTDIR' ? null : cause,
  );
  if (text === null)
    return (await isRemoved(id))
      ? { kind: 'gone', id, why: appError('BAD_PROFILE', { path, problem: 'gone' }).data }
      : null;
  try {
    if (text instanceof Error) throw unreadable(path, text);
    return { kind: 'profile', profile: parseStoredProfile(text, path, id) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'damaged', id, why: error.data };
  }
}

async function pathExists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
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
