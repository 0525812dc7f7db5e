/** Which store a reading command means: the one that is named, or the only one there is. */
import { existsSync, statSync } from 'node:fs';
import { AppError } from '../../../src-shared/api/errors.ts';
import { listStores, type StoreLocation, storePaths } from '../../adapters/event-store/store-directory.ts';
import { readProfileFile } from '../../adapters/profile/profile-file.ts';

/** `profile`: a profile's name, or the path of its file. @throws AppError NO_STORE, STORE_AMBIGUOUS, BAD_PROFILE */
export async function chooseStore(dataDir: string, profile: string | undefined): Promise<StoreLocation> {
  const stores = listStores(dataDir);
  const names = stores.map(({ name }) => `"${name}"`).join(', ');
  if (profile === undefined) {
    const [only, another] = stores;
    if (only === undefined)
      throw new AppError(
        'NO_STORE',
        `Nothing is stored in "${dataDir}" yet. Collect first, or name another --data-dir.`,
      );
    if (another !== undefined)
      throw new AppError(
        'STORE_AMBIGUOUS',
        `"${dataDir}" holds the events of several profiles: ${names}. Choose one with --profile.`,
      );
    return only;
  }
  const isFile = existsSync(profile) && statSync(profile).isFile();
  const name = isFile ? (await readProfileFile(profile)).name : profile;
  const alike = stores.filter((store) => store.name.toLowerCase() === name.toLowerCase());
  const named = alike.find((store) => store.name === name) ?? alike[0];
  if (alike.length > 1 && named?.name !== name)
    throw new AppError(
      'STORE_AMBIGUOUS',
      `Several profiles are called "${name}" but for upper and lower case: ${names}. Write it exactly.`,
    );
  if (named !== undefined) return named;
  // A damaged or newer store cannot tell its name; opening it tells what is wrong with it.
  const place = storePaths(dataDir, { profileName: name, practice: false });
  if (existsSync(place.events)) return { name, practice: false, path: place.events, lock: place.lock, profile: null };
  throw new AppError(
    'NO_STORE',
    `Nothing is stored for "${name}" in "${dataDir}". ${stores.length === 0 ? 'It holds no store.' : `It holds: ${names}.`}`,
  );
}
