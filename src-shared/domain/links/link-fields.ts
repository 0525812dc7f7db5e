import type { MaskedField } from '../event/masked-fields.ts';

export const linkPlaces = ['event', 'case', 'group', 'request', 'subscription'] as const;
export type LinkPlace = (typeof linkPlaces)[number];

export const linkPlaceNames: Readonly<Record<LinkPlace, string>> = {
  event: 'Events',
  case: 'Cases',
  group: 'Failure groups',
  request: 'Requests',
  subscription: 'Subscriptions',
};

export interface LinkField {
  readonly meaning: string;
  readonly places: readonly LinkPlace[];
  /** Set if the value names a person, a company or a card. */
  readonly masked?: MaskedField;
  /** True for a code of the service. A person's name may be in it, so a sentence is masked as one. */
  readonly isCode?: true;
}

const ALL = linkPlaces;
const FAILURES = ['event', 'case', 'group', 'request'] as const satisfies readonly LinkPlace[];

export const linkFields = {
  cause: { meaning: 'what failed, in words', places: FAILURES },
  consequence: { meaning: 'what it means, in words', places: FAILURES },
  outcome: { meaning: 'succeeded, failed, partial, in-progress or unknown', places: FAILURES },
  operation: { meaning: 'operation of the service', places: FAILURES, isCode: true },
  code: { meaning: 'error code', places: FAILURES, isCode: true },
  kind: { meaning: 'kind of the event', places: ['event'], isCode: true },
  country: { meaning: 'country code', places: ['event', 'case', 'request'], isCode: true },
  eid: { meaning: 'EID', places: ['event', 'case', 'subscription'], masked: 'eid' },
  iccid: { meaning: 'ICCID', places: ['event', 'case', 'request', 'subscription'], masked: 'iccid' },
  imsi: { meaning: 'IMSI', places: ['subscription'], masked: 'imsi' },
  msisdn: { meaning: 'MSISDN', places: ['subscription'], masked: 'msisdn' },
  subscription: { meaning: 'id of the subscription', places: ['subscription'] },
  request: { meaning: 'id of the request', places: ['event', 'request'] },
  company: { meaning: 'company of the request', places: ['event', 'request'], masked: 'company' },
  user: { meaning: 'who created the request', places: ['event', 'request'], masked: 'user' },
  ticket: { meaning: 'ticket number of a support pack', places: ['case', 'request'] },
  count: { meaning: 'open cases of the group', places: ['group'] },
  profile: { meaning: 'name of the profile', places: ALL },
  link: { meaning: 'address of the row in Watchfloor', places: ALL },
  time: { meaning: 'time of the row, 2026-11-21T12:47:31.000Z', places: ALL },
  time_ms: { meaning: 'the same in milliseconds since 1970', places: ALL },
  from: { meaning: '15 minutes before the first event', places: ALL },
  from_ms: { meaning: 'the same in milliseconds since 1970', places: ALL },
  to: { meaning: '15 minutes after the last event', places: ALL },
  to_ms: { meaning: 'the same in milliseconds since 1970', places: ALL },
} as const satisfies Readonly<Record<string, LinkField>>;

export type LinkFieldName = keyof typeof linkFields;

export function linkField(name: LinkFieldName): LinkField {
  return linkFields[name];
}

export function isLinkFieldName(name: string): name is LinkFieldName {
  return Object.hasOwn(linkFields, name);
}

export function fieldsOf(places: readonly LinkPlace[]): readonly LinkFieldName[] {
  return Object.keys(linkFields)
    .filter(isLinkFieldName)
    .filter((name) => places.every((place) => linkField(name).places.includes(place)));
}
