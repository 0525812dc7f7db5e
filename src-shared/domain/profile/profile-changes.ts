/** A new name, or another setting for watching at start, does not end a stream. Without zod, for the page. */
import type { ConnectionProfile } from './profile.ts';

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
export const CONNECTION_FIELDS = [
  ...SERVICE_FIELDS,
  'clientAuthentication',
  'heartbeatSeconds',
] as const satisfies readonly (keyof ConnectionProfile)[];
const OTHER_FIELDS = ['attemptSilenceMinutes', 'statusPage'] as const satisfies readonly (keyof ConnectionProfile)[];
export const RETENTION_KINDS = ['failures', 'successes', 'heartbeats', 'searches'] as const;

type Fields = Readonly<Partial<Record<(typeof CONNECTION_FIELDS)[number] | (typeof OTHER_FIELDS)[number], unknown>>>;
type Watched = Pick<ConnectionProfile, 'keepDays'> & { readonly team?: object | undefined } & Fields;

export function needsNewWatch(before: Watched, after: Watched): boolean {
  return (
    [...CONNECTION_FIELDS, ...OTHER_FIELDS].some((field) => before[field] !== after[field]) ||
    JSON.stringify(before.team) !== JSON.stringify(after.team) ||
    RETENTION_KINDS.some((kind) => before.keepDays[kind] !== after.keepDays[kind])
  );
}

export function differingServiceFields(before: Fields, after: Fields): string[] {
  return SERVICE_FIELDS.filter((field) => before[field] !== after[field]);
}
