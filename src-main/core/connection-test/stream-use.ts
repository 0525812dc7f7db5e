/**
 * Whether a test may open the stream. A domain has one seat: a test that took it from a stream that is being watched
 * would be the trouble that it looks for.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { ActiveWatch } from './connection-test.ts';

export type StreamUse =
  | { readonly kind: 'free' }
  /** This profile is being watched here, at this address: what the watch sees is the answer. */
  | { readonly kind: 'here'; readonly watch: ActiveWatch }
  /** This profile is being watched here at another address than the one that is typed. */
  | { readonly kind: 'another'; readonly eventsUrl: string }
  /** Another profile watches this domain here. */
  | { readonly kind: 'domain' }
  | { readonly kind: 'elsewhere' };

/** `domain`: of the token that was tested; `null` where the service did not say. */
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
  // A store that is written here is locked by ourselves; one that is only read here may be another's.
  const isLockOurs = own !== undefined && own.status().kind !== 'stopped';
  return !isLockOurs && isWatchedElsewhere() ? { kind: 'elsewhere' } : { kind: 'free' };
}

function mayBeSame(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
