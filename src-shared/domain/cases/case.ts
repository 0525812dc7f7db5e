/**
 * A case is everything about one eUICC in localization, or one change request. It can be rebuilt from the stored
 * events. A step that no event reports is unknown (`docs/service.md` §10.2 to §10.5). Source: `docs/service.md` §5.2,
 * §5.4, §6.3, §6.4.
 */
import * as z from 'zod';
import {
  CASE_KEY_PATTERN,
  CAUSE_KEY_PATTERN,
  evidenceKinds,
  localizationSteps,
  MAX_CAUSE_KEY_LENGTH,
} from './case-keys.ts';
import { gapSchema } from '../coverage/coverage.ts';
import { outcomeSchema } from '../event/event.ts';

const stepEvidenceSchema = z.object({
  step: z.enum(localizationSteps),
  evidence: z.enum(evidenceKinds),
  /** Time and seq of the event that shows it; local clock, UTC epoch ms. Null if there is no such event. */
  at: z.number().nullable(),
  seq: z.number().int().positive().nullable(),
  /** True if a gap may hide an event that reported something else. */
  weak: z.boolean(),
});
export type StepEvidence = z.infer<typeof stepEvidenceSchema>;

export const caseKeySchema = z.string().regex(CASE_KEY_PATTERN).brand<'CaseKey', 'inout'>();

export const causeSchema = z.object({
  kind: z.enum(['localization', 'request']),
  operation: z.string().nullable(),
  type: z.string().nullable(),
  code: z.string().nullable(),
});

export const causeKeySchema = z
  .string()
  .regex(CAUSE_KEY_PATTERN)
  .max(MAX_CAUSE_KEY_LENGTH)
  .brand<'CauseKey', 'inout'>();

export const attemptSchema = z.object({
  number: z.number().int().positive(),
  outcome: outcomeSchema,
  /** Operation that failed or finished last, as the service names it, documented or not. */
  operation: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorCodes: z.array(z.string()),
  errorTypes: z.array(z.string()),
  /** Last ICCID of the attempt; null if no event named one, for example because the download failed. */
  iccid: z.string().nullable(),
  countryCode: z.string().nullable(),
  steps: z.array(stepEvidenceSchema),
  from: z.number(),
  to: z.number(),
  /** Events of the attempt, oldest first; only the newest if there are more than `MAX_ATTEMPT_EVENTS`. */
  seqs: z.array(z.number().int().positive()),
  events: z.number().int().positive(),
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
