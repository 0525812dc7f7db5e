/** Entries of people in service reports are actions without subjects: stored, sent and ordered as such. */
import * as z from 'zod';

export const targetIds = ['localizations', 'requests', 'watched', 'taken'] as const;
export type TargetId = (typeof targetIds)[number];

/** Shares of 1. `takenMs`: 9 of 10 cases are to be taken within it. */
export const serviceTargetsSchema = z.object({
  success: z.number().min(0.5).max(0.9999),
  watched: z.number().min(0.5).max(0.9999),
  takenMs: z
    .number()
    .int()
    .min(60_000)
    .max(30 * 86_400_000),
});
export type ServiceTargets = z.infer<typeof serviceTargetsSchema>;

/** Until the owner sets others. */
export const DEFAULT_TARGETS: ServiceTargets = { success: 0.95, watched: 0.995, takenMs: 15 * 60_000 };

/** UTC epoch ms. `target` null: a reason of every gap that overlaps the span; else of that target in the report of exactly this span. */
export const explainedSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  target: z.enum(targetIds).nullable(),
});

/** The reason is the text of the action; an empty one removes it. Of several actions, the last in the order of the log counts. */
export const reportActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('explain'), of: explainedSchema }),
  z.object({ kind: z.literal('set-targets'), targets: serviceTargetsSchema }),
]);
export type ReportAction = z.infer<typeof reportActionSchema>;

export const SERVICE_REPORTS = 'reports';
