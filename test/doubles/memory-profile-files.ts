import type { StoredProfile, ProfileFiles } from '../../src-main/core/ports/profile-files.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { someProfile } from './profile.ts';

/** Keeps profiles in an array. `lockedIds` are profiles whose stores another process writes. */
export class MemoryProfileFiles implements ProfileFiles {
  stored: StoredProfile[] = [];
  readonly lockedIds = new Set<ProfileId>();
  readonly journal: string[] = [];

  async readAll(): Promise<readonly StoredProfile[]> {
    return [...this.stored];
  }

  async write(profile: ConnectionProfile): Promise<void> {
    this.journal.push(`write ${profile.id}`);
    this.stored = [...this.#others(profile.id), { kind: 'profile', profile }];
  }

  async remove(id: ProfileId, { events, forget }: Parameters<ProfileFiles['remove']>[1]): Promise<void> {
    if (events && this.lockedIds.has(id)) throw appError('STORE_IN_USE', { path: id });
    await forget();
    this.journal.push(`remove ${id}${events ? ' with its events' : ''}`);
    this.stored = this.#others(id);
  }

  parse(text: string): ConnectionProfile {
    return { ...someProfile, name: text };
  }

  #others(id: ProfileId): StoredProfile[] {
    return this.stored.filter((entry) => (entry.kind === 'profile' ? entry.profile.id : entry.id) !== id);
  }
}
