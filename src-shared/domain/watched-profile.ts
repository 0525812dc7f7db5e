/**
 * What a watch goes by of its profile. Another name, or whether it is watched at the start, is no reason to end a
 * stream. No zod here: the page tells what "Save" will do.
 */
import type { ConnectionProfile } from './profile.ts';

/** Whose service it is, who gives tokens for it, and by which way. */
const WHERE = [
  'baseUrl',
  'eventsUrl',
  'authUrl',
  'realm',
  'clientId',
  'flow',
  'clientSecretFile',
  'caFile',
  'proxy',
] as const satisfies readonly (keyof ConnectionProfile)[];
/** All that a connection goes by. */
export const CONNECTED_BY = [
  ...WHERE,
  'clientAuthentication',
  'heartbeatSeconds',
] as const satisfies readonly (keyof ConnectionProfile)[];
/** All that a connection goes by is `CONNECTED_BY`; what is derived of its events goes by these, too. */
const DERIVED_BY = ['attemptSilenceMinutes'] as const satisfies readonly (keyof ConnectionProfile)[];
const KEPT = ['failures', 'successes', 'heartbeats', 'searches'] as const;

type Fields = Readonly<Partial<Record<(typeof CONNECTED_BY)[number] | (typeof DERIVED_BY)[number], unknown>>>;
type Watched = Pick<ConnectionProfile, 'keepDays'> & Fields;

/** A watch of the one is none of the other: it has to be opened anew. */
export function isWatchedAnew(before: Watched, after: Watched): boolean {
  return (
    [...CONNECTED_BY, ...DERIVED_BY].some((field) => before[field] !== after[field]) ||
    KEPT.some((kind) => before.keepDays[kind] !== after.keepDays[kind])
  );
}

/** The fields by which the one is watched elsewhere than the other: none, and it is the same service to the same client. */
export function watchedElsewhere(before: Fields, after: Fields): string[] {
  return WHERE.filter((field) => before[field] !== after[field]);
}
