/**
 * What went wrong, and what became of it: a case is all that happened to one eUICC in localization, or one connectivity
 * change request. It is derived from stored events and can be made again from them; what people did about it is in
 * `action.ts`. What nobody said stays unknown: silence is no success (`product.md`, traps 2 to 5). Names and causes without schemas are in
 * `case-keys.ts`.
 * Source: `service-spec.md` "Localization progress", "Connectivity requests", "Errors".
 */
import * as z from 'zod';
import {
  CASE_KEY_PATTERN,
  CAUSE_KEY_PATTERN,
  evidenceKinds,
  localizationSteps,
  MAX_CAUSE_KEY_LENGTH,
} from './case-keys.ts';
import { gapSchema } from './coverage.ts';
import { outcomeSchema } from './event.ts';

const stepEvidenceSchema = z.object({
  step: z.enum(localizationSteps),
  evidence: z.enum(evidenceKinds),
  /** Of the event that says so, our clock, UTC epoch ms; `null` where none does. */
  at: z.number().nullable(),
  seq: z.number().int().positive().nullable(),
  /** Nobody was listening while it may have been reported otherwise. */
  weak: z.boolean(),
});
export type StepEvidence = z.infer<typeof stepEvidenceSchema>;

export const caseKeySchema = z.string().regex(CASE_KEY_PATTERN).brand('CaseKey');

export const causeSchema = z.object({
  kind: z.enum(['localization', 'request']),
  operation: z.string().nullable(),
  type: z.string().nullable(),
  code: z.string().nullable(),
});

export const causeKeySchema = z.string().regex(CAUSE_KEY_PATTERN).max(MAX_CAUSE_KEY_LENGTH).brand('CauseKey');

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
  /** Its events, oldest first; the newest where there are more than `MAX_ATTEMPT_EVENTS`. */
  seqs: z.array(z.number().int().positive()),
  /** Events in it, those that only repeat another one with them. */
  events: z.number().int().positive(),
  /** Gaps that overlap it. */
  gaps: z.array(gapSchema),
  weakenedByGap: z.boolean(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const MAX_ATTEMPT_EVENTS = 64;

export {
  type CaseKey,
  type Cause,
  type CauseKey,
  type ConsequenceKind,
  type LocalizationStep,
  caseKey,
  causeKey,
  parseCauseKey as causeOf,
  consequenceKinds,
  consequenceOf,
  evidenceKinds as evidences,
  localizationSteps,
} from './case-keys.ts';
