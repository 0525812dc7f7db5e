/**
 * Sentences for an event's marks and error codes. Source of the error meanings: `service-spec.md` "Localization
 * errorCode values".
 */
import type { EventMark } from '../../src-shared/domain/event.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

const ERROR_MEANINGS = new Map([
  [
    'START_PROFILE_DOWNLOAD_FAILED',
    'The profile could not be downloaded. Nothing changed on the eUICC. Possible causes: no device, or no network connectivity.',
  ],
  [
    'START_PROFILE_ALLOCATION_FAILED',
    'The profile is on the eUICC but unusable: its allocation in the connectivity management platform failed. Rare, and not a client error.',
  ],
  [
    'START_PROFILE_ACTIVATION_FAILED',
    'The profile is on the eUICC but unusable: its activation in the connectivity management platform failed. Rare, and not a client error.',
  ],
  [
    'PROVISION_PROFILE_FAILED',
    'The profile is on the eUICC but unusable: internal provisioning failed. Very rare, and not a client error.',
  ],
  [
    'START_PROFILE_ENABLE_FAILED',
    'The profile is on the eUICC and reachable through the subscriptions API, but unusable: enabling it failed. Possible causes: no device, or no network.',
  ],
  [
    'SET_FALLBACK_PROFILE_FAILED',
    'The fallback profile could not be set. The eUICC may swap back to its non-localized profile after a long loss of connectivity.',
  ],
  ['70', 'The current subscription state cannot be changed to the given state.'],
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
      return `The text is not valid JSON (${detail}). It is kept as received.`;
    case 'not-an-object':
      return `The text is JSON, but no object (${detail}).`;
    case 'too-deep':
      return `Nested deeper than this version reads: ${detail}.`;
    case 'oversize':
      return `Larger than Watchfloor keeps; its beginning is stored (${detail}).`;
    case 'detail-not-json':
      return `detailedMessage is no JSON document (${detail}).`;
    case 'encoded-twice':
      return `JSON arrived in a string once more than documented: ${detail}.`;
    case 'missing-field':
      return `A field that the document names is missing: ${detail}.`;
    case 'wrong-type':
      return `A field has another type than documented: ${detail}.`;
    case 'unusual-form':
      return `A value has another form than documented: ${detail}.`;
    case 'invalid-time':
      return `Not a valid time: ${detail}.`;
    case 'numeric-identifier':
      return `An identifier arrived as a number and may have lost digits: ${detail}.`;
    case 'contradiction':
      return `The event contradicts itself: ${detail}.`;
    case 'another-principal':
      return `The event belongs to another domain than the session: ${detail}.`;
    case 'unknown-kind':
      return `Event kind not known to this version: ${detail}.`;
    case 'unknown-operation':
      return `Operation not known to this version: ${detail}.`;
    case 'unknown-state':
      return `State not known to this version: ${detail}.`;
    case 'unknown-error-code':
      return `Error code not known to this version: ${detail}.`;
    case 'too-many-values':
      return `More different values have arrived than can be kept apart (${detail}), so “other” is shown. The received text has the value.`;
    case 'text-lost':
      return 'Its received text was damaged on the disk and cannot be shown; only what was read from it before is here.';
    case 'undecodable':
      return `Watchfloor failed to read it (${detail}); that is a fault of Watchfloor. It is kept as received.`;
    default:
      return assertNever(code);
  }
}
