/** Everything that a command or a viewer can ask of the process that writes a store (`core/ports/action-inbox.ts`). */
import * as z from 'zod';
import { recordedAnswerSchema, subjectActionSchema } from './subject-actions.ts';
import { teamAnswerSchemas, teamRequestSchema } from './team-requests.ts';
import { viewerAnswerSchemas, viewerRequestSchema } from './viewer-requests.ts';

export const inboxRequestSchema = z.union([teamRequestSchema, viewerRequestSchema, subjectActionSchema]);
export type InboxRequest = z.infer<typeof inboxRequestSchema>;

export const inboxAnswerSchema = z.discriminatedUnion('kind', [
  recordedAnswerSchema,
  ...teamAnswerSchemas,
  ...viewerAnswerSchemas,
]);
export type InboxAnswer = z.infer<typeof inboxAnswerSchema>;
