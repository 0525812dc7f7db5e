/** Every fetched row is in the store, so the page holds only a window of them. */
import * as z from 'zod';
import { outcomeSchema } from '../domain/event/event.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { MAX_SAVED_SEARCHES, type SavedSearch, SAVED_SEARCH_LIMITS, searchEnds } from '../domain/saved-search.ts';
import { MAX_BODY_LENGTH } from '../service/search-body.ts';
import { MAX_COMPARED_IDS } from './id-comparison.ts';
import { appErrorDataSchema } from './errors.ts';

const count = z.number().int().nonnegative();
const time = z.number();

const searchStateSchema = z.discriminatedUnion('kind', [
  /** A request for one page is running. `waitsUntil`: the service asked for a wait until then (Retry-After). */
  z.object({ kind: z.literal('asking'), since: time, waitsUntil: time.nullable() }),
  z.object({ kind: z.literal('more'), goodUntil: time }),
  /** The token of the next page is too old. Continuing sends the query again and recognizes rows by their id. */
  z.object({ kind: z.literal('lapsed'), at: time }),
  z.object({ kind: z.literal('ended'), by: z.enum(searchEnds) }),
  /** *Load all*. While paused, requests a page just before the token lapses, which keeps the paging alive. */
  z.object({
    kind: z.literal('loading'),
    isPaused: z.boolean(),
    waitsUntil: time.nullable(),
    goodUntil: time.nullable(),
    rowsPerSecond: z.number().nonnegative(),
  }),
  /** The last request failed; earlier rows are kept. `request`: its number in the list of requests. */
  z.object({
    kind: z.literal('failed'),
    error: appErrorDataSchema,
    request: count.nullable(),
    /** When the token of the failed page lapses; null if there is none, or it has lapsed. */
    goodUntil: time.nullable(),
  }),
  z.object({ kind: z.literal('cancelled'), goodUntil: time.nullable() }),
  /** From an earlier run: its rows can be read, and the query can be sent again. */
  z.object({ kind: z.literal('stored'), end: z.enum(searchEnds).nullable() }),
]);
export type SearchState = z.infer<typeof searchStateSchema>;

const gapCheckSchema = z.object({
  gap: count,
  /** Subscriptions that changed within the gap and its margin; null until all are loaded and compared. */
  changed: count.nullable(),
  /** Changed subscriptions without an event; also null if none of them could be compared. */
  missed: count.nullable(),
});

const searchSummarySchema = z.object({
  id: z.string(),
  body: z.string(),
  begunAt: time,
  /** When the service last answered, which is the age of the list. Null before its first answer. */
  askedAt: time.nullable(),
  rows: count,
  totalHits: count.nullable(),
  firstTotalHits: count.nullable(),
  pages: count,
  /** How often the query was started; from 2 on the list may have shifted. */
  passes: count,
  /** Rows that came twice within a pass, because the list shifted during reading. */
  doubled: count,
  /** Rows of an earlier pass that are missing from the current one. 0 until the current pass has ended. */
  notSeenAgain: count,
  /** Rows without an id, which cannot be recognized in a later pass. */
  withoutId: count,
  state: searchStateSchema,
  gapCheck: gapCheckSchema.nullable(),
  keptUntil: time.nullable(),
});
export type SearchSummary = z.infer<typeof searchSummarySchema>;

export const notAcceptedSchema = z.object({
  kind: z.enum(['filter-type', 'filter-field', 'sort-direction', 'sort-field', 'return-field', 'property']),
  name: z.string(),
  status: z.number().int(),
  at: time,
});
export type NotAccepted = z.infer<typeof notAcceptedSchema>;

/** Request to the service, without its secrets. Lists are newest first. */
const requestSummarySchema = z.object({
  number: count,
  what: z.enum(['search', 'search-next', 'permissions']),
  search: z.string().nullable(),
  at: time,
  status: z.number().int().nullable(),
  ms: z.number().nonnegative().nullable(),
  bytes: count.nullable(),
  failure: z.string().nullable(),
});
export type RequestSummary = z.infer<typeof requestSummarySchema>;
export const MAX_LISTED_REQUESTS = 50;

export const requestDetailSchema = requestSummarySchema.extend({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  body: z.string().nullable(),
  /** Headers of the answer, in order. For those that may contain a secret, only the name. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  contentType: z.string().nullable(),
  /** Start of the answer, up to 256 kB, without the token. */
  answer: z.string(),
  answerLength: count,
});
export type RequestDetail = z.infer<typeof requestDetailSchema>;

const ofWatchSchema = z.object({ watch: watchIdSchema });
export const subscriptionsSnapshotSchema = z.object({
  /** Newest first: searches of this run and stored ones. */
  searches: z.array(searchSummarySchema),
  notAccepted: z.array(notAcceptedSchema),
  requests: z.array(requestSummarySchema).max(MAX_LISTED_REQUESTS),
});
export type SubscriptionsSnapshot = z.infer<typeof subscriptionsSnapshotSchema>;

export const startSearchInputSchema = z.object({ body: z.string().max(MAX_BODY_LENGTH) });
export const searchInputSchema = z.object({ id: z.string().max(64) });
export const loadInputSchema = searchInputSchema.extend({ how: z.enum(['go', 'pause']) });

/** Filter and order of the rows; without either, rows are in the order of arrival. */
export const rowsViewSchema = z.object({
  /** Any part of any value, ignoring case, and `failures>0`; empty for all. See `rows-find.ts`. */
  find: z.string().max(256),
  /** Field name as in `ItemField.name`, or `FAILURES_FIELD`. Numbers and times are sorted by value. */
  sort: z.object({ field: z.string().max(256), direction: z.enum(['asc', 'desc']) }).nullable(),
  /** Rows up to this ordinal, so that later rows do not move the view. */
  upTo: count,
  /** Failures of later events do not move the view. UTC epoch ms; absent: now. */
  failuresAt: time.optional(),
});
export type RowsView = z.infer<typeof rowsViewSchema>;

export const rowsInputSchema = ofWatchSchema.extend({
  ...searchInputSchema.shape,
  view: rowsViewSchema,
  from: count,
  limit: z.number().int().min(1).max(500),
  columns: z.array(z.string().max(256)).max(64),
});
export type RowsQuery = z.infer<typeof rowsInputSchema>;
const subscriptionRowSchema = z.object({
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  values: z.array(z.string().nullable()),
  /** Identifiers of all fields, by which events may name the subscription; at most 8. */
  identifiers: z.array(z.string()),
  /** True if the row is from an earlier pass and the current one has not brought it (yet). */
  isEarlier: z.boolean(),
});
export type SubscriptionRow = z.infer<typeof subscriptionRowSchema>;
export const rowsSchema = z.object({
  rows: z.array(subscriptionRowSchema),
  total: count,
});
export type RowsPage = z.infer<typeof rowsSchema>;

/** Fields of the rows, documented ones first. `rows`: number of rows with the field. */
export const fieldUsageSchema = z.array(z.object({ name: z.string(), isDocumented: z.boolean(), rows: count }));
export type FieldUsage = z.infer<typeof fieldUsageSchema>[number];

export const itemInputSchema = searchInputSchema.extend({ ordinal: z.number().int().positive() });
export const itemSchema = z.object({
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  raw: z.string(),
  receivedAt: time,
});
export type SubscriptionItem = z.infer<typeof itemSchema>;

export const failuresInputSchema = ofWatchSchema.extend({
  of: z.array(z.array(z.string().min(1).max(256)).max(8)).max(128),
  days: z.number().int().min(1).max(365),
});
export type FailuresQuery = z.infer<typeof failuresInputSchema>;
export const rowFailuresResultSchema = z.object({
  of: z.array(
    z.object({
      count,
      isAtLeast: z.boolean(),
      newest: z.array(
        z.object({
          seq: z.number().int().positive(),
          receivedAt: time,
          kind: z.string(),
          operation: z.string().nullable(),
          outcome: z.string(),
          errorCode: z.string().nullable(),
          by: z.string(),
        }),
      ),
    }),
  ),
});
export type RowFailuresResult = z.infer<typeof rowFailuresResultSchema>;

/** Finds stored subscriptions by a part of an identifier, newest searches first, each id once. */
export const findInputSchema = ofWatchSchema.extend({
  text: z.string().min(4).max(256),
  after: z.string().nullable(),
});
export const findResultSchema = z.object({
  found: z.array(
    z.object({
      search: z.string(),
      ordinal: z.number().int().positive(),
      id: z.string().nullable(),
      field: z.string(),
      value: z.string(),
      askedAt: time,
    }),
  ),
  next: z.string().nullable(),
});
export type FindResult = z.infer<typeof findResultSchema>;

export const compareInputSchema = ofWatchSchema.extend({
  id: z.string().nullable(),
  /** Must be distinct. */
  ids: z.array(z.string().min(1).max(64)).max(MAX_COMPARED_IDS),
  after: z.string().nullable(),
});
export type CompareQuery = z.infer<typeof compareInputSchema>;
export const compareResultSchema = z.object({
  found: z.array(count),
  /** For ids not found: an existing id that differs by one character. */
  near: z.array(z.object({ place: count, value: z.string() })),
  looked: count,
  next: z.string().nullable(),
});
export type CompareResult = z.infer<typeof compareResultSchema>;

export const gapInputSchema = z.object({ gap: count });
const changedRowSchema = z.object({
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  changedAt: time.nullable(),
});
/** Result of a gap's check. Lists are in the order of the change, at most 500 each; `counts` include all. */
export const gapFindingsSchema = z.object({
  search: z.string(),
  askedAt: time,
  margin: z.number().nonnegative(),
  from: time,
  to: time,
  /** Part of the margin that is due to the offset between the provider's clock and the local one. */
  clockDiffersMs: z.number(),
  counts: z.object({ changed: count, missed: count, met: count, unnamed: count }),
  missed: z.array(changedRowSchema),
  met: z.array(
    changedRowSchema.extend({
      seq: z.number().int().positive(),
      receivedAt: time,
      outcome: outcomeSchema.nullable(),
    }),
  ),
  /** Changed subscriptions without an identifier that events have: they cannot be compared. */
  unnamed: z.array(changedRowSchema),
});
export type GapFindings = z.infer<typeof gapFindingsSchema>;

const savedSearchSchema = z.object({
  id: z.string().min(1).max(SAVED_SEARCH_LIMITS.id),
  name: z.string().min(1).max(SAVED_SEARCH_LIMITS.name),
  body: z.string().max(MAX_BODY_LENGTH),
}) satisfies z.ZodType<SavedSearch>;
export const savedSearchesSchema = z.array(savedSearchSchema).max(MAX_SAVED_SEARCHES);

export const requestInputSchema = z.object({ number: count });
export const forgetNotAcceptedInputSchema = notAcceptedSchema.pick({ kind: true, name: true });
