/** Pages and the live feed of the timeline. Order is the order of arrival (`seq`). */
import * as z from 'zod';
import { eventSummarySchema, storedEventSchema } from '../domain/event.ts';

/** Rows older than `before` (exclusive; the newest where it is left out), newest first. */
export const timelinePageInputSchema = z.object({
  before: z.number().int().positive().optional(),
  limit: z.number().int().min(1).max(500),
});
export const timelinePageSchema = z.object({
  rows: z.array(eventSummarySchema),
  /** Highest stored seq when the page was read. */
  newestSeq: z.number().int().nonnegative(),
});
export type TimelinePage = z.infer<typeof timelinePageSchema>;

/** "Everything after seq N": `lastEventId` is what the wire sends on resume and wins over `after`. */
export const timelineFeedInputSchema = z.object({
  after: z.number().int().nonnegative(),
  lastEventId: z.string().regex(/^\d+$/).optional(),
});
/** Oldest first, at most 500 rows a batch, at most 10 batches a second. */
export const timelineBatchSchema = z.object({ rows: z.array(eventSummarySchema) });

export const eventInputSchema = z.object({ seq: z.number().int().positive() });
/** Most characters of raw text that cross the wire; the whole is in the store (`watchfloor events`). */
export const RAW_PREVIEW_CHARS = 1_048_576;
export const eventDetailSchema = storedEventSchema.extend({
  /** Length of the whole raw text; more than `raw.length` where only its beginning was sent. */
  rawLength: z.number().int().nonnegative(),
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

export const coverageInputSchema = z.object({ from: z.number(), to: z.number() });
