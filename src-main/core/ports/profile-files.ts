/** The profiles that this computer keeps: `profile.json` beside each store, as people can read and exchange it. */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

export type StoredProfile =
  | { readonly kind: 'profile'; readonly profile: ConnectionProfile }
  /** `damaged`: it is left as it is. `gone`: its file is missing, and events of it are stored. */
  | { readonly kind: 'damaged' | 'gone'; readonly id: ProfileId; readonly why: AppErrorData };

export interface ProfileFiles {
  /** @throws AppError STORE_UNREADABLE */
  readAll(): Promise<readonly StoredProfile[]>;
  /** Whole or not at all; never a secret. @throws AppError STORE_UNWRITABLE */
  write(profile: ConnectionProfile): Promise<void>;
  /**
   * `events`: everything stored of it, too. `forget` runs once nobody else uses what goes, and before anything of it
   * goes; where it fails, nothing does. @throws AppError STORE_IN_USE, STORE_UNWRITABLE; what `forget` throws
   */
  remove(id: ProfileId, options: { readonly events: boolean; readonly forget: () => Promise<void> }): Promise<void>;
  /** @throws AppError BAD_PROFILE; `path`: what the text is called in sentences */
  parse(text: string, path: string): ConnectionProfile;
}
