import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ProfileEntry, SignInStatus } from '../../../src-shared/api/profiles.ts';
import { PRACTICE_ID, type ProfileId, type WatchId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile/profile-fields.ts';
import type { StoredProfile } from '../ports/profile-files.ts';

interface ListedProfiles {
  readonly stored: readonly StoredProfile[];
  readonly hasPractice: boolean;
  readonly watchOf: (id: ProfileId) => WatchId | null;
  readonly problemOf: (id: ProfileId) => AppErrorData | null;
  readonly signInOf: (profile: ConnectionProfile) => SignInStatus;
}

export function profileEntries(listed: ListedProfiles): ProfileEntry[] {
  const entries = listed.stored
    .map((one) => entryOf(one, listed))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.id.localeCompare(other.id, 'en'));
  return listed.hasPractice ? [...entries, practiceEntry(listed)] : entries;
}

function entryOf(one: StoredProfile, { watchOf, problemOf, signInOf }: ListedProfiles): ProfileEntry {
  if (one.kind !== 'profile') {
    const { id, why } = one;
    const watch = watchOf(id);
    return { id, profile: null, name: id, practice: false, watch, problem: why, signIn: { kind: 'unknown' } };
  }
  const { profile } = one;
  const { id, name } = profile;
  const [watch, problem] = [watchOf(id), problemOf(id)];
  return { id, profile, name, practice: false, watch, problem, signIn: signInOf(profile) };
}

function practiceEntry({ watchOf }: ListedProfiles): ProfileEntry {
  return {
    id: PRACTICE_ID,
    profile: null,
    name: PRACTICE_NAME,
    practice: true,
    watch: watchOf(PRACTICE_ID),
    problem: null,
    signIn: { kind: 'ready', kept: 'built-in', as: null, since: null },
  };
}
