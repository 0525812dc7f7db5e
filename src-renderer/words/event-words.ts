/**
 * Sentences for an event's marks and error codes. Source of the error meanings: `service-spec.md` "Localization
 * errorCode values".
 */
import type { EventMark } from '../../src-shared/domain/event/event.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

const ERROR_MEANINGS = new Map([
  [
    'START_PROFILE_DOWNLOAD_FAILED',
    'The profile could not be downloaded. Nothing changed on the eUICC. Possible causes: no device, or no network connectivity.',
  ],
  [
    'START_PROFILE_ALLOCATION_FAILED',
    'The profile is on the eUICC but unusable: its allocation in the connectivity management platform failed. Rare; not caused by you.',
  ],
  [
    'START_PROFILE_ACTIVATION_FAILED',
    'The profile is on the eUICC but unusable: its activation in the connectivity management platform failed. Rare; not caused by you.',
  ],
  [
    'PROVISION_PROFILE_FAILED',
    'The profile is on the eUICC but unusable: internal provisioning failed. Very rare; not caused by you.',
  ],
  [
    'START_PROFILE_ENABLE_FAILED',
    'The profile is on the eUICC and reachable through the subscriptions API, but unusable: enabling it failed. Possible causes: no device, or no network.',
  ],
  [
    'SET_FALLBACK_PROFILE_FAILED',
    'The fallback profile could not be set. The eUICC may swap back to its non-localized profile after a long loss of connectivity.',
  ],
  ['70', 'The current subscription state cannot be changed to the requested state.'],
  ['73', 'The subscription already belongs to the package it was to be moved to.'],
]);

/** Returns null if the provider's document does not explain the code. */
export function errorMeaning(errorCode: string): string | null {
  return ERROR_MEANINGS.get(errorCode) ?? null;
}

/** Explains a mark. The event is stored completely in every case. */
export function markWords({ code, detail }: EventMark): string {
  switch (code) {
    case 'malformed-json':
      return `The text is not valid JSON (${detail}). It is stored as received.`;
    case 'not-an-object':
      return `The text is JSON, but not an object (${detail}).`;
    case 'too-deep':
      return `Nested deeper than Watchfloor reads: ${detail}.`;
    case 'oversize':
      return `Larger than Watchfloor stores; only its beginning is stored (${detail}).`;
    case 'detail-not-json':
      return `detailedMessage is not a JSON document (${detail}).`;
    case 'encoded-twice':
      return `JSON was wrapped in a string more often than documented: ${detail}.`;
    case 'missing-field':
      return `A documented field is missing: ${detail}.`;
    case 'wrong-type':
      return `A field has not the documented type: ${detail}.`;
    case 'unusual-form':
      return `A value has not the documented form: ${detail}.`;
    case 'invalid-time':
      return `Not a valid time: ${detail}.`;
    case 'numeric-identifier':
      return `An identifier arrived as a number and may have lost digits: ${detail}.`;
    case 'contradiction':
      return `The event contradicts itself: ${detail}.`;
    case 'another-principal':
      return `The event belongs to another domain than the session: ${detail}.`;
    case 'unknown-kind':
      return `Unknown event kind: ${detail}.`;
    case 'unknown-operation':
      return `Unknown operation: ${detail}.`;
    case 'unknown-state':
      return `Unknown state: ${detail}.`;
    case 'unknown-error-code':
      return `Unknown error code: ${detail}.`;
    case 'too-many-values':
      return `More different values arrived than Watchfloor can count (${detail}), so “other” is shown. The received text has the value.`;
    case 'text-lost':
      return 'Its received text was damaged on the disk and cannot be shown; only the fields read earlier are shown.';
    case 'undecodable':
      return `Watchfloor failed to read it (${detail}); this is an error in Watchfloor. It is stored as received.`;
    default:
      return assertNever(code);
  }
}
