import * as z from 'zod';
import {
  attemptSchema,
  caseKeySchema,
  causeKeySchema,
  causeSchema,
  consequenceKinds,
  evidences,
  localizationSteps,
} from '../domain/cases/case.ts';
import {
  actionEntrySchema,
  actionIdSchema,
  authorSchema,
  muteEndSchema,
  typedAuthorSchema,
  undoableActionSchema,
} from '../domain/cases/action.ts';
import { MAX_CAUSE_KEY_LENGTH } from '../domain/cases/case-keys.ts';
import { caseFields } from '../domain/cases/case-search-terms.ts';
import { deadlineKinds } from '../domain/cases/deadline.ts';
import { ACTION_LIMITS } from '../domain/cases/action-limits.ts';
import { outcomeSchema } from '../domain/event/event.ts';
import { watchIdSchema } from '../domain/identity.ts';

const count = z.number().int().nonnegative();

export const caseSummarySchema = z.object({
  key: caseKeySchema,
  kind: z.enum(['localization', 'request']),
  /** Key of its failure group; for an ended case, the group of its last failure. Null if it never failed. */
  cause: causeKeySchema.nullable(),
  consequence: z.enum(consequenceKinds).nullable(),
  outcome: outcomeSchema,
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
  firstAt: z.number(),
  lastAt: z.number(),
  /** When the case opened. Null if its last outcome succeeded, or it has ended. */
  openedAt: z.number().nullable(),
  /** When the case ended; null while it is open or if it was never open. */
  endedAt: z.number().nullable(),
  ended: z.enum(['well', 'done']).nullable(),
  endedBy: authorSchema.nullable(),
  /** False also for a done case that succeeded afterwards. */
  canReopen: z.boolean(),
  isBack: z.boolean(),
  /** Owner of the case, otherwise of its group. */
  owner: authorSchema.nullable(),
  ownedAt: z.number().nullable(),
  mute: muteEndSchema.nullable(),
  remindAt: z.number().nullable(),
  ticket: z.string().nullable(),
  request: z
    .object({
      type: z.string().nullable(),
      size: count.nullable(),
      completed: count.nullable(),
      failed: count.nullable(),
      /** True if counters, list and size are present and agree. */
      consistent: z.boolean(),
      company: z.string().nullable(),
      createdBy: z.string().nullable(),
      target: z.string().nullable(),
      createdAt: z.string().nullable(),
    })
    .nullable(),
});
export type CaseSummary = z.infer<typeof caseSummarySchema>;

const sharedFactorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('country'), country: z.string() }),
  z.object({ kind: z.literal('within'), ms: z.number() }),
  /** The most frequent code. `others`: at most seven, most frequent first; a case may have several codes. */
  z.object({
    kind: z.literal('code'),
    code: z.string(),
    count,
    others: z.array(z.object({ code: z.string(), count })),
  }),
  z.object({ kind: z.literal('iccid'), prefix: z.string() }),
  z.object({ kind: z.literal('first-seen'), at: z.number() }),
]);
export type SharedFactor = z.infer<typeof sharedFactorSchema>;

const providerWordSchema = z.object({
  sentence: z.string().nullable(),
  code: z.string().nullable(),
  type: z.string().nullable(),
  count,
});

const groupStatuses = ['new', 'ongoing', 'overdue', 'back', 'ended'] as const;

const failureGroupSchema = z.object({
  key: causeKeySchema,
  cause: causeSchema,
  consequence: z.enum(consequenceKinds),
  /** Outcome of the newest case, for the mark. For requests with counts, `failed` only if every resource failed. */
  outcome: outcomeSchema,
  open: count,
  failedResources: count,
  resources: count,
  /** Largest first, at most eight. `others`: cases from further countries or without a country. */
  countries: z.array(z.object({ country: z.string(), count })),
  others: count,
  firstAt: z.number(),
  lastAt: z.number(),
  /** `back`: all cases had ended before, or the group was done. `new`: no owner. `overdue`: its deadline is over. */
  status: z.enum(groupStatuses),
  owners: z.array(z.object({ owner: authorSchema.nullable(), count })),
  mute: muteEndSchema.nullable(),
  remindAt: z.number().nullable(),
  /** The deadline that runs out first. Null if there is none, and while the group is muted. */
  deadline: z.object({ kind: z.enum(deadlineKinds), at: z.number() }).nullable(),
  /** Failures of the last hour. */
  lastHour: count,
  spark: z.object({ from: z.number(), stepMs: z.number().positive(), counts: z.array(count) }),
  shared: z.array(sharedFactorSchema),
  /** Newest message of the provider with the most frequent code, and number of cases that have this code. */
  provider: providerWordSchema.nullable(),
  only: caseSummarySchema.nullable(),
  /** True if at least `STORM.cases` failed within `STORM.ms`, the last of them recently. */
  isStorm: z.boolean(),
});
export type FailureGroup = z.infer<typeof failureGroupSchema>;

/** Our own limits, still to be tested in use. */
export const STORM = { cases: 20, ms: 600_000 };
export const boardSchema = z.object({
  at: z.number(),
  upTo: count,
  /** Stored events that are not processed yet. While there are any, the page must not report that all is well. */
  behind: count,
  /** Open failed localizations, requests in which every resource failed, and cases with an unknown outcome. */
  failures: count,
  /** Open cases of each owner, by kind. */
  byOwner: z.array(z.object({ owner: authorSchema.nullable(), localizations: count, requests: count })),
  eids: count,
  byConsequence: z.array(z.object({ consequence: z.enum(consequenceKinds), count })),
  partialRequests: count,
  failedResources: count,
  resources: count,
  localizations: count,
  requests: count,
  /** By consequence, then those with most failures in the last hour, then oldest first; muted groups last. */
  groups: z.array(failureGroupSchema),
  moreGroups: count,
  endedWell: count,
  muted: count,
});
export type Board = z.infer<typeof boardSchema>;

const PAGE_CURSOR = /^(?:newest|worst|waiting):\[-?\d{1,16},-?\d{1,16},-?\d{1,16}\]$/;

const listedCasesSchema = z.object({
  watch: watchIdSchema,
  kind: z.enum(['localization', 'request']),
  /** `well`, `done`: ended so since `since`. `all`: includes cases in progress and cases that never failed. */
  of: z.enum(['open', 'well', 'done', 'all']),
  cause: causeKeySchema.nullable(),
  /**
   * Terms that must all match: part of an id, code or country; `outcome:partial`, `user:r.albrecht`, `owner:nobody`,
   * `consequence:unusable,reachable`, `is:open`, `is:recovered`, `is:done`, `failed:FROM..TO`, and `FIELD:=VALUE` for
   * the complete value of a field or `FIELD:!=VALUE` for any other.
   */
  find: z.string().max(MAX_CAUSE_KEY_LENGTH + 1_024),
  since: z.number().nullable(),
});
export type ListedCases = Omit<z.infer<typeof listedCasesSchema>, 'watch'>;
export const caseListInputSchema = listedCasesSchema
  .extend({
    /** `worst`: by consequence, then oldest first. `waiting`: owned, longest without an action first. */
    sort: z.enum(['newest', 'worst', 'waiting']),
    after: z.string().nullable(),
    limit: z.number().int().min(1).max(500),
  })
  .refine(({ sort, after }) => after === null || (PAGE_CURSOR.test(after) && after.startsWith(`${sort}:`)), {
    path: ['after'],
    message: 'must be the cursor that the page before returned, for this order',
  });
export type CaseListQuery = z.infer<typeof caseListInputSchema>;
export const caseListSchema = z.object({
  cases: z.array(caseSummarySchema),
  next: z.string().nullable(),
  total: count,
  /** First page of requests: those that match all terms except the outcome's. Otherwise null. */
  outcomes: z.array(z.object({ outcome: outcomeSchema, count })).nullable(),
});
export type CaseList = z.infer<typeof caseListSchema>;

export const caseValuesInputSchema = listedCasesSchema.extend({
  by: z.enum(caseFields),
  /** A second field: each pair of values is counted. */
  across: z.enum(caseFields).nullable(),
});
export type CaseValuesQuery = z.infer<typeof caseValuesInputSchema>;
const fieldValue = z.string().nullable();
/** Null counts the cases without a value; `across` is null too if no second field was asked for. */
export const caseValuesSchema = z.array(
  z.object({ value: fieldValue, across: fieldValue, count, failedResources: count }),
);
export type ValueCount = z.infer<typeof caseValuesSchema>[number];

export const groupCourseInputSchema = listedCasesSchema;
/** When the cases of a list failed for their present cause. Each count is one of cases, which `failed:FROM..TO` lists. */
export const groupCourseSchema = z.object({
  /** Start of the first bar, UTC epoch ms. */
  from: z.number(),
  stepMs: z.number().positive(),
  counts: z.array(count),
  /** Newest first. */
  episodes: z.array(
    z.object({
      /** First and last failure. */
      from: z.number(),
      to: z.number(),
      count,
      isStorm: z.boolean(),
      /** More than one for the last, which sums up the earlier ones. */
      episodes: z.number().int().positive(),
      /** Time between them that was not watched. */
      blindMs: z.number(),
    }),
  ),
});
export type GroupCourse = z.infer<typeof groupCourseSchema>;

export const caseInputSchema = z.object({ key: caseKeySchema });
const adviceStageSchema = z.object({
  stage: z.enum(['retry', 'wait', 'provider']),
  /** `due`: the next step. `running`: a reminder is counting down. `failed`: tried, and failed again. */
  state: z.enum(['open', 'due', 'running', 'done', 'failed']),
  /** Time and operator of the step. `by` is null if an event of this EID showed it. */
  at: z.number().nullable(),
  by: authorSchema.nullable(),
});
export type AdviceStage = z.infer<typeof adviceStageSchema>;

const caseActionSchema = actionEntrySchema.extend({
  /** The log of the team does not have the action yet. */
  isSending: z.exactOptional(z.literal(true)),
});
export type CaseAction = z.infer<typeof caseActionSchema>;

export const caseDetailSchema = z.object({
  summary: caseSummarySchema,
  /** Newest first, at most 50; `attempt` of the summary is the total. */
  attempts: z.array(attemptSchema),
  provider: z.array(providerWordSchema),
  advice: z.array(adviceStageSchema),
  actions: z.array(caseActionSchema),
  moreActions: count,
});
export type CaseDetail = z.infer<typeof caseDetailSchema>;

/** The typed name; null if the user relies on being signed in. A person who signed in takes precedence. */
const requestAuthorSchema = typedAuthorSchema.nullable();

/** A group means its open cases and those that join it later; for `reopen`, those done in the last 24 hours. */
export const actionInputSchema = z.object({
  watch: watchIdSchema,
  author: requestAuthorSchema,
  subjects: z
    .array(z.union([caseKeySchema, causeKeySchema]))
    .min(1)
    .max(10_000),
  what: undoableActionSchema,
  text: z.string().max(ACTION_LIMITS.text),
  /** `upTo` of the board that the user saw: the action does not apply to later failures. */
  seenSeq: count.optional(),
});
export type ActionRequest = z.infer<typeof actionInputSchema>;

export const recordedActionsSchema = z.object({ actions: z.array(actionIdSchema) });
export type RecordedActions = z.infer<typeof recordedActionsSchema>;
export const undoInputSchema = recordedActionsSchema.extend({ watch: watchIdSchema, author: requestAuthorSchema });
export type UndoRequest = z.infer<typeof undoInputSchema>;
/** `by`: the last operator who acted since, if any. `not-known`: the log of the team has not placed the undo yet. */
export const undoneSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('undone') }),
  z.object({
    kind: z.literal('partly'),
    undone: z.number().int().nonnegative(),
    of: z.number().int().positive(),
    by: z.string().nullable(),
  }),
  z.object({ kind: z.literal('nothing'), by: z.string().nullable() }),
  z.object({ kind: z.literal('not-known') }),
]);
export type Undone = z.infer<typeof undoneSchema>;

export const changeRequestDetailSchema = z.object({
  key: caseKeySchema,
  seq: z.number().int().positive(),
  operation: z.string().nullable(),
  state: z.string().nullable(),
  requestState: z.string().nullable(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  timeCreated: z.string().nullable(),
  lastUpdated: z.string().nullable(),
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
  /** Resources that neither the counters nor the list include; null if not known. */
  unaccounted: count.nullable(),
  contradictions: z.array(z.string()),
  targets: z.array(z.object({ type: z.string(), value: z.string(), count })),
  causes: z.array(
    z.object({
      type: z.string().nullable(),
      code: z.string().nullable(),
      count,
      sentences: z.array(z.string()),
    }),
  ),
});
export type ChangeRequestDetail = z.infer<typeof changeRequestDetailSchema>;

export const resourcesInputSchema = z.object({
  watch: watchIdSchema,
  key: caseKeySchema,
  failed: z.boolean(),
  cause: z.object({ type: z.string().nullable(), code: z.string().nullable() }).nullable(),
  from: count,
  limit: z.number().int().min(1).max(500),
});
export type ResourcesQuery = z.infer<typeof resourcesInputSchema>;
const requestResourceSchema = z.object({
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
