/** A domain has one seat, and a test must not take it from a stream that is being watched. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { ActiveWatch } from './connection-test.ts';

export type StreamUse =
  | { readonly kind: 'free' }
  /** This process watches this profile at this address. The checks use the state of the watch. */
  | { readonly kind: 'here'; readonly watch: ActiveWatch }
  /** This process watches this profile at another address than the typed one. */
  | { readonly kind: 'another'; readonly eventsUrl: string }
  /** This process watches this domain with another profile. */
  | { readonly kind: 'domain' }
  | { readonly kind: 'elsewhere' };

/** `domain`: domain of the tested token; null if the service did not name it. */
export function streamUse(
  profile: ConnectionProfile,
  domain: string | null,
  watches: readonly ActiveWatch[],
  isWatchedElsewhere: () => boolean,
): StreamUse {
  const own = watches.find((watch) => watch.profile.id === profile.id);
  const watching = watches.filter((watch) => watch.status().kind === 'watching');
  if (own !== undefined && watching.includes(own))
    return own.profile.eventsUrl === profile.eventsUrl
      ? { kind: 'here', watch: own }
      : { kind: 'another', eventsUrl: own.profile.eventsUrl };
  if (watching.some((watch) => watch.profile.eventsUrl === profile.eventsUrl && mayBeSame(watch.domain(), domain)))
    return { kind: 'domain' };
  // If this process only reads the store, another process may hold the lock.
  const isLockOurs = own !== undefined && own.status().kind !== 'stopped';
  return !isLockOurs && isWatchedElsewhere() ? { kind: 'elsewhere' } : { kind: 'free' };
}

function mayBeSame(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
