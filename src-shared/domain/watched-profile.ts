/**
 * What a watch goes by of its profile. Another name, or whether it is watched at the start, is no reason to end a
 * stream. No zod here: the page tells what "Save" will do.
 */
import type { ConnectionProfile } from './profile.ts';

const WATCHED = [
  'baseUrl',
  'eventsUrl',
  'authUrl',
  'realm',
  'clientId',
  'flow',
  'clientAuthentication',
  'clientSecretFile',
  'caFile',
  'proxy',
  'heartbeatSeconds',
] as const satisfies readonly (keyof ConnectionProfile)[];
const KEPT = ['failures', 'successes', 'heartbeats'] as const;

type Watched = Pick<ConnectionProfile, 'keepDays'> & Readonly<Partial<Record<(typeof WATCHED)[number], unknown>>>;

/** A watch of the one is none of the other: it has to be opened anew. */
export function isWatchedAnew(before: Watched, after: Watched): boolean {
  return (
    WATCHED.some((field) => before[field] !== after[field]) ||
    KEPT.some((kind) => before.keepDays[kind] !== after.keepDays[kind])
  );
}
