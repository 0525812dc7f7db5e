/** Rates of a span, and the past of a cause. What counts is in `docs/quality.md`. */
import * as z from 'zod';
import { authorSchema } from '../../domain/cases/action.ts';
import { caseKeySchema, causeKeySchema } from '../../domain/cases/case.ts';
import { countedEndings, endings } from '../../domain/quality/ending.ts';
import {
  pastPeriodSchema,
  pastRecoverySchema,
  qualityFields,
  qualityLineSchema,
  retryResultSchema,
  watchedTimeSchema,
} from '../../domain/quality/quality-schemas.ts';
import { RETRY_CLASSES } from '../../domain/quality/recovery-time.ts';

const count = z.number().int().nonnegative();

export const figuresInputSchema = z.object({
  /** UTC epoch ms. Both ends are moved to the beginning and the end of their UTC day, but not beyond now. */
  from: z.number(),
  to: z.number(),
  kind: z.enum(['localization', 'request']),
  /** Each list of fields asks for a line for each combination of their values. */
  by: z.array(z.array(z.enum(qualityFields)).max(2)).max(8),
});

export const figuresSchema = z.object({
  from: z.number(),
  to: z.number(),
  total: qualityLineSchema,
  /** For each list of `by`: by time, or the most attempts first; without days and hours that counted nothing. */
  lines: z.array(z.array(qualityLineSchema)),
  /**
   * Localizations in each class of `RETRY_CLASSES`: cases that recovered, and cases that are open now and failed last in
   * the span.
   */
  retries: z.object({ recovered: z.array(count), open: z.array(count) }),
  watched: watchedTimeSchema,
  /** 0 to 1. */
  notWatched: z.number(),
  /** First moments, UTC epoch ms, of the days whose events were removed before they were counted. */
  unknownDays: z.array(z.number()),
  /** Number of days whose events were removed after they were counted. */
  keptDays: count,
  /** Only if a list of `by` is the day alone: each day of the span, with the share of it that was not watched. */
  days: z.array(z.object({ from: z.number(), notWatched: z.number() })),
  /** True if stored events are not counted yet. */
  isBehind: z.boolean(),
});
export type Figures = z.infer<typeof figuresSchema>;

const countedRetriesSchema = z.object({
  of: z.enum(['recovered', 'open']),
  class: z
    .number()
    .int()
    .min(0)
    .max(RETRY_CLASSES.length - 1),
});
export type CountedRetries = z.infer<typeof countedRetriesSchema>;

/** The attempts that a figure counts. `values`: one for each field of `by`, as in `qualityLineSchema`. */
export const attemptsInputSchema = figuresInputSchema.omit({ by: true }).extend({
  by: z.array(z.enum(qualityFields)).max(2),
  values: z.array(z.string().max(3_000).nullable()).max(2),
  endings: z.array(z.enum(countedEndings)).min(1).max(countedEndings.length),
  /** Only those of a number of `retries`, in this class. Its endings and values are then not used. */
  retries: countedRetriesSchema.nullable(),
  /** `next` of the page before; null for the newest. */
  before: z.number().nullable(),
});

export const countedAttemptsSchema = z.object({
  /** The newest first. `seq`: the event that last set the outcome. */
  attempts: z.array(
    z.object({
      seq: z.number(),
      at: z.number(),
      key: caseKeySchema,
      number: z.number(),
      ending: z.enum(endings),
      country: z.string().nullable(),
      cause: causeKeySchema,
      isWeakened: z.boolean(),
    }),
  ),
  /** Null at the end. A page may be empty although more follow. */
  next: z.number().nullable(),
  /** Attempts of the days whose events are stored: as many as all pages have. */
  total: count,
  /** Attempts of days whose events were removed. */
  removed: count,
});
export type CountedAttempts = z.infer<typeof countedAttemptsSchema>;

export const causePastInputSchema = z.object({ cause: causeKeySchema });

export const causePastSchema = z.object({
  /** How often the group was open before, and ended. `isMore`: there were more, which are not counted. */
  times: count,
  isMore: z.boolean(),
  last: pastPeriodSchema.nullable(),
  recovery: pastRecoverySchema,
  /** By how long failed localizations waited for the next attempt. */
  retries: z.array(retryResultSchema),
  /** Texts of operators on the group, the newest first. */
  notes: z.array(z.object({ at: z.number(), author: authorSchema, text: z.string() })),
});
export type CausePast = z.infer<typeof causePastSchema>;
