/** Search for what an identifier, or a part of one, names: events, resources of requests, and stored subscriptions. */
import * as z from 'zod';
import { identifierKinds } from '../../service/identifiers.ts';
import { eventSummarySchema } from '../../domain/event/event.ts';
import { watchIdSchema } from '../../domain/identity.ts';
import { findResultSchema } from '../searches.ts';

/** `text`: no event has it as an identifier, but the text of one contains it. */
const foundIdFields = [...identifierKinds, 'event', 'text'] as const;
export type FoundIdField = (typeof foundIdFields)[number];

export const foundIdSchema = z.object({
  field: z.enum(foundIdFields),
  value: z.string(),
  /** Newest event found so far that names it. */
  newest: eventSummarySchema,
  /** The resource of that request which has the identifier. Null for an identifier of the event itself. */
  resource: z.object({ state: z.string().nullable(), failed: z.boolean(), code: z.string().nullable() }).nullable(),
});
export type FoundId = z.infer<typeof foundIdSchema>;

export const idSearchInputSchema = z.object({
  watch: watchIdSchema,
  /** Without what surrounds an identifier (`readIdentifierPart`). */
  text: z.string().min(4).max(255),
  /** `next` of the batch before. */
  after: z
    .string()
    .regex(/^\d \d{1,2} \d \S{1,40}( \d{1,16})?$/)
    .nullable(),
});
export type IdSearchQuery = z.infer<typeof idSearchInputSchema>;

/** A batch within about a second. Later batches may repeat an identifier. */
export const idSearchResultSchema = z.object({
  ids: z.array(foundIdSchema),
  stored: findResultSchema.shape.found,
  /** True if this batch skipped older events or rows that may match, too. */
  skips: z.boolean(),
  next: z.string().nullable(),
});
export type IdSearchResult = z.infer<typeof idSearchResultSchema>;

export const namesInputSchema = z.object({ watch: watchIdSchema, text: z.string().min(3).max(255) });

const foundNameSchema = z.object({
  field: z.enum(['company', 'user']),
  value: z.string(),
  events: z.number().int().positive(),
});
export type FoundName = z.infer<typeof foundNameSchema>;

const count = z.number().int().nonnegative();
/** A company or user, and what became of its requests by their last reports. */
export const nameAnswerSchema = foundNameSchema.extend({
  requests: count,
  failed: count,
  partial: count,
  open: count,
  /** Receive time of the newest report, UTC epoch ms; null without a request. */
  lastAt: z.number().nullable(),
});
export type NameAnswer = z.infer<typeof nameAnswerSchema>;
