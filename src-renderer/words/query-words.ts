/**
 * Short explanations of the filter language's fields and values, for chips, completion and error messages. A value that
 * is missing here comes from the service and is shown as received.
 */
import {
  type FacetField,
  facetFields,
  facetTable,
  type FieldWords,
  identifierFields,
  identifierTable,
} from '../../src-shared/domain/event/event-fields.ts';
import { countryName } from '../../src-shared/words/country-words.ts';

const FIELDS = {
  ...facetTable,
  ...identifierTable,
  text: { name: 'text', plural: 'Texts', meaning: 'anywhere in the received text' },
  seen: { name: 'seen', plural: 'Seen', meaning: 'marked as seen or not' },
  since: { name: 'since', plural: 'Times', meaning: 'from this time on' },
  until: { name: 'until', plural: 'Times', meaning: 'up to this time' },
} as const satisfies Readonly<Record<string, FieldWords>>;
export type NamedField = keyof typeof FIELDS;

/** In the order in which completion offers them, most used first. */
export const queryFields: readonly NamedField[] = [
  ...facetFields,
  'seen',
  ...identifierFields,
  'text',
  'since',
  'until',
];

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
