/** What failed and what becomes of it, as a page asks: the board, groups, cases, requests, and what people do about them. */
import * as z from 'zod';
import {
  attemptSchema,
  caseKeySchema,
  causeKeySchema,
  causeSchema,
  consequenceKinds,
  evidences,
  localizationSteps,
} from '../domain/case.ts';
import { authorSchema, actionEntrySchema, actionSchema, ACTION_LIMITS, muteEndSchema } from '../domain/action.ts';
import { outcomeSchema } from '../domain/event.ts';
import { watchIdSchema } from '../domain/identity.ts';

const count = z.number().int().nonnegative();

/** Of a case: a localization of one eUICC, or a request. A row of a list. */
const caseSummarySchema = z.object({
  key: caseKeySchema,
  kind: z.enum(['localization', 'request']),
  /** Its group; also of one that ended: of its last failure. `null`: it never failed. */
  cause: causeKeySchema.nullable(),
  consequence: z.enum(consequenceKinds).nullable(),
  /** Of its last attempt. */
  outcome: outcomeSchema,
  /** Attempts so far; 1 for a request. */
  attempt: z.number().int().positive(),
  eid: z.string().nullable(),
  requestId: z.string().nullable(),
  operation: z.string().nullable(),
  errorCode: z.string().nullable(),
  iccid: z.string().nullable(),
  countryCode: z.string().nullable(),
  steps: z.array(z.object({ step: z.enum(localizationSteps), evidence: z.enum(evidences), weak: z.boolean() })),
  weakenedByGap: z.boolean(),
  firstSeq: z.number().int().positive(),
  lastSeq: z.number().int().positive(),
  /** Our clock, UTC epoch ms. */
  firstAt: z.number(),
  lastAt: z.number(),
  /** It needs somebody: failed, partial or unknown since then, not ended well and not done; `null`: it does not. */
  openedAt: z.number().nullable(),
  /** When it stopped being so; `null` while it is, and where it never was. */
  endedAt: z.number().nullable(),
  /** How it stopped being so. */
  ended: z.enum(['well', 'done']).nullable(),
  /** It failed again after it had ended well, or was done. */
  isBack: z.boolean(),
  /** Its own, else its group's. */
  owner: authorSchema.nullable(),
  ownedAt: z.number().nullable(),
  mute: muteEndSchema.nullable(),
  /** When it is to be looked at again; UTC epoch ms. */
  remindAt: z.number().nullable(),
  ticket: z.string().nullable(),
  /** Of a request; `null` where the event does not say. */
  request: z
    .object({
      type: z.string().nullable(),
      size: count.nullable(),
      completed: count.nullable(),
      failed: count.nullable(),
      /** Counters, list and size agree; `false`: they do not, or something is missing. */
      consistent: z.boolean(),
      createdBy: z.string().nullable(),
      /** TARGET_SUBSCRIPTION_STATE or …_PACKAGE, where all resources have the same. */
      target: z.string().nullable(),
      /** `timeCreated`, exact: "2026-11-21T12:47:31.882000000Z"; `null` where it does not say. */
      createdAt: z.string().nullable(),
    })
    .nullable(),
});
export type CaseSummary = z.infer<typeof caseSummarySchema>;

/** What most of a group share, as facts and counts; words are the page's. */
const sharedFactorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('country'), country: z.string() }),
  /** All failed within this time. */
  z.object({ kind: z.literal('within'), ms: z.number() }),
  /** So many of them have one inner error code. */
  z.object({ kind: z.literal('code'), code: z.string(), count }),
  /** Their ICCIDs begin alike. */
  z.object({ kind: z.literal('iccid'), prefix: z.string() }),
  /** The group was not seen before this, UTC epoch ms. */
  z.object({ kind: z.literal('first-seen'), at: z.number() }),
]);
export type SharedFactor = z.infer<typeof sharedFactorSchema>;

const groupStatuses = ['new', 'ongoing', 'waiting', 'back', 'ended'] as const;

/** A failure group: cases that are open for the same cause. */
const failureGroupSchema = z.object({
  key: causeKeySchema,
  cause: causeSchema,
  consequence: z.enum(consequenceKinds),
  /** What mark it has: the outcome of its newest case; of requests with counts, `failed` only if each resource failed. */
  outcome: outcomeSchema,
  /** Cases that are open. */
  open: count,
  /** Of requests: failed resources, and all resources of them. */
  failedResources: count,
  resources: count,
  /** Most first, at most eight; `others` counts those of further countries, and those without one. */
  countries: z.array(z.object({ country: z.string(), count })),
  others: count,
  /** When the oldest of them opened, and when the newest failure came; our clock, UTC epoch ms. */
  firstAt: z.number(),
  lastAt: z.number(),
  /**
   * `back`: all had ended before, or somebody said done. `new`: nobody has taken it. `waiting`: somebody has, and nothing
   * came for an hour. `ended`: nothing of it is open.
   */
  status: z.enum(groupStatuses),
  /** Open cases by owner, most first; `null`: nobody's. */
  owners: z.array(z.object({ owner: authorSchema.nullable(), count })),
  mute: muteEndSchema.nullable(),
  remindAt: z.number().nullable(),
  /** Where nobody has touched it for long though it is owned; UTC epoch ms of what was done last. */
  waitingSince: z.number().nullable(),
  /** Failures over time, `stepMs` each, from `from`. */
  spark: z.object({ from: z.number(), stepMs: z.number().positive(), counts: z.array(count) }),
  shared: z.array(sharedFactorSchema),
  /** What the provider says most often, and on how many of them. */
  provider: z
    .object({ sentence: z.string().nullable(), code: z.string().nullable(), type: z.string().nullable(), count })
    .nullable(),
  /** Where it is one alone: which. */
  only: caseSummarySchema.nullable(),
  /** At least `STORM.cases` within `STORM.ms`, the last of them not long ago. */
  isStorm: z.boolean(),
});
export type FailureGroup = z.infer<typeof failureGroupSchema>;

/** Ours, to be tried in use. */
export const STORM = { cases: 20, ms: 600_000 };
export const MAX_GROUPS = 200;

/** Everything that needs somebody, at one moment. */
export const boardSchema = z.object({
  /** Backend's wall clock. */
  at: z.number(),
  /** Events up to this seq were taken. */
  upTo: count,
  /** Stored events behind it, not taken yet: while there are any, nobody may say that all is well. */
  behind: count,
  /** Open localizations that failed, open requests of which all failed, and what is not known of either. */
  failures: count,
  byOwner: z.array(z.object({ owner: authorSchema.nullable(), count })),
  eids: count,
  /** Of `eids`, by consequence. */
  byConsequence: z.array(z.object({ consequence: z.enum(consequenceKinds), count })),
  partialRequests: count,
  failedResources: count,
  resources: count,
  /** Open localizations, and open requests: what the rail shows. */
  localizations: count,
  requests: count,
  /** By consequence, then the oldest first; muted ones last. At most `MAX_GROUPS`. */
  groups: z.array(failureGroupSchema),
  /** Groups beyond them. */
  moreGroups: count,
  /** In the last 24 hours. */
  endedWell: count,
  /** Of the whole store: cases that are muted, and those that are done. */
  muted: count,
});
export type Board = z.infer<typeof boardSchema>;

export const casesInputSchema = z.object({ watch: watchIdSchema });

/** What it was sorted by, and three numbers of its last row. */
const PAGE_CURSOR = /^(?:newest|worst|waiting):\[-?\d{1,16},-?\d{1,16},-?\d{1,16}\]$/;

export const caseListInputSchema = z
  .object({
    watch: watchIdSchema,
    kind: z.enum(['localization', 'request']),
    /** `well`: those that ended so since `since`. `all`: also what is in progress, and what never failed. */
    of: z.enum(['open', 'well', 'done', 'all']),
    cause: causeKeySchema.nullable(),
    /**
     * Words that all hold: a piece of EID, ICCID, request id, code, operation, country; `outcome:partial`, `code:73`,
     * `target:PAUSE`, `by:r.albrecht`, `country:NO`, `owner:ines`, `owner:nobody`; empty: everything.
     */
    find: z.string().max(1_024),
    since: z.number().nullable(),
    /** `newest`: by last event. `worst`: by consequence, then the oldest. `waiting`: owned, untouched longest first. */
    sort: z.enum(['newest', 'worst', 'waiting']),
    /** As the page before gave it; `null`: from the beginning. */
    after: z.string().nullable(),
    limit: z.number().int().min(1).max(500),
  })
  .refine(({ sort, after }) => after === null || (PAGE_CURSOR.test(after) && after.startsWith(`${sort}:`)), {
    path: ['after'],
    message: 'names no page of this order: it is as the page before gave it',
  });
export type CaseListQuery = z.infer<typeof caseListInputSchema>;
export const caseListSchema = z.object({
  cases: z.array(caseSummarySchema),
  next: z.string().nullable(),
  /** Of all pages together. */
  total: count,
});
export type CaseList = z.infer<typeof caseListSchema>;

export const caseInputSchema = z.object({ watch: watchIdSchema, key: caseKeySchema });
const providerWordSchema = z.object({
  sentence: z.string().nullable(),
  code: z.string().nullable(),
  type: z.string().nullable(),
  count,
});
/** The document's advice: retry; retry after some minutes; ask the provider's support. */
const adviceStageSchema = z.object({
  stage: z.enum(['retry', 'wait', 'provider']),
  /** `due`: the next thing to do. `running`: a reminder counts down. `failed`: it was tried, and failed again. */
  state: z.enum(['open', 'due', 'running', 'done', 'failed']),
  /** When, and by whom (`null`: a new event of this EID told it). */
  at: z.number().nullable(),
  by: authorSchema.nullable(),
});
export type AdviceStage = z.infer<typeof adviceStageSchema>;

export const caseDetailSchema = z.object({
  summary: caseSummarySchema,
  /** Newest first, at most 50; `attempts` of the summary counts all. */
  attempts: z.array(attemptSchema),
  /** What the provider says of the last failure, all of it, in its own words. */
  provider: z.array(providerWordSchema),
  /** Empty for a request, and where nothing failed. */
  advice: z.array(adviceStageSchema),
  /** What people did about it, and about its group meanwhile; newest first. */
  facts: z.array(actionEntrySchema),
  /** Further facts, older ones. */
  moreFacts: count,
});
export type CaseDetail = z.infer<typeof caseDetailSchema>;

/** `subjects`: cases and groups; of a group all cases that are open are meant, and those that join it. */
export const actionInputSchema = z.object({
  watch: watchIdSchema,
  author: authorSchema,
  subjects: z
    .array(z.union([caseKeySchema, causeKeySchema]))
    .min(1)
    .max(10_000),
  deed: actionSchema,
  text: z.string().max(ACTION_LIMITS.text),
  /** `upTo` of the board that is seen: what failed behind it is not meant; left out: all that was taken. */
  seenSeq: count.optional(),
});
export type ActionRequest = z.infer<typeof actionInputSchema>;

/** Of one request, as its newest event says it. */
export const changeRequestDetailSchema = z.object({
  key: caseKeySchema,
  seq: z.number().int().positive(),
  operation: z.string().nullable(),
  /** The envelope's state, and that of the request: they need not agree. */
  state: z.string().nullable(),
  requestState: z.string().nullable(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  /** Exact to the nanosecond, ISO 8601 UTC. */
  timeCreated: z.string().nullable(),
  lastUpdated: z.string().nullable(),
  /** `null`: not said, or not readable. */
  counters: z
    .object({
      completed: count.nullable(),
      failed: count.nullable(),
      rejected: count.nullable(),
      canceled: count.nullable(),
      pending: count.nullable(),
      inProgress: count.nullable(),
    })
    .nullable(),
  size: count.nullable(),
  listed: count,
  /** Resources that neither counters nor list account for; `null`: nobody knows. */
  unaccounted: count.nullable(),
  /** Where the event says two things that cannot both be true, in words. */
  contradictions: z.array(z.string()),
  /** Every distinct target of its resources, most first. */
  targets: z.array(z.object({ type: z.string(), value: z.string(), count })),
  /** Why resources failed: counted, most first. */
  causes: z.array(
    z.object({
      type: z.string().nullable(),
      code: z.string().nullable(),
      count,
      /** What the provider says, most often first, at most five. */
      sentences: z.array(z.string()),
    }),
  ),
});
export type ChangeRequestDetail = z.infer<typeof changeRequestDetailSchema>;

export const resourcesInputSchema = z.object({
  watch: watchIdSchema,
  key: caseKeySchema,
  /** Of the failed ones alone, or of all. */
  failed: z.boolean(),
  /** Of this error alone (`type`/`code` as in `causes`); `null`: any. */
  cause: z.object({ type: z.string().nullable(), code: z.string().nullable() }).nullable(),
  from: count,
  limit: z.number().int().min(1).max(500),
});
export type ResourcesQuery = z.infer<typeof resourcesInputSchema>;
const requestResourceSchema = z.object({
  /** Its place in the event, from 0. */
  place: count,
  resourceId: z.string().nullable(),
  state: z.string().nullable(),
  failed: z.boolean(),
  code: z.string().nullable(),
  type: z.string().nullable(),
  sentence: z.string().nullable(),
  imsi: z.string().nullable(),
  msisdn: z.string().nullable(),
  iccid: z.string().nullable(),
  target: z.string().nullable(),
});
export type RequestResource = z.infer<typeof requestResourceSchema>;
export const resourcesPageSchema = z.object({ resources: z.array(requestResourceSchema), total: count });
export type ResourcesPage = z.infer<typeof resourcesPageSchema>;
