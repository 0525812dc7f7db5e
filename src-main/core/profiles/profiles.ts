/**
 * Manages the profiles of this computer: the stored ones and Practice, which of them are watched, and their sign-in
 * status. Each change first reads the stored profiles again and then writes a complete one.
 */
import type { ProfileEntry, SaveProfile } from '../../../src-shared/api/profiles.ts';
import type { ProfileId, WatchId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export interface Profiles {
  /** Emits all profiles, then again after each change, at most four times a second. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ revision: number; entries: ProfileEntry[] }, void, undefined>;
  /**
   * A new profile keeps the id in its file unless another profile has it; otherwise it gets a random id.
   * @throws AppError NO_PROFILE, BAD_PROFILE, STORE_UNWRITABLE, STORE_…
   */
  save(input: SaveProfile): Promise<ProfileId>;
  /**
   * Stores a profile under its own id, as `watchfloor start --profile FILE` does. Needs `replace` if the stored profile
   * differs in its service or is damaged.
   * @throws AppError PROFILE_DIFFERS, BAD_PROFILE, STORE_UNWRITABLE, STORE_…
   */
  keep(profile: ConnectionProfile, file: string, options?: { readonly replace: boolean }): Promise<void>;
  /**
   * Closes the watch and deletes the secrets, the file and, with `events`, the events. Spends at most 10 s to notify
   * the issuer that the sign-in ended.
   * @throws AppError STORE_IN_USE
   */
  remove(id: ProfileId, options: { readonly events: boolean }): Promise<void>;
  /** @throws AppError NO_PROFILE, or BAD_PROFILE if it is damaged */
  get(id: ProfileId): Promise<ConnectionProfile>;
  /** Parses a profile file for review before it is saved. Stores nothing. @throws AppError BAD_PROFILE */
  read(text: string): ConnectionProfile;
  /** Returns the profile as the text of a profile file, without a secret. @throws as `get` */
  text(id: ProfileId): Promise<{ readonly fileName: string; readonly text: string }>;
  /** @throws the errors of `get` and of opening a watch */
  watch(id: ProfileId): Promise<WatchId>;
  unwatch(id: ProfileId): Promise<void>;
}
