/** Names and meanings of documented values. Any other value comes from the service and is shown as received. */
import type { FacetField } from '../../src-shared/domain/event/event-fields.ts';
import { countryName } from '../../src-shared/words/country-words.ts';

/** The name is null if the value is shown as it is. */
type ValueWords = readonly [name: string | null, meaning: string];

const VALUES: Partial<Record<FacetField, Readonly<Record<string, ValueWords>>>> = {
  outcome: {
    failed: ['Failed', 'did not happen'],
    partial: ['Partial', 'some of it failed'],
    unknown: ['Unknown', 'the event does not say'],
    'in-progress': ['In progress', 'not finished yet'],
    succeeded: ['Succeeded', 'done'],
  },
  kind: {
    LOCALIZATION: ['Localization', 'a profile on an eUICC'],
    CMP_EVENT: ['Request', 'a change request'],
    HEARTBEAT: ['Heartbeat', 'the stream is alive'],
    SUBSCRIPTION_STARTED: ['Session started', 'a session began'],
    SUBSCRIPTION_ENDED: ['Session ended', 'a session ended'],
  },
  operation: {
    // Events of the stream itself have no operation.
    '-': ['None', ''],
    DOWNLOADED: ['Downloaded', 'profile on the eUICC'],
    ALLOCATED: ['Allocated', 'in the connectivity platform'],
    ACTIVATED: ['Activated', 'in the connectivity platform'],
    PROVISIONED: ['Provisioned', 'inside the service'],
    ENABLED: ['Enabled', 'profile in use'],
    FALLBACK_SET: ['Fallback set', 'the last step'],
    LOCALIZED: ['Localized', 'the last step'],
    CHANGE_SUBSCRIPTIONSTATE: ['State change', 'a request'],
    CHANGE_SUBSCRIPTIONPACKAGE: ['Package change', 'a request'],
  },
  code: {
    START_PROFILE_DOWNLOAD_FAILED: ['Download', 'nothing changed'],
    START_PROFILE_ALLOCATION_FAILED: ['Allocation', 'on the eUICC, unusable'],
    START_PROFILE_ACTIVATION_FAILED: ['Activation', 'on the eUICC, unusable'],
    PROVISION_PROFILE_FAILED: ['Provisioning', 'on the eUICC, unusable'],
    START_PROFILE_ENABLE_FAILED: ['Enabling', 'reachable, unusable'],
    SET_FALLBACK_PROFILE_FAILED: ['Fallback', 'may swap back later'],
    '70': [null, 'state cannot be changed'],
    '73': [null, 'already in this package'],
  },
  target: {
    PAUSE: [null, 'pauses the subscription'],
    DEACTIVATED: [null, 'ends the subscription'],
  },
  size: {
    '0': ['None', 'no resource'],
    '1': ['1 resource', 'exactly one'],
    '2-10': ['2 to 10', 'resources'],
    '11-100': ['11 to 100', 'resources'],
    '101-1000': ['101 to 1,000', 'resources'],
    '1001+': ['More than 1,000', 'resources'],
  },
  mark: {
    'malformed-json': [null, 'not valid JSON'],
    'not-an-object': [null, 'JSON, but not an object'],
    'too-deep': [null, 'nested too deep'],
    oversize: [null, 'larger than is stored'],
    'not-utf8': [null, 'bytes were replaced'],
    'detail-not-json': [null, 'its detail is not JSON'],
    'encoded-twice': [null, 'JSON in too many strings'],
    'missing-field': [null, 'a field is missing'],
    'wrong-type': [null, 'a field has the wrong type'],
    'unusual-form': [null, 'a value has the wrong form'],
    'invalid-time': [null, 'not a valid time'],
    'numeric-identifier': [null, 'may have lost digits'],
    contradiction: [null, 'contradicts itself'],
    'another-principal': [null, 'from another domain'],
    'unknown-kind': [null, 'unknown event kind'],
    'unknown-operation': [null, 'unknown operation'],
    'unknown-state': [null, 'unknown state'],
    'unknown-error-code': [null, 'unknown error code'],
    'too-many-values': [null, 'too many different values'],
    'text-lost': [null, 'damaged on the disk'],
    undecodable: [null, 'an error in Watchfloor'],
  },
};

function wordsOf(field: FacetField, value: string): ValueWords | undefined {
  const words = VALUES[field];
  return words !== undefined && Object.hasOwn(words, value) ? words[value] : undefined;
}

export function valueName(field: FacetField, value: string): string | null {
  if (field !== 'country') return wordsOf(field, value)?.[0] ?? null;
  const country = countryName(value);
  return country === null ? null : `${value} ${country}`;
}

export function valueMeaning(field: FacetField, value: string): string {
  return field === 'country' ? (countryName(value) ?? '') : (wordsOf(field, value)?.[1] ?? '');
}

/** Values that are suggested even if no event has them. */
export function suggestedValues(field: FacetField): readonly string[] {
  return field === 'outcome' || field === 'kind' || field === 'size' ? Object.keys(VALUES[field] ?? {}) : [];
}
