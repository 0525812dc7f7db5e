import type { KeptProfile, ProfileFiles } from '../../src-main/core/ports/profile-files.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { someProfile } from './profile.ts';

/** Kept profiles in an array; `held` are those into whose stores another process writes. */
export class MemoryProfileFiles implements ProfileFiles {
  kept: KeptProfile[] = [];
  readonly held = new Set<ProfileId>();
  readonly journal: string[] = [];

  async readAll(): Promise<readonly KeptProfile[]> {
    return [...this.kept];
  }

  async write(profile: ConnectionProfile): Promise<void> {
    this.journal.push(`write ${profile.id}`);
    this.kept = [...this.#others(profile.id), { kind: 'profile', profile }];
  }

  async remove(id: ProfileId, { events, forget }: Parameters<ProfileFiles['remove']>[1]): Promise<void> {
    if (events && this.held.has(id)) throw appError('STORE_IN_USE', { path: id });
    await forget();
    this.journal.push(`remove ${id}${events ? ' with its events' : ''}`);
    this.kept = this.#others(id);
  }

  parse(text: string): ConnectionProfile {
    return { ...someProfile, name: text };
  }

  #others(id: ProfileId): KeptProfile[] {
    return this.kept.filter((kept) => (kept.kind === 'profile' ? kept.profile.id : kept.id) !== id);
  }
}
