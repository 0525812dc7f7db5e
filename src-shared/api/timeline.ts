/** Pages and the live feed of the timeline. Order is the order of arrival (`seq`), which has holes. */
import * as z from 'zod';
import { eventSummarySchema, outcomeSchema, storedEventSchema } from '../domain/event.ts';
import { gapSchema } from '../domain/coverage.ts';
import { facetFields } from '../domain/filter.ts';
import { filterSchema } from '../domain/filter-schema.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { extentSchema } from './watch.ts';

export const cursorSchema = z.number().int().nonnegative();

/**
 * Rows on one side of a cursor, the nearest ones. Without cursor: from the newest end for `older`, from the oldest end
 * for `newer`. A cursor is a `seq` that need not be stored (any more).
 */
export const timelinePageInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  direction: z.enum(['older', 'newer']),
  cursor: cursorSchema.nullable(),
  limit: z.number().int().min(1).max(500),
});
export type TimelinePageQuery = z.infer<typeof timelinePageInputSchema>;

export const timelinePageSchema = z.object({
  /** Newest first, whatever the direction. Fewer than asked for where looking took too long, with more to come. */
  rows: z.array(eventSummarySchema),
  /** Something older or newer than these rows is stored that matches, or was not looked at yet. */
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
  /** As cursors of the next page in either direction; they hold also where `rows` is empty. */
  olderCursor: cursorSchema,
  newerCursor: cursorSchema,
  /**
   * Every gap among the rows, whatever the filter, newest first. A gap goes with the event behind which it lies: the
   * page has those whose `afterSeq` it passed over, from its cursor to the one at which the next page goes on, or to the
   * end of what is stored. Pages put together have each once. A reconnect is no gap.
   */
  gaps: z.array(gapSchema),
  /**
   * How many of the newest events the search index has not reached yet, so that their texts are looked through one by
   * one; `null` where the filter asks for no text and no identifier.
   */
  direct: z.number().int().nonnegative().nullable(),
  /** When the page was read. */
  extent: extentSchema,
});
export type TimelinePage = z.infer<typeof timelinePageSchema>;

/** What matches after `after` (exclusive); `lastEventId` is what the wire sends on resume and wins over it. */
export const timelineFeedInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  after: cursorSchema,
  lastEventId: z.string().regex(/^\d+$/).optional(),
});
export type TimelineFeedQuery = Pick<z.infer<typeof timelineFeedInputSchema>, 'watch' | 'filter' | 'after'>;

/** News since the last piece, at most ten a second. However long the wire slept, one piece says where things stand. */
export const timelineUpdateSchema = z.object({
  /** The newest that matched since the last piece, newest first, at most `MAX_UPDATE_ROWS`. */
  rows: z.array(eventSummarySchema),
  /** How many matched since the last piece, exactly: more than `rows` where only the newest were sent. */
  count: z.number().int().nonnegative(),
  /** How many of `count` are heartbeats, which are no news to whoever reads. */
  heartbeats: z.number().int().nonnegative(),
  /**
   * Gaps behind the event before these, or behind one of them, that are new or different: newest first, whatever the
   * filter. A gap that is told again, with the same id, takes the place of what was told before. A feed begins by
   * telling those behind its `after`.
   */
  gaps: z.array(gapSchema),
  /** Everything up to `extent.newestSeq` was looked at. */
  extent: extentSchema,
});
export type TimelineUpdate = z.infer<typeof timelineUpdateSchema>;

/**
 * What is counted: the events that match, from `to` (inclusive; `null`: the newest) down to the one behind `after`.
 * Texts and identifiers take long to look through: an answer comes within about a second and says how far it came.
 */
export const tallyInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  /** From when relative times of the filter count, UTC epoch ms: the same for pieces that are to be added up. */
  at: z.number(),
  after: cursorSchema,
  to: cursorSchema.nullable(),
});
export type TallyQuery = z.infer<typeof tallyInputSchema>;
const continuation = {
  /** The `to` with which to go on; `null` where everything was counted. */
  next: cursorSchema.nullable(),
};

export const timelineCountSchema = z.object({ count: z.number().int().nonnegative(), ...continuation });

export type TimelineCount = z.infer<typeof timelineCountSchema>;

export const facetsInputSchema = tallyInputSchema.extend({
  fields: z.array(z.enum(facetFields)).min(1).max(facetFields.length),
});
export type FacetsQuery = z.infer<typeof facetsInputSchema>;
export const timelineFacetsSchema = z.object({
  /** Events that match the whole filter. */
  count: z.number().int().nonnegative(),
  /**
   * Each field under all terms of the filter but its own: what a value would bring, or would bring back. So a value
   * that is excluded has a count as well.
   */
  fields: z.array(
    z.object({
      field: z.enum(facetFields),
      /** Most frequent first; `null`: the events without the field. An event with two codes counts for both. */
      values: z.array(z.object({ value: z.string().nullable(), count: z.number().int().positive() })),
    }),
  ),
  ...continuation,
});

export type TimelineFacets = z.infer<typeof timelineFacetsSchema>;

/** As many bars as a wide screen has room for, and their last edge. */
const MAX_EDGES = 1_001;
export const histogramInputSchema = tallyInputSchema.extend({
  /** UTC epoch ms: bucket N has the events received at or after edge N and before edge N + 1. */
  edges: z
    .array(z.number())
    .min(2)
    .max(MAX_EDGES)
    .refine((edges) => edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? edge)), 'ascending'),
});
export type HistogramQuery = z.infer<typeof histogramInputSchema>;
export const timelineHistogramSchema = z.object({
  /** One list for each outcome that occurs, as long as there are buckets. */
  outcomes: z.array(z.object({ outcome: outcomeSchema.nullable(), counts: z.array(z.number().int().nonnegative()) })),
  ...continuation,
});
export type TimelineHistogram = z.infer<typeof timelineHistogramSchema>;

/** Events from `first` to `last`, both inclusive, were looked at, or are to be looked at again (`seen` false). */
export const markSeenInputSchema = z.object({
  watch: watchIdSchema,
  ranges: z
    .array(z.object({ first: z.number().int().positive(), last: z.number().int().positive() }))
    .min(1)
    .max(2_000),
  seen: z.boolean(),
});
export type SeqRanges = z.infer<typeof markSeenInputSchema>['ranges'];

export const eventInputSchema = z.object({ watch: watchIdSchema, seq: z.number().int().positive() });
/** Most characters of raw text that cross the wire; the whole is in the store (`watchfloor events`). */
export const MAX_RAW_PREVIEW_LENGTH = 1_048_576;
export const eventDetailSchema = storedEventSchema.omit({ whole: true }).extend({
  /** Length of the whole raw text; more than `raw.length` where only its beginning was sent. */
  rawLength: z.number().int().nonnegative(),
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

export const coverageInputSchema = z.object({ watch: watchIdSchema, from: z.number(), to: z.number() });
