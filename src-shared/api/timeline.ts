/** API of the timeline: pages, live feed, counts. Rows are in order of arrival (`seq`), which has holes. */
import { facetFields } from '../domain/event/event-fields.ts';
import * as z from 'zod';
import { eventSummarySchema, outcomeSchema, storedEventSchema } from '../domain/event/event.ts';
import { gapSchema } from '../domain/coverage/coverage.ts';
import { filterSchema } from '../domain/filter/filter-schema.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { extentSchema } from './watch.ts';

export const cursorSchema = z.number().int().nonnegative();

/** Without cursor, starts at the newest end for `older`, else at the oldest. A cursor need not be stored (any more). */
export const timelinePageInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  direction: z.enum(['older', 'newer']),
  cursor: cursorSchema.nullable(),
  limit: z.number().int().min(1).max(500),
});
export type TimelinePageQuery = z.infer<typeof timelinePageInputSchema>;

export const timelinePageSchema = z.object({
  /** Newest first in both directions. May be fewer than `limit` although more exist, if searching took too long. */
  rows: z.array(eventSummarySchema),
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
  /** Cursors for the next page in either direction; valid even if `rows` is empty. */
  olderCursor: cursorSchema,
  newerCursor: cursorSchema,
  /**
   * Every gap among the rows, newest first; the filter does not apply. A gap belongs to the event `afterSeq` that
   * precedes it: the page has the gaps whose `afterSeq` lies between its cursor and the next page's cursor or the end
   * of the store. Joined pages contain each gap once. Reconnects are not included.
   */
  gaps: z.array(gapSchema),
  /** Newest events that are not in the search index yet, so texts are searched one by one; null if not needed. */
  direct: z.number().int().nonnegative().nullable(),
  extent: extentSchema,
});
export type TimelinePage = z.infer<typeof timelinePageSchema>;

/** Follows events after `after` (exclusive). `lastEventId` is what the wire sends on resume and takes precedence. */
export const timelineFeedInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  after: cursorSchema,
  lastEventId: z.string().regex(/^\d+$/).optional(),
});
export type TimelineFeedQuery = Pick<z.infer<typeof timelineFeedInputSchema>, 'watch' | 'filter' | 'after'>;

/** At most ten updates per second. After any delay a single update brings the page up to date. */
export const timelineUpdateSchema = z.object({
  /** Newest matches since the last update, newest first, at most `MAX_UPDATE_ROWS`. */
  rows: z.array(eventSummarySchema),
  /** Exact number of matches since the last update; more than `rows` if only the newest were sent. */
  count: z.number().int().nonnegative(),
  /** Heartbeats among `count`, which are not news for the user. */
  heartbeats: z.number().int().nonnegative(),
  /** New or changed gaps that follow one of these events or the one before. A known id replaces the earlier gap. */
  gaps: z.array(gapSchema),
  /** Everything up to `extent.newestSeq` was searched. */
  extent: extentSchema,
});
export type TimelineUpdate = z.infer<typeof timelineUpdateSchema>;

/** From `to` (inclusive; null: the newest) down to `after`. Answers within about a second with how far it got. */
export const tallyInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  /** Base of the filter's relative times, UTC epoch ms. Must be the same for answers that are added up. */
  at: z.number(),
  after: cursorSchema,
  to: cursorSchema.nullable(),
});
export type TallyQuery = z.infer<typeof tallyInputSchema>;
const continuation = {
  next: cursorSchema.nullable(),
};

export const timelineCountSchema = z.object({ count: z.number().int().nonnegative(), ...continuation });

export const facetsInputSchema = tallyInputSchema.extend({
  fields: z.array(z.enum(facetFields)).min(1).max(facetFields.length),
});
export const timelineFacetsSchema = z.object({
  count: z.number().int().nonnegative(),
  /** Each field is counted under all terms of the filter except its own, so that an excluded value also has a count. */
  fields: z.array(
    z.object({
      field: z.enum(facetFields),
      /** Most frequent first; null: events without the field. An event with two codes counts for both. */
      values: z.array(z.object({ value: z.string().nullable(), count: z.number().int().positive() })),
    }),
  ),
  ...continuation,
});

export type TimelineFacets = z.infer<typeof timelineFacetsSchema>;

/** Edges of 1 000 bars, as many as a wide screen can show. */
const MAX_EDGES = 1_001;
export const histogramInputSchema = tallyInputSchema.extend({
  /** UTC epoch ms. Bucket N has the events received at or after edge N and before edge N + 1. */
  edges: z
    .array(z.number())
    .min(2)
    .max(MAX_EDGES)
    .refine((edges) => edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? edge)), 'ascending'),
});
export type HistogramQuery = z.infer<typeof histogramInputSchema>;
export const timelineHistogramSchema = z.object({
  outcomes: z.array(z.object({ outcome: outcomeSchema.nullable(), counts: z.array(z.number().int().nonnegative()) })),
  ...continuation,
});
export type TimelineHistogram = z.infer<typeof timelineHistogramSchema>;

const shareSchema = z.object({ hits: z.number().int().nonnegative(), of: z.number().int().nonnegative() });
const fieldValueSchema = z.object({ field: z.enum(facetFields), value: z.string() });
const valueDifferenceSchema = fieldValueSchema.extend({
  here: shareSchema,
  there: shareSchema,
  standsOut: z.boolean(),
});
const sideSchema = z.object({
  events: z.number().int().nonnegative(),
  /** UTC epoch ms. Null: from the oldest event. */
  from: z.number().nullable(),
  to: z.number(),
  /** Oldest first, within the span; without reconnects. At most `MAX_SIDE_GAPS`. */
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
  moreGaps: z.number().int().nonnegative(),
});

/** `elsewhere`: other events of the same kinds and time, of 24 h at least. `before`: the same filter and hours of earlier days. */
export const comparisons = ['elsewhere', 'before'] as const;
export type Comparison = (typeof comparisons)[number];

export const differencesInputSchema = z.object({
  watch: watchIdSchema,
  filter: filterSchema,
  /** Base of the filter's relative times, UTC epoch ms. */
  at: z.number(),
  /** Null: `elsewhere` if the filter has a term that is no time, otherwise `before`. */
  against: z.enum(comparisons).nullable(),
});
export const differencesSchema = z.object({
  against: z.enum(comparisons),
  sentence: z.string(),
  /** Selects what is compared: the filter without heartbeats and sessions, with absolute times. */
  filter: filterSchema,
  here: sideSchema,
  there: sideSchema,
  /** At most `MAX_DIFFERENCES`. Those with `standsOut` first, then by how improbable chance is. */
  values: z.array(valueDifferenceSchema),
  byDefinition: z.array(valueDifferenceSchema),
  lead: z
    .object({ values: z.array(fieldValueSchema), here: shareSchema, there: shareSchema, isOneCause: z.boolean() })
    .nullable(),
  /** False if only the newest events were compared, because texts must be read. */
  isComplete: z.boolean(),
});
export type DifferencesAnswer = z.infer<typeof differencesSchema>;

/** Marks the events from `first` to `last`, both inclusive, as seen, or as not seen if `seen` is false. */
export const markSeenInputSchema = z.object({
  ranges: z
    .array(z.object({ first: z.number().int().positive(), last: z.number().int().positive() }))
    .min(1)
    .max(2_000),
  seen: z.boolean(),
});
export type SeqRanges = z.infer<typeof markSeenInputSchema>['ranges'];

/** Max characters of raw text on the wire; the complete text is in the store (`watchfloor events`). */
export const MAX_RAW_PREVIEW_LENGTH = 1_048_576;
export const eventDetailSchema = storedEventSchema.omit({ whole: true }).extend({
  rawLength: z.number().int().nonnegative(),
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

export const coverageInputSchema = z.object({ from: z.number(), to: z.number() });
