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
} from '../../src-shared/domain/filter/filter.ts';
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
  outcome: { name: 'outcome', plural: 'Outcomes', meaning: 'the real result' },
  kind: { name: 'kind', plural: 'Kinds of event', meaning: 'localization, request, heartbeat …' },
  operation: { name: 'operation', plural: 'Operations', meaning: 'the step or change' },
  state: { name: 'state', plural: 'States', meaning: 'the state that the service gave' },
  code: { name: 'code', plural: 'Error codes', meaning: 'why it failed' },
  type: { name: 'type', plural: 'Error types', meaning: 'where the error comes from' },
  country: { name: 'country', plural: 'Countries', meaning: 'of the localized profile' },
  principal: { name: 'principal', plural: 'Principals', meaning: 'who caused it' },
  mark: { name: 'mark', plural: 'Marks', meaning: 'what is unusual about the text' },
  eid: { name: 'EID', plural: 'EIDs', meaning: 'of the eUICC, any part' },
  iccid: { name: 'ICCID', plural: 'ICCIDs', meaning: 'of a profile, any part' },
  imsi: { name: 'IMSI', plural: 'IMSIs', meaning: 'of a subscription, any part' },
  msisdn: { name: 'MSISDN', plural: 'MSISDNs', meaning: 'the number, any part' },
  request: { name: 'request', plural: 'Request ids', meaning: 'of a change request, any part' },
  resource: { name: 'resource', plural: 'Resource ids', meaning: 'inside a request, any part' },
  event: { name: 'event id', plural: 'Event ids', meaning: 'of the stream, any part' },
  id: { name: 'any id', plural: 'Identifiers', meaning: 'any identifier but the event id' },
  text: { name: 'text', plural: 'Texts', meaning: 'anywhere in the received text' },
  seen: { name: 'seen', plural: 'Seen', meaning: 'marked as seen or not' },
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
    'in-progress': 'not finished yet',
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
    '70': 'state cannot be changed',
    '73': 'already in this package',
  },
  mark: {
    'malformed-json': 'not valid JSON',
    'not-an-object': 'JSON, but not an object',
    'too-deep': 'nested too deep',
    oversize: 'larger than is stored',
    'detail-not-json': 'its detail is not JSON',
    'encoded-twice': 'JSON in too many strings',
    'missing-field': 'a field is missing',
    'wrong-type': 'a field has the wrong type',
    'unusual-form': 'a value has the wrong form',
    'invalid-time': 'not a valid time',
    'numeric-identifier': 'may have lost digits',
    contradiction: 'contradicts itself',
    'another-principal': 'from another domain',
    'unknown-kind': 'unknown event kind',
    'unknown-operation': 'unknown operation',
    'unknown-state': 'unknown state',
    'unknown-error-code': 'unknown error code',
    'too-many-values': 'too many different values',
    'text-lost': 'damaged on the disk',
    undecodable: 'an error in Watchfloor',
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
  if (field === 'text') return 'Searches the received text, ignoring case. Use quotes to search for a phrase.';
  if (!identifierFields.some((identifier) => identifier === field)) return null;
  return 'Any part, at least 4 characters. 8904* begins with it, *1964 ends with it, =… matches all of it.';
}
