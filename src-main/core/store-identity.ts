import type { StoreIdentity } from './ports/event-store.ts';
import type { WatchedProfile } from './watch-ports.ts';

export function storeIdentityOf({ profile, practice }: Pick<WatchedProfile, 'profile' | 'practice'>): StoreIdentity {
  return { id: profile.id, name: profile.name, practice, source: profile.eventsUrl };
}
