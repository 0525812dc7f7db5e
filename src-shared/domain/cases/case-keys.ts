/** Keys, steps and consequences; `case.ts` has the schemas. Source: `docs/service.md` §5.2, §5.4. */
import type { $brand } from 'zod';
import type { EventSummary } from '../event/event.ts';
import { eventClass } from '../event/event-class.ts';
import type { Outcome } from '../event/outcomes.ts';

/** In the order in which they happen. LOCALIZED is not a step: it reports the success of all of them. */
export const localizationSteps = [
  'DOWNLOADED',
  'ALLOCATED',
  'ACTIVATED',
  'PROVISIONED',
  'ENABLED',
  'FALLBACK_SET',
] as const;
export type LocalizationStep = (typeof localizationSteps)[number];

/** `inferred`: a later step was reported, completed or failed. `unknown`: none of these; silence is not evidence. */
export const evidenceKinds = ['reported', 'inferred', 'failed', 'unknown'] as const;
export type Evidence = (typeof evidenceKinds)[number];

/** `eid:8904…`, `request:REQ-1`, or `event:4712` for an event that names neither, so that no failure is hidden. */
export type CaseKey = string & $brand<'CaseKey'>;
export const CASE_KEY_PATTERN = /^(?:eid|request|event):[^]{1,256}$/;

export type CauseKey = string & $brand<'CauseKey'>;
export const CAUSE_KEY_PATTERN = /^cause:(localization|request)(?:\/[^/]*){3}$/;
export const MAX_CAUSE_KEY_LENGTH = 2_400;

/** Code and operation of a localization; operation, type and code of most failed resources of a request. */
export interface Cause {
  readonly kind: 'localization' | 'request';
  readonly operation: string | null;
  readonly type: string | null;
  readonly code: string | null;
}

/** `cause:localization/ALLOCATED//START_…`; parts are percent-encoded, null is an empty part. */
export function causeKey({ kind, operation, type, code }: Cause): CauseKey {
  const parts = [operation, type, code].map((part) => encodeURIComponent(wellFormed(part ?? '')));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made in that form
  return `cause:${[kind, ...parts].join('/')}` as CauseKey;
}

/** Half of a surrogate pair cannot be percent-encoded. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

export function isCauseKey(subject: CaseKey | CauseKey): subject is CauseKey {
  return subject.startsWith('cause:');
}

export function parseCauseKey(key: string): Cause | null {
  const [, kind] = key.length <= MAX_CAUSE_KEY_LENGTH ? (CAUSE_KEY_PATTERN.exec(key) ?? []) : [];
  if (kind !== 'localization' && kind !== 'request') return null;
  try {
    const parts = key.slice(`cause:${kind}/`.length).split('/');
    const [operation = null, type = null, code = null] = parts.map((part) => decodeURIComponent(part) || null);
    return { kind, operation, type, code };
  } catch {
    return null;
  }
}

export type CaseSubject =
  | { readonly kind: 'eid'; readonly eid: string }
  | { readonly kind: 'request'; readonly requestId: string }
  | { readonly kind: 'event'; readonly seq: number };

export function caseKey(subject: CaseSubject): CaseKey {
  const name =
    subject.kind === 'eid' ? subject.eid : subject.kind === 'request' ? subject.requestId : String(subject.seq);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made in that form
  return `${subject.kind}:${name}` as CaseKey;
}

export function caseKeyOf(event: Pick<EventSummary, 'kind' | 'eid' | 'requestId' | 'seq'>): CaseKey {
  const { eid, requestId, seq } = event;
  const found = eventClass(event);
  if (found === 'localization' && eid) return caseKey({ kind: 'eid', eid: eid.toWellFormed() });
  if (found === 'request' && requestId) return caseKey({ kind: 'request', requestId: requestId.toWellFormed() });
  return caseKey({ kind: 'event', seq });
}

export function caseSubject(key: CaseKey): CaseSubject {
  const name = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('eid:')) return { kind: 'eid', eid: name };
  if (key.startsWith('request:')) return { kind: 'request', requestId: name };
  return { kind: 'event', seq: Number(name) };
}

export function parseCaseKey(text: string): CaseKey | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has that form
  return CASE_KEY_PATTERN.test(text) ? (text as CaseKey) : null;
}

/**
 * Worst first. `unusable`: a profile is on the eUICC and cannot be used. `reachable`: the same, but the subscriptions
 * API reaches it. `not-known`: not documented. `may-swap-back`: works now. `partial`, `refused`: some, or all,
 * resources failed.
 */
export const consequenceKinds = [
  'unusable',
  'reachable',
  'not-known',
  'may-swap-back',
  'partial',
  'refused',
  'unchanged',
] as const;
export type ConsequenceKind = (typeof consequenceKinds)[number];

export function consequenceRank(consequence: ConsequenceKind): number {
  return consequenceKinds.indexOf(consequence);
}

const CONSEQUENCES: ReadonlyMap<string, ConsequenceKind> = new Map([
  ['START_PROFILE_DOWNLOAD_FAILED', 'unchanged'],
  ['START_PROFILE_ALLOCATION_FAILED', 'unusable'],
  ['START_PROFILE_ACTIVATION_FAILED', 'unusable'],
  ['PROVISION_PROFILE_FAILED', 'unusable'],
  ['START_PROFILE_ENABLE_FAILED', 'reachable'],
  ['SET_FALLBACK_PROFILE_FAILED', 'may-swap-back'],
]);

/** @param outcome of the case: failed, partial or unknown */
export function consequenceOf({ kind, code }: Cause, outcome: Outcome): ConsequenceKind {
  if (kind === 'localization') return (outcome === 'failed' && code !== null && CONSEQUENCES.get(code)) || 'not-known';
  if (outcome === 'partial') return 'partial';
  return outcome === 'failed' ? 'refused' : 'not-known';
}
