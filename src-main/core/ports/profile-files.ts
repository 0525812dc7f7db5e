/** Stores profiles as `profile.json` next to each event store, in a format that people can read and exchange. */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export type StoredProfile =
  | { readonly kind: 'profile'; readonly profile: ConnectionProfile }
  /** `damaged`: the file is left unchanged. `gone`: the file is missing but its events are stored. */
  | { readonly kind: 'damaged' | 'gone'; readonly id: ProfileId; readonly why: AppErrorData };

export interface ProfileFiles {
  /** @throws AppError STORE_UNREADABLE */
  readAll(): Promise<readonly StoredProfile[]>;
  /** Replaces the file atomically. Never writes a secret. @throws AppError STORE_UNWRITABLE */
  write(profile: ConnectionProfile): Promise<void>;
  /**
   * Calls `forget` first, and with `events` only after it has locked the store; deletes nothing if `forget` fails.
   * @throws AppError STORE_IN_USE, STORE_UNWRITABLE; what `forget` throws
   */
  remove(id: ProfileId, options: { readonly events: boolean; readonly forget: () => Promise<void> }): Promise<void>;
  /** `path`: name of the text in error messages. @throws AppError BAD_PROFILE */
  parse(text: string, path: string): ConnectionProfile;
}
