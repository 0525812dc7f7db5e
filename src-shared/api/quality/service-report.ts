/**
 * The service report: how well it went in complete days, and how well they were watched. Made only from what is stored,
 * without the time of making, so that the same store gives the same bytes. `docs/quality.md` says what counts.
 */
import * as z from 'zod';
import { authorSchema, typedAuthorSchema } from '../../domain/cases/action.ts';
import { ACTION_LIMITS } from '../../domain/cases/action-limits.ts';
import { gapReasonSchema } from '../../domain/coverage/coverage.ts';
import { providerIncidentSchema } from '../../domain/coverage/provider-incident.ts';
import { maskedFields } from '../../domain/event/masked-fields.ts';
import { watchIdSchema } from '../../domain/identity.ts';
import { endings } from '../../domain/quality/ending.ts';
import { attemptKinds } from '../../domain/quality/hour-counts.ts';
import { gapFaults, rateSchema, watchedTimeSchema } from '../../domain/quality/quality-schemas.ts';
import { explainedSchema, serviceTargetsSchema, targetIds } from '../../domain/report-action.ts';
import { recordOf } from '../../lib/record-of.ts';

const count = z.number().int().nonnegative();
const dayText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** `zone`: IANA name or UTC, in which the days are. */
export const serviceReportInputSchema = z.object({
  watch: watchIdSchema,
  first: dayText,
  last: dayText,
  zone: z.string().max(64),
});
export type ServiceReportQuery = z.infer<typeof serviceReportInputSchema>;

const serviceFormats = ['html', 'md', 'json', 'xlsx'] as const;
export type ServiceFormat = (typeof serviceFormats)[number];

export const serviceFileInputSchema = serviceReportInputSchema.extend({
  format: z.enum(serviceFormats),
  mask: z.array(z.enum(maskedFields)),
});
/** In `content` of an xlsx each character is a byte. */
export const serviceFileSchema = z.object({ fileName: z.string(), content: z.string() });

export const writeInReportInputSchema = z.object({
  watch: watchIdSchema,
  author: typedAuthorSchema.nullable(),
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('explain'), of: explainedSchema, text: z.string().max(ACTION_LIMITS.text) }),
    z.object({ kind: z.literal('set-targets'), targets: serviceTargetsSchema }),
  ]),
});
export type ReportEntry = z.infer<typeof writeInReportInputSchema>['what'];

/** The entry of a person. */
const reasonSchema = z.object({ text: z.string(), author: authorSchema, at: z.number() }).nullable();

/** Kaplan–Meier points over all cases. Null if so many are open that it is not reached. */
const timesSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('times'),
    cases: count,
    open: count,
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
  }),
  z.object({ kind: z.literal('too-few'), cases: count, open: count }),
]);
export type CaseTimes = z.infer<typeof timesSchema>;

const targetResultSchema = z.object({
  id: z.enum(targetIds),
  /** Share of 1, or ms for `taken`. */
  target: z.number(),
  /** Null if it is not known. */
  actual: z.number().nullable(),
  state: z.enum(['met', 'missed', 'not-known']),
  /** In attempts, ms or cases. `left` is negative if more was spent than is allowed. */
  budget: z.object({ allowed: z.number().nullable(), spent: z.number(), left: z.number().nullable() }),
  reason: reasonSchema,
});
export type TargetResult = z.infer<typeof targetResultSchema>;

export const serviceReportSchema = z.object({
  format: z.literal('watchfloor-service-report-1'),
  profile: z.string(),
  domain: z.string().nullable(),
  practice: z.boolean(),
  /** UTC epoch ms, at midnight of `zone`. */
  from: z.number(),
  to: z.number(),
  zone: z.string(),
  /** Stored events that were not processed when the report was made; if not 0, the report is incomplete. */
  behind: count,
  /** `goodMs + badMs + notWatchedMs = to - from`, and the three shares add up to 10 000, which is 100 %. */
  time: z.object({
    goodMs: z.number(),
    badMs: z.number(),
    notWatchedMs: z.number(),
    good: count,
    bad: count,
    notWatched: count,
  }),
  /** All time, whatever happened in it. `uncountedMs`: watched, on days whose events were removed before they were counted. */
  watched: watchedTimeSchema,
  uncountedMs: z.number(),
  uncountedDays: count,
  attempts: z.array(
    z.object({
      kind: z.enum(attemptKinds),
      endings: z.object(recordOf(endings, () => count)),
      rate: rateSchema,
    }),
  ),
  /** Adjacent hours are one span. */
  badHours: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Times of the cases that opened in the span, as it was at its end. `waiting`: since a ticket of the provider was noted. */
  cases: z.object({ taken: timesSchema, ended: timesSchema, waiting: timesSchema }),
  /** UTC epoch ms, if cases that opened in the span were removed since: cases from here on are complete. */
  casesSince: z.number().nullable(),
  targets: serviceTargetsSchema,
  results: z.array(targetResultSchema),
  /** In order of time, without planned reconnects. Only the longest if there are more than 10 000. */
  gaps: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      lengthMs: z.number(),
      reason: gapReasonSchema,
      fault: z.enum(gapFaults),
      written: reasonSchema,
    }),
  ),
  moreGaps: count,
  /**
   * The provider's own words about the span. `knownUntil`: the last answer of the status page before the end of the span,
   * or that end, UTC epoch ms; null without an answer. Null if the profile names no page.
   */
  statusPage: z
    .object({ url: z.string(), knownUntil: z.number().nullable(), incidents: z.array(providerIncidentSchema) })
    .nullable(),
});
export type ServiceReport = z.infer<typeof serviceReportSchema>;
export const serviceReportResultSchema = z.object({ report: serviceReportSchema, masked: serviceReportSchema });

/** JSON Schema of the JSON that `watchfloor report --month` prints. */
export function serviceReportJsonSchema(): object {
  return { ...z.toJSONSchema(serviceReportSchema), title: 'Service report of Watchfloor' };
}
