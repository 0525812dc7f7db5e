/** Sentences for an event's marks and error codes. Source of the error meanings: `docs/service.md` §5.4. */
import type { EventMark } from '../../src-shared/domain/event/event.ts';

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

export function errorMeaning(errorCode: string): string | null {
  return ERROR_MEANINGS.get(errorCode) ?? null;
}

const MARK_WORDS: Readonly<Record<EventMark['code'], (detail: string) => string>> = {
  'malformed-json': (detail) => `The text is not valid JSON (${detail}). It is stored as received.`,
  'not-an-object': (detail) => `The text is JSON, but not an object (${detail}).`,
  'too-deep': (detail) => `Nested deeper than Watchfloor reads: ${detail}.`,
  oversize: (detail) => `Larger than Watchfloor stores; only its beginning is stored (${detail}).`,
  'not-utf8': (detail) => `Some bytes were not UTF-8; the received text has \uFFFD for them: ${detail}.`,
  'detail-not-json': (detail) => `detailedMessage is not a JSON document (${detail}).`,
  'encoded-twice': (detail) => `JSON was wrapped in a string more often than documented: ${detail}.`,
  'missing-field': (detail) => `A documented field is missing: ${detail}.`,
  'wrong-type': (detail) => `A field has not the documented type: ${detail}.`,
  'unusual-form': (detail) => `A value has not the documented form: ${detail}.`,
  'invalid-time': (detail) => `Not a valid time: ${detail}.`,
  'numeric-identifier': (detail) => `An identifier arrived as a number and may have lost digits: ${detail}.`,
  contradiction: (detail) => `The event contradicts itself: ${detail}.`,
  'another-principal': (detail) => `The event belongs to another domain than the session: ${detail}.`,
  'unknown-kind': (detail) => `Unknown event kind: ${detail}.`,
  'unknown-operation': (detail) => `Unknown operation: ${detail}.`,
  'unknown-state': (detail) => `Unknown state: ${detail}.`,
  'unknown-error-code': (detail) => `Unknown error code: ${detail}.`,
  'too-many-values': (detail) =>
    `More different values arrived than Watchfloor can count (${detail}), so “other” is shown. The received text has the value.`,
  'text-lost': () =>
    'Its received text was damaged on the disk and cannot be shown; only the fields read earlier are shown.',
  undecodable: (detail) =>
    `Watchfloor failed to read it (${detail}); this is an error in Watchfloor. It is stored as received.`,
};

/** Explains a mark. The event is stored completely in every case. */
export function markWords({ code, detail }: EventMark): string {
  return MARK_WORDS[code](detail);
}
