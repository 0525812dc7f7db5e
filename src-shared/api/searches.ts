/**
 * Searches in the inventory: what is asked of the service, and what is kept of its answers. Every row that was fetched is
 * in the store, so that the page holds a window of them alone, however many they are.
 */
import * as z from 'zod';
import { outcomeSchema } from '../domain/event.ts';
import { watchIdSchema } from '../domain/identity.ts';
import {
  MAX_SAVED_SEARCHES,
  type SavedSearch,
  SAVED_SEARCH_LIMITS,
  searchEnds,
  type SearchState,
} from '../domain/saved-search.ts';
import { MAX_BODY_LENGTH } from '../service/search-body.ts';
import { MAX_COMPARED_IDS } from './id-comparison.ts';
import { appErrorDataSchema } from './errors.ts';

const count = z.number().int().nonnegative();
/** UTC epoch ms. */
const time = z.number();

const searchStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asking'), since: time, waitsUntil: time.nullable() }),
  z.object({ kind: z.literal('more'), goodUntil: time }),
  z.object({ kind: z.literal('lapsed'), at: time }),
  z.object({ kind: z.literal('ended'), by: z.enum(searchEnds) }),
  z.object({
    kind: z.literal('loading'),
    isPaused: z.boolean(),
    waitsUntil: time.nullable(),
    goodUntil: time.nullable(),
    rowsPerSecond: z.number().nonnegative(),
  }),
  z.object({
    kind: z.literal('failed'),
    error: appErrorDataSchema,
    request: count.nullable(),
    goodUntil: time.nullable(),
  }),
  z.object({ kind: z.literal('cancelled'), goodUntil: time.nullable() }),
  z.object({ kind: z.literal('stored'), end: z.enum(searchEnds).nullable() }),
]) satisfies z.ZodType<SearchState>;

/** What is known of a gap's *Check inventory*, beside its search. */
const gapCheckSchema = z.object({
  /** Id of the gap. */
  gap: count,
  /** Subscriptions that changed in its span, with the margin; `null` until all of them are loaded and compared. */
  changed: count.nullable(),
  /** Of them, those for which no event came; `null` where none of them could be compared, too. */
  missed: count.nullable(),
});

const searchSummarySchema = z.object({
  id: z.string(),
  /** As it was sent, without `after`. */
  body: z.string(),
  begunAt: time,
  /** When the service last answered: the age of what is listed. `null` before its first answer. */
  askedAt: time.nullable(),
  /** Kept here; their ordinals are 1 to this. */
  rows: count,
  /** As the service counted last, and first; `null` where it did not say. */
  totalHits: count.nullable(),
  firstTotalHits: count.nullable(),
  pages: count,
  /** How often the query was begun; from 2 on the list may have shifted. */
  passes: count,
  /** Rows that came twice within a pass: the list shifted while it was read. */
  doubled: count,
  /** Rows of an earlier pass that the present one, which is at its end, did not bring. */
  notSeenAgain: count,
  /** Rows without an id: they cannot be known again. */
  withoutId: count,
  state: searchStateSchema,
  gapCheck: gapCheckSchema.nullable(),
  /** When it is removed; `null`: it never is. */
  keptUntil: time.nullable(),
});
export type SearchSummary = z.infer<typeof searchSummarySchema>;

/** What the service refused, remembered for the profile. */
export const notAcceptedSchema = z.object({
  /** As in `UndocumentedPart`. */
  kind: z.enum(['filter-type', 'filter-field', 'sort-direction', 'sort-field', 'return-field', 'property']),
  name: z.string(),
  status: z.number().int(),
  at: time,
});
export type NotAccepted = z.infer<typeof notAcceptedSchema>;

/** One request to the service, without its secrets; newest first in lists. */
const requestSummarySchema = z.object({
  number: count,
  what: z.enum(['search', 'search-next', 'permissions']),
  /** Id of the search that it was sent for; `null` for permissions. */
  search: z.string().nullable(),
  at: time,
  /** `null` while it is under way, and where there was no answer. */
  status: z.number().int().nullable(),
  /** From sending it to the whole answer; `null` while it is under way. */
  ms: z.number().nonnegative().nullable(),
  /** Of the answer. */
  bytes: count.nullable(),
  /** Of the network, where there was no answer: `ECONNREFUSED`; `CANCELLED`. */
  failure: z.string().nullable(),
});
export type RequestSummary = z.infer<typeof requestSummarySchema>;
export const MAX_LISTED_REQUESTS = 50;

export const requestDetailSchema = requestSummarySchema.extend({
  method: z.enum(['GET', 'POST']),
  /** Whole, as it was asked. */
  url: z.string(),
  body: z.string().nullable(),
  /** Of the answer, in their order; of those that may hold a secret the name alone. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  contentType: z.string().nullable(),
  /** Of the answer, up to 256 kB of it, without the token. */
  answer: z.string(),
  /** Characters of the whole. */
  answerLength: count,
});
export type RequestDetail = z.infer<typeof requestDetailSchema>;

export const subscriptionsInputSchema = z.object({ watch: watchIdSchema });
export const subscriptionsSnapshotSchema = z.object({
  /** Newest first; those of this run and those that are stored. */
  searches: z.array(searchSummarySchema),
  notAccepted: z.array(notAcceptedSchema),
  requests: z.array(requestSummarySchema).max(MAX_LISTED_REQUESTS),
});
export type SubscriptionsSnapshot = z.infer<typeof subscriptionsSnapshotSchema>;

export const startSearchInputSchema = subscriptionsInputSchema.extend({ body: z.string().max(MAX_BODY_LENGTH) });
export const searchInputSchema = subscriptionsInputSchema.extend({ id: z.string().max(64) });
export const loadInputSchema = searchInputSchema.extend({ how: z.enum(['go', 'pause']) });

/** What is shown of the rows, and in which order; without either it is the order in which they came. */
export const rowsViewSchema = z.object({
  /** Any piece of any value, in any case; empty: all. */
  find: z.string().max(256),
  /** Field name as in `ItemField.name`; numbers and times by their value. */
  sort: z.object({ field: z.string().max(256), direction: z.enum(['asc', 'desc']) }).nullable(),
  /** Rows up to this ordinal: what is loaded meanwhile moves nothing. */
  upTo: count,
});
export type RowsView = z.infer<typeof rowsViewSchema>;

export const rowsInputSchema = searchInputSchema.extend({
  view: rowsViewSchema,
  /** Rank in the view, from 0. */
  from: count,
  limit: z.number().int().min(1).max(500),
  /** Field names; the values come in this order. */
  columns: z.array(z.string().max(256)).max(64),
});
export type RowsQuery = z.infer<typeof rowsInputSchema>;
const subscriptionRowSchema = z.object({
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  values: z.array(z.string().nullable()),
  /** The present pass did not bring it (yet): it is of an earlier one. */
  isEarlier: z.boolean(),
});
export type SubscriptionRow = z.infer<typeof subscriptionRowSchema>;
export const rowsSchema = z.object({
  rows: z.array(subscriptionRowSchema),
  /** Rows of the view. */
  total: count,
});
export type RowsPage = z.infer<typeof rowsSchema>;

/** Which fields the rows have, documented first; `rows`: how many have it. */
export const fieldUsageSchema = z.array(z.object({ name: z.string(), isDocumented: z.boolean(), rows: count }));
export type FieldUsage = z.infer<typeof fieldUsageSchema>[number];

export const itemInputSchema = searchInputSchema.extend({ ordinal: z.number().int().positive() });
export const itemSchema = z.object({
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  /** JSON text as it was received. */
  raw: z.string(),
  receivedAt: time,
});
export type SubscriptionItem = z.infer<typeof itemSchema>;

/** Which stored events name one of these identifiers, the failed and partial ones of the last `days`. */
export const failuresInputSchema = subscriptionsInputSchema.extend({
  /** Of each row; at most 128 rows with 8 identifiers each. */
  of: z.array(z.array(z.string().min(1).max(256)).max(8)).max(128),
  days: z.number().int().min(1).max(365),
});
export type FailuresQuery = z.infer<typeof failuresInputSchema>;
export const rowFailuresResultSchema = z.object({
  /** One for each of the question, in its order. */
  of: z.array(
    z.object({
      count,
      /** `count` is at least this. */
      isAtLeast: z.boolean(),
      /** The newest, at most 5. */
      newest: z.array(
        z.object({
          seq: z.number().int().positive(),
          receivedAt: time,
          kind: z.string(),
          operation: z.string().nullable(),
          outcome: z.string(),
          errorCode: z.string().nullable(),
          /** By which identifier it was found. */
          by: z.string(),
        }),
      ),
    }),
  ),
});
export type RowFailuresResult = z.infer<typeof rowFailuresResultSchema>;

/** Subscriptions by a piece of an identifier among what is stored, newest searches first, each id once. */
export const findInputSchema = subscriptionsInputSchema.extend({
  text: z.string().min(4).max(256),
  /** As `next` of the piece before. */
  after: z.string().nullable(),
});
export type FindQuery = z.infer<typeof findInputSchema>;
export const findResultSchema = z.object({
  found: z.array(
    z.object({
      search: z.string(),
      ordinal: z.number().int().positive(),
      id: z.string().nullable(),
      /** In which the text stands. */
      field: z.string(),
      value: z.string(),
      /** When the service said so. */
      askedAt: time,
    }),
  ),
  /** Where to go on; `null` where all was looked at. */
  next: z.string().nullable(),
});
export type FindResult = z.infer<typeof findResultSchema>;

export const compareInputSchema = subscriptionsInputSchema.extend({
  /** `null`: all that is stored. */
  id: z.string().nullable(),
  /** Distinct. */
  ids: z.array(z.string().min(1).max(64)).max(MAX_COMPARED_IDS),
  after: z.string().nullable(),
});
export type CompareQuery = z.infer<typeof compareInputSchema>;
export const compareResultSchema = z.object({
  /** Places in `ids` of those that this piece found. */
  found: z.array(count),
  /** Of others, an id that exists and differs by one character. */
  near: z.array(z.object({ place: count, value: z.string() })),
  /** Rows that this piece looked at. */
  looked: count,
  next: z.string().nullable(),
});
export type CompareResult = z.infer<typeof compareResultSchema>;

export const checkGapInputSchema = subscriptionsInputSchema.extend({ gap: count });
const changedRowSchema = z.object({
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  /** `lastModifiedAt`; `null` where it is none. */
  changedAt: time.nullable(),
});
/** What a gap's check found: lists in the order of the change, at most 500 of each; `counts` are of all. */
export const gapFindingsSchema = z.object({
  search: z.string(),
  /** When the service answered. */
  askedAt: time,
  /** On both sides of the gap. */
  margin: z.number().nonnegative(),
  /** What was asked for, with the margin, UTC epoch ms. */
  from: time,
  to: time,
  /** The part of the margin that is there because the provider's clock differs from ours. */
  clockDiffersMs: z.number(),
  counts: z.object({ changed: count, missed: count, met: count, unnamed: count }),
  /** No event names them. */
  missed: z.array(changedRowSchema),
  /** With the event, of those that name it, that is nearest to the change. */
  met: z.array(
    changedRowSchema.extend({
      seq: z.number().int().positive(),
      receivedAt: time,
      outcome: outcomeSchema.nullable(),
    }),
  ),
  /** The service gave no identifier of them that events have: they cannot be compared. */
  unnamed: z.array(changedRowSchema),
});
export type GapFindings = z.infer<typeof gapFindingsSchema>;

const savedSearchSchema = z.object({
  id: z.string().min(1).max(SAVED_SEARCH_LIMITS.id),
  name: z.string().min(1).max(SAVED_SEARCH_LIMITS.name),
  body: z.string().max(MAX_BODY_LENGTH),
}) satisfies z.ZodType<SavedSearch>;
export const savedSearchesSchema = z.array(savedSearchSchema).max(MAX_SAVED_SEARCHES);
export const putSearchesInputSchema = subscriptionsInputSchema.extend({ searches: savedSearchesSchema.min(1) });
export const removeSearchInputSchema = subscriptionsInputSchema.extend({ id: z.string() });

export const requestInputSchema = subscriptionsInputSchema.extend({ number: count });
export const forgetNotAcceptedInputSchema = subscriptionsInputSchema.extend(
  notAcceptedSchema.pick({ kind: true, name: true }).shape,
);
