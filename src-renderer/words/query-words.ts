/**
 * Short explanations of the filter language's fields and values, for chips, completion and error messages. A value that
 * is missing here comes from the service and is shown as received.
 */
import {
  type FacetField,
  facetFields,
  type FilterTerm,
  type IdentifierField,
  identifierFields,
  type ValueField,
} from '../../src-shared/domain/filter.ts';
import { countryName } from '../../src-shared/words/country-words.ts';

type QueryField = FilterTerm['kind'] | ValueField;

interface FieldWords {
  /** Shown on a chip before the value. */
  readonly name: string;
  /** For example "Error codes" in "Error codes that start with …". */
  readonly plural: string;
  readonly meaning: string;
}

const FIELDS: Readonly<Record<Exclude<QueryField, 'value'>, FieldWords>> = {
  outcome: { name: 'outcome', plural: 'Outcomes', meaning: 'what really happened' },
  kind: { name: 'kind', plural: 'Kinds of event', meaning: 'localization, request, heartbeat …' },
  operation: { name: 'operation', plural: 'Operations', meaning: 'the step or change that it tells of' },
  state: { name: 'state', plural: 'States', meaning: 'what the service says of it' },
  code: { name: 'code', plural: 'Error codes', meaning: 'why it failed' },
  type: { name: 'type', plural: 'Error types', meaning: 'where the error comes from' },
  country: { name: 'country', plural: 'Countries', meaning: 'of the localized profile' },
  principal: { name: 'principal', plural: 'Principals', meaning: 'who caused it' },
  mark: { name: 'mark', plural: 'Marks', meaning: 'what is unusual about the text' },
  eid: { name: 'EID', plural: 'EIDs', meaning: 'of the eUICC, any piece' },
  iccid: { name: 'ICCID', plural: 'ICCIDs', meaning: 'of a profile, any piece' },
  imsi: { name: 'IMSI', plural: 'IMSIs', meaning: 'of a subscription, any piece' },
  msisdn: { name: 'MSISDN', plural: 'MSISDNs', meaning: 'the number, any piece' },
  request: { name: 'request', plural: 'Request ids', meaning: 'of a change request, any piece' },
  resource: { name: 'resource', plural: 'Resource ids', meaning: 'inside a request, any piece' },
  event: { name: 'event id', plural: 'Event ids', meaning: 'of the stream, any piece' },
  id: { name: 'any id', plural: 'Identifiers', meaning: 'any identifier but the event id' },
  text: { name: 'text', plural: 'Texts', meaning: 'anywhere in the received text' },
  seen: { name: 'seen', plural: 'Seen', meaning: 'whether somebody looked at it' },
  since: { name: 'since', plural: 'Times', meaning: 'from this time on' },
  until: { name: 'until', plural: 'Times', meaning: 'up to this time' },
};

/** In the order in which completion offers them, most used first. */
export const queryFields = [
  ...facetFields,
  'seen',
  ...identifierFields,
  'text',
  'since',
  'until',
] as const satisfies readonly (FacetField | IdentifierField | FilterTerm['kind'])[];
export type NamedField = (typeof queryFields)[number];

export function fieldWords(field: NamedField): FieldWords {
  return FIELDS[field];
}

export function isNamedField(name: string): name is NamedField {
  return queryFields.some((field) => field === name);
}

/** Meanings from the service's documents, shortened. */
const MEANINGS: Partial<Record<FacetField, Readonly<Record<string, string>>>> = {
  outcome: {
    failed: 'did not happen',
    partial: 'some of it failed',
    unknown: 'the event does not say',
    'in-progress': 'a step on the way',
    succeeded: 'done',
  },
  kind: {
    LOCALIZATION: 'a profile on an eUICC',
    CMP_EVENT: 'a change request',
    HEARTBEAT: 'the stream is alive',
    SUBSCRIPTION_STARTED: 'a session began',
    SUBSCRIPTION_ENDED: 'a session ended',
  },
  operation: {
    DOWNLOADED: 'profile on the eUICC',
    ALLOCATED: 'in the connectivity platform',
    ACTIVATED: 'in the connectivity platform',
    PROVISIONED: 'inside the service',
    ENABLED: 'profile in use',
    FALLBACK_SET: 'the last step',
    LOCALIZED: 'the last step',
    CHANGE_SUBSCRIPTIONSTATE: 'a request',
    CHANGE_SUBSCRIPTIONPACKAGE: 'a request',
  },
  code: {
    START_PROFILE_DOWNLOAD_FAILED: 'nothing changed',
    START_PROFILE_ALLOCATION_FAILED: 'on the eUICC, unusable',
    START_PROFILE_ACTIVATION_FAILED: 'on the eUICC, unusable',
    PROVISION_PROFILE_FAILED: 'on the eUICC, unusable',
    START_PROFILE_ENABLE_FAILED: 'reachable, unusable',
    SET_FALLBACK_PROFILE_FAILED: 'may swap back later',
    '70': 'state cannot be changed so',
    '73': 'has this package already',
  },
  mark: {
    'malformed-json': 'no valid JSON',
    'not-an-object': 'JSON, but no object',
    'too-deep': 'nested too deep',
    oversize: 'larger than is kept',
    'detail-not-json': 'its detail is no JSON',
    'encoded-twice': 'JSON in one string too many',
    'missing-field': 'a field is missing',
    'wrong-type': 'a field of another type',
    'unusual-form': 'a value of another form',
    'invalid-time': 'a time that is none',
    'numeric-identifier': 'may have lost digits',
    contradiction: 'says two things',
    'another-principal': 'of another domain',
    'unknown-kind': 'not known to this version',
    'unknown-operation': 'not known to this version',
    'unknown-state': 'not known to this version',
    'unknown-error-code': 'not known to this version',
    'too-many-values': 'not kept apart',
    'text-lost': 'damaged on the disk',
    undecodable: 'a fault of Watchfloor',
  },
};

/** Returns an empty text if the meaning is not known. */
export function valueMeaning(field: FacetField, value: string): string {
  if (field === 'country') return countryName(value) ?? '';
  const meanings = MEANINGS[field];
  return meanings !== undefined && Object.hasOwn(meanings, value) ? (meanings[value] ?? '') : '';
}

/** Values that are suggested even if no event has them. */
export function suggestedValues(field: NamedField): readonly string[] {
  if (field === 'seen') return ['no', 'yes'];
  return field === 'outcome' || field === 'kind' ? Object.keys(MEANINGS[field] ?? {}) : [];
}

/** Explains what to type in a field without a list of values; null if the field has a list. */
export function fieldHint(field: NamedField): string | null {
  if (field === 'text') return 'Looked for anywhere in the received text, in any case. Quotes hold words together.';
  if (!identifierFields.some((identifier) => identifier === field)) return null;
  return 'Any piece, at least 4 characters. 8904* begins with it, *1964 ends with it, =… is the whole.';
}
