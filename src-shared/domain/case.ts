/**
 * What went wrong, and what became of it: a case is all that happened to one eUICC in localization, or one connectivity
 * change request. It is derived from stored events and can be made again from them; what people did about it is in
 * `case-fact.ts`. What nobody said stays unknown: silence is no success (`product.md`, traps 2 to 5).
 * Source: `service-spec.md` "Localization progress", "Connectivity requests", "Errors".
 */
import * as z from 'zod';
import { gapSchema } from './coverage.ts';
import { outcomeSchema } from './event.ts';

/** In the order in which they happen. LOCALIZED is none of them: it says that all of it succeeded. */
export const localizationSteps = [
  'DOWNLOADED',
  'ALLOCATED',
  'ACTIVATED',
  'PROVISIONED',
  'ENABLED',
  'FALLBACK_SET',
] as const;
export type LocalizationStep = (typeof localizationSteps)[number];

/**
 * What is known of a step of one attempt. `reported`: an event says that it was completed. `inferred`: a later step was
 * reported, completed or failed. `failed`: an event says so. `unknown`: neither, and silence says nothing.
 */
export const evidences = ['reported', 'inferred', 'failed', 'unknown'] as const;
export const stepEvidenceSchema = z.object({
  step: z.enum(localizationSteps),
  evidence: z.enum(evidences),
  /** Of the event that says so, our clock, UTC epoch ms; `null` where none does. */
  at: z.number().nullable(),
  seq: z.number().int().positive().nullable(),
  /** Nobody was listening while it may have been reported otherwise. */
  weak: z.boolean(),
});
export type StepEvidence = z.infer<typeof stepEvidenceSchema>;

/**
 * Which case: `eid:8904…`, `request:REQ-1`, and `event:4712` for an event that names neither, so that nothing that
 * failed is hidden for its form.
 */
export const caseKeySchema = z
  .string()
  .regex(/^(?:eid|request|event):[^]{1,256}$/)
  .brand('CaseKey');
export type CaseKey = z.infer<typeof caseKeySchema>;

/**
 * Why it failed: error code and operation of a localization; operation, error type and code of a request (the one that
 * most of its failed resources have). Cases with the same cause are a failure group.
 */
export const causeSchema = z.object({
  kind: z.enum(['localization', 'request']),
  operation: z.string().nullable(),
  /** Of requests alone. */
  type: z.string().nullable(),
  code: z.string().nullable(),
});
export type Cause = z.infer<typeof causeSchema>;

/** As `causeKey` makes it: it names a group in addresses, facts and commands. */
export const causeKeySchema = z
  .string()
  .regex(/^cause:(?:localization|request)(?:\/[^/]*){3}$/)
  .max(2_400)
  .brand('CauseKey');
export type CauseKey = z.infer<typeof causeKeySchema>;

/** `cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED`; parts are percent-encoded, an empty one is `null`. */
export function causeKey({ kind, operation, type, code }: Cause): CauseKey {
  const parts = [operation, type, code].map((part) => encodeURIComponent(wellFormed(part ?? '')));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made in that form
  return `cause:${[kind, ...parts].join('/')}` as CauseKey;
}

/** Half of a surrogate pair cannot be encoded. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** The reverse; `null` where it is none. */
export function causeOf(key: string): Cause | null {
  if (!causeKeySchema.safeParse(key).success) return null;
  const [kind, ...parts] = key.slice('cause:'.length).split('/');
  try {
    const [operation = null, type = null, code = null] = parts.map((part) => decodeURIComponent(part) || null);
    return causeSchema.parse({ kind, operation, type, code });
  } catch {
    return null;
  }
}

/** What a case is about, as far as its key says. */
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

export function caseSubject(key: CaseKey): CaseSubject {
  const name = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('eid:')) return { kind: 'eid', eid: name };
  if (key.startsWith('request:')) return { kind: 'request', requestId: name };
  return { kind: 'event', seq: Number(name) };
}

/**
 * What a failure means for whoever has the device, worst first: this is the order of everything that needs attention.
 * `unusable`: a profile is on the eUICC and cannot be used. `reachable`: the same, though the subscriptions API reaches
 * it. `not-known`: no document says. `may-swap-back`: it works now. `partial`, `refused`: some, or all, resources of a
 * request failed. `unchanged`: nothing changed on the eUICC.
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

const CONSEQUENCES: ReadonlyMap<string, ConsequenceKind> = new Map([
  ['START_PROFILE_DOWNLOAD_FAILED', 'unchanged'],
  ['START_PROFILE_ALLOCATION_FAILED', 'unusable'],
  ['START_PROFILE_ACTIVATION_FAILED', 'unusable'],
  ['PROVISION_PROFILE_FAILED', 'unusable'],
  ['START_PROFILE_ENABLE_FAILED', 'reachable'],
  ['SET_FALLBACK_PROFILE_FAILED', 'may-swap-back'],
]);

/** @param outcome of the case: failed, partial or unknown */
export function consequenceOf({ kind, code }: Cause, outcome: z.infer<typeof outcomeSchema>): ConsequenceKind {
  if (kind === 'localization') return (outcome === 'failed' && code !== null && CONSEQUENCES.get(code)) || 'not-known';
  if (outcome === 'partial') return 'partial';
  return outcome === 'failed' ? 'refused' : 'not-known';
}

/** One localization run for one eUICC, or one request. */
export const attemptSchema = z.object({
  /** From 1. */
  number: z.number().int().positive(),
  outcome: outcomeSchema,
  /** What it failed at, or came to, as the service names it; also one that no document names. */
  operation: z.string().nullable(),
  errorCode: z.string().nullable(),
  /** Every distinct error code of it, those within `detailedError` too. */
  errorCodes: z.array(z.string()),
  errorTypes: z.array(z.string()),
  /** The last that was named; `null`: none was, as where the download failed. */
  iccid: z.string().nullable(),
  countryCode: z.string().nullable(),
  /** Each step of the ladder, in its order; empty for a request. */
  steps: z.array(stepEvidenceSchema),
  /** Our clock, UTC epoch ms: of its first and its last event. */
  from: z.number(),
  to: z.number(),
  /** Its events, oldest first; the newest where there are more than `MOST_ATTEMPT_EVENTS`. */
  seqs: z.array(z.number().int().positive()),
  /** Events in it, those that only repeat another one with them. */
  events: z.number().int().positive(),
  /** Gaps that overlap it. */
  gaps: z.array(gapSchema),
  weakenedByGap: z.boolean(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const MOST_ATTEMPT_EVENTS = 64;
