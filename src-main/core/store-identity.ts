import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { StoreIdentity } from './ports/event-store.ts';

/** Names the store of a profile. */
export function storeIdentityOf({
  profile,
  practice,
}: {
  readonly profile: Pick<ConnectionProfile, 'id' | 'name' | 'eventsUrl'>;
  readonly practice: boolean;
}): StoreIdentity {
  return { id: profile.id, name: profile.name, practice, source: profile.eventsUrl };
}
