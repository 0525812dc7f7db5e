/**
 * What a watch goes by of its profile. Another name, or whether it is watched at the start, is no reason to end a
 * stream. No zod here: the page tells what "Save" will do.
 */
import type { ConnectionProfile } from './profile.ts';

/** Whose service it is, who gives tokens for it, and by which way. */
const SERVICE_FIELDS = [
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
export const CONNECTION_FIELDS = [
  ...SERVICE_FIELDS,
  'clientAuthentication',
  'heartbeatSeconds',
] as const satisfies readonly (keyof ConnectionProfile)[];
/** All that a connection goes by is `CONNECTED_BY`; what is derived of its events goes by these, too. */
const DERIVATION_FIELDS = ['attemptSilenceMinutes'] as const satisfies readonly (keyof ConnectionProfile)[];
const RETENTION_KINDS = ['failures', 'successes', 'heartbeats', 'searches'] as const;

type Fields = Readonly<
  Partial<Record<(typeof CONNECTION_FIELDS)[number] | (typeof DERIVATION_FIELDS)[number], unknown>>
>;
type Watched = Pick<ConnectionProfile, 'keepDays'> & Fields;

/** A watch of the one is none of the other: it has to be opened anew. */
export function needsNewWatch(before: Watched, after: Watched): boolean {
  return (
    [...CONNECTION_FIELDS, ...DERIVATION_FIELDS].some((field) => before[field] !== after[field]) ||
    RETENTION_KINDS.some((kind) => before.keepDays[kind] !== after.keepDays[kind])
  );
}

/** The fields by which the one is watched elsewhere than the other: none, and it is the same service to the same client. */
export function differingServiceFields(before: Fields, after: Fields): string[] {
  return SERVICE_FIELDS.filter((field) => before[field] !== after[field]);
}
