/** An action that a command hands to the writing process, on subjects as the user named them. */
import * as z from 'zod';
import { actionIdSchema, typedAuthorSchema, undoableActionSchema } from '../domain/cases/action.ts';
import { ACTION_LIMITS } from '../domain/cases/action-limits.ts';
import { caseKeySchema, causeKeySchema } from '../domain/cases/case.ts';
import { MAX_CAUSE_KEY_LENGTH } from '../domain/cases/case-keys.ts';
import { appErrorDataSchema } from './errors.ts';

export type CommandAction = 'take' | 'note' | 'done' | 'reopen' | 'mute' | 'unmute';

export const requestIdSchema = z.string().regex(/^[0-9a-f]{32}$/);

export const subjectActionSchema = z.object({
  /** The ids of the recorded actions begin with it, so a repeated request is recorded once. */
  id: requestIdSchema,
  subjects: z.array(z.string().min(1).max(MAX_CAUSE_KEY_LENGTH)).min(1).max(1_000),
  author: typedAuthorSchema,
  what: undoableActionSchema,
  text: z.string().max(ACTION_LIMITS.text),
});
export type SubjectAction = z.infer<typeof subjectActionSchema>;

const actedSubjectSchema = z.object({
  key: z.union([caseKeySchema, causeKeySchema]),
  name: z.string(),
  cases: z.number().int().nonnegative(),
});
export type ActedSubject = z.infer<typeof actedSubjectSchema>;

const recordedSubjectsSchema = z.object({
  at: z.number(),
  subjects: z.array(actedSubjectSchema),
  actions: z.array(actionIdSchema),
});
export type RecordedSubjects = z.infer<typeof recordedSubjectsSchema>;

export const recordedAnswerSchema = z.object({ kind: z.literal('recorded'), recorded: recordedSubjectsSchema });

const subjectActionAnswerSchema = z.discriminatedUnion('kind', [
  recordedAnswerSchema,
  z.object({ kind: z.literal('refused'), error: appErrorDataSchema }),
  z.object({ kind: z.literal('failed') }),
]);
export type SubjectActionAnswer = z.infer<typeof subjectActionAnswerSchema>;
