/**
 * The profiles of this computer: those that are kept, Practice, which of them are watched, and how each stands with its
 * sign-in. What is kept is read anew before each change and written whole; what cannot be read is never written over.
 */
import type { ProfileEntry, SaveProfile } from '../../../src-shared/api/profiles.ts';
import type { ProfileId, WatchId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

export interface Profiles {
  /** All of them at once, then at each change, at most four times a second. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ revision: number; entries: ProfileEntry[] }, void, undefined>;
  /** A new one keeps the id that its file says, where no other has it; else it gets a random one. @throws AppError NO_PROFILE, BAD_PROFILE, STORE_UNWRITABLE, STORE_… */
  save(wanted: SaveProfile): Promise<ProfileId>;
  /**
   * Keeps a profile under its own id, as `watchfloor start --profile FILE` does; one that is kept and watched elsewhere
   * is replaced only where that is `wanted`. @throws AppError PROFILE_DIFFERS, BAD_PROFILE, STORE_UNWRITABLE, STORE_…
   */
  keep(profile: ConnectionProfile, file: string, wanted?: { readonly replace: boolean }): Promise<void>;
  /**
   * Closes it, forgets its secrets and its file; with its events where that is wanted. Its issuer is told, as far as that
   * can be in ten seconds, that nobody is signed in any more. @throws AppError STORE_IN_USE
   */
  remove(id: ProfileId, options: { readonly events: boolean }): Promise<void>;
  /** @throws AppError NO_PROFILE, BAD_PROFILE where it is damaged */
  get(id: ProfileId): Promise<ConnectionProfile>;
  /** What a profile file says, to be looked at before it is saved. Keeps nothing. @throws AppError BAD_PROFILE */
  read(text: string): ConnectionProfile;
  /** As a profile file, without a secret. @throws as `kept` */
  text(id: ProfileId): Promise<{ readonly fileName: string; readonly text: string }>;
  /** @throws as `kept`, and what opening throws */
  watch(id: ProfileId): Promise<WatchId>;
  unwatch(id: ProfileId): Promise<void>;
}
