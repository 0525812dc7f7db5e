/** Opens the settings and secrets of the outlets of a profile for a command, with or without a running watcher. */
import { existsSync } from 'node:fs';
import { PRACTICE_ID, type ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { createOutletFiles } from '../../../adapters/outlets/outlet-files.ts';
import { createOutletSecrets } from '../../../adapters/outlets/outlet-secrets.ts';
import { createViewFiles } from '../../../adapters/saved-views/list-file.ts';
import { parseStoredProfile, readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { createStoreDirectory } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { storePaths } from '../../../adapters/sqlite/store-paths.ts';
import { managedOutletFiles } from '../../../core/policy/managed-ports.ts';
import type { OutletFiles, OutletSecrets } from '../../../core/ports/outlets.ts';
import type { EventReader, StoreIdentity } from '../../../core/ports/event-store.ts';
import { openVault } from '../../open-vault.ts';
import type { StoreOptions, VaultKeyFileOption } from '../options.ts';
import { chooseStore, isProfileFile, withReader } from '../store/store-choice.ts';
import { keychainAccess, type Terminal } from '../terminal/terminal.ts';

export interface OutletSettings {
  readonly storeIdentity: StoreIdentity;
  readonly outlets: readonly Outlet[];
  readonly files: OutletFiles;
  readonly secrets: OutletSecrets;
  /** @throws AppError VIEWS_DAMAGED, STORE_UNREADABLE */
  readonly savedViews: () => Promise<readonly SavedView[]>;
  /** Reads the store; null if there is none yet. @throws AppError STORE_…; what `read` throws */
  readonly inStore: <Result>(read: (reader: EventReader) => Promise<Result>) => Promise<Result | null>;
  /** Null for practice, and for a store whose profile is not known. */
  readonly profile: ConnectionProfile | null;
}

export type OutletCommandOptions = StoreOptions & VaultKeyFileOption;

/** @throws AppError NO_STORE, STORE_…, BAD_PROFILE, OUTLETS_DAMAGED, VAULT_KEY_FILE; what `run` throws */
export async function withOutletSettings<Result>(
  terminal: Pick<Terminal, 'environment' | 'policy' | 'stderr'>,
  options: OutletCommandOptions,
  run: (settings: OutletSettings) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = options;
  const { id, name, profile } = await profileOf(options);
  const storeIdentity: StoreIdentity = { id, name, practice: id === PRACTICE_ID, source: profile?.eventsUrl ?? '' };
  const paths = storePaths(dataDir, storeIdentity);
  createStoreDirectory(paths);
  const files = managedOutletFiles(
    createOutletFiles(() => paths.directory),
    await terminal.policy(),
  );
  const outlets = await files.read(storeIdentity);
  const vault = openVault({ ...options, ...keychainAccess(terminal) });
  try {
    const secrets = createOutletSecrets(vault, id);
    const savedViews = () => createViewFiles(() => paths.directory).read(storeIdentity);
    const inStore: OutletSettings['inStore'] = async (read) =>
      existsSync(paths.events) ? withReader(paths.events, read) : null;
    return await run({ storeIdentity, outlets, files, secrets, savedViews, inStore, profile });
  } finally {
    await vault.close();
  }
}

async function profileOf({ dataDir, profile: named }: StoreOptions): Promise<{
  readonly id: ProfileId;
  readonly name: string;
  readonly profile: ConnectionProfile | null;
}> {
  if (isProfileFile(named)) {
    const profile = await readProfileFile(named);
    return { id: profile.id, name: profile.name, profile };
  }
  const { id, name, profile, path } = await chooseStore(dataDir, named);
  return { id, name, profile: profile === null || id === PRACTICE_ID ? null : parseStoredProfile(profile, path, id) };
}
