/** Shapes of figures. A file of its own, because the page loads no schemas. */
import * as z from 'zod';
import { recordOf } from '../../lib/record-of.ts';
import { gapReasonSchema } from '../coverage/coverage.ts';
import { endings } from './ending.ts';

/** `of`: attempts that succeeded or failed. */
const shareSchema = z.object({ hits: z.number(), of: z.number() });

/** `low`, `high`: Wilson interval of 95 %. All three are between 0 and 1. */
export const rateSchema = z.discriminatedUnion('kind', [
  shareSchema.extend({ kind: z.literal('rate'), rate: z.number(), low: z.number(), high: z.number() }),
  shareSchema.extend({ kind: z.literal('too-few') }),
]);
export type Rate = z.infer<typeof rateSchema>;

export const qualityFields = ['country', 'customer', 'cause', 'step', 'hour', 'weekday', 'day'] as const;
export type QualityField = (typeof qualityFields)[number];

const countSchema = z.number().int().nonnegative();

export const qualityLineSchema = z.object({
  /**
   * For each field the text of the tally, null if no event named one; an hour of `00` to `23`, a weekday of 1 (Monday) to
   * 7 and a day (`2026-11-29`), all in UTC. The cause is null if the attempt did not fail.
   */
  values: z.array(z.string().nullable()),
  endings: z.object(recordOf(endings, () => countSchema)),
  rate: rateSchema,
  /** Share of all ended attempts that failed here. For a cause or a step, which only failures have, it says more. */
  failures: rateSchema,
  /** Attempts during which a gap may have hidden a report; null by hour, because it is counted by day. */
  weakened: countSchema.nullable(),
  /** Cases in each class of `RECOVERY_CLASSES`. */
  recovered: z.array(countSchema),
  /** Resources of change requests. */
  resources: z.object({ completed: countSchema, failed: countSchema }),
});
export type QualityLine = z.infer<typeof qualityLineSchema>;

/** `own`: this computer, this Watchfloor, its operators or its team. `way`: the service or the way to it. */
export const gapFaults = ['own', 'other-client', 'way'] as const;
export type GapFault = (typeof gapFaults)[number];

export const watchedTimeSchema = z.object({
  watchedMs: z.number(),
  reconnectMs: z.number(),
  /** The longest first. */
  notWatched: z.array(z.object({ reason: gapReasonSchema, fault: z.enum(gapFaults), ms: z.number() })),
  unknownMs: z.number(),
});
export type WatchedTime = z.infer<typeof watchedTimeSchema>;

const staySchema = z.object({ from: z.number(), to: z.number(), ended: z.enum(['well', 'done', 'moved']) });
export type PastStay = z.infer<typeof staySchema>;

/** A time for which at least one case was open with this cause, and how its last case ended. */
export const pastPeriodSchema = staySchema.extend({ cases: z.number().int().positive() });
export type PastPeriod = z.infer<typeof pastPeriodSchema>;

/** How long cases with a cause were open before a success ended them; null: not reached. `of`: cases. */
export const pastRecoverySchema = z.object({
  halfMs: z.number().nullable(),
  mostMs: z.number().nullable(),
  of: countSchema,
});
export type PastRecovery = z.infer<typeof pastRecoverySchema>;

export const retryResultSchema = z.object({
  /** The retry began at least this long after the failure. */
  fromMs: z.number(),
  /** And less than this; null without an upper end. */
  toMs: z.number().nullable(),
  rate: rateSchema,
});
export type RetryResult = z.infer<typeof retryResultSchema>;
