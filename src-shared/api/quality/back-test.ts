/** The effect that alarm settings would have had on the recorded history, as defined in `docs/alarms.md`. */
import * as z from 'zod';
import { alarmSettingsSchema } from '../../domain/cases/alarm-settings-schema.ts';
import { deadlineKinds } from '../../domain/cases/deadline.ts';
import { viewsSchema } from '../views.ts';

const count = z.number().int().nonnegative();

export const backTestInputSchema = z.object({
  settings: alarmSettingsSchema,
  /** Saved views; those without `notify` are no rules. */
  views: viewsSchema,
  /** UTC epoch ms. At most 400 days ago. */
  from: z.number(),
  /** With the load by hour, and a proposal for each hour: takes twice as long. */
  withLoad: z.boolean(),
});

const effectSchema = z.object({
  calls: count,
  atNight: count,
  /** Groups that a person took although nothing had alarmed for them. */
  missed: count,
});
export type AlarmEffect = z.infer<typeof effectSchema>;

const proposalSchema = z.discriminatedUnion('kind', [
  /** No banner and no sound in this hour of each day. */
  z.object({ kind: z.literal('quiet'), hour: count }),
  /** The rule only counts in the badge. */
  z.object({ kind: z.literal('badge-only'), rule: z.object({ id: z.string(), name: z.string() }) }),
  /** Twice the time, for each consequence. */
  z.object({ kind: z.literal('longer'), deadline: z.enum(deadlineKinds) }),
]);
export type AlarmProposal = z.infer<typeof proposalSchema>;

export const backTestSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** Since when the store is complete: events before it were removed, or none was stored. UTC epoch ms. */
  completeFrom: z.number(),
  effect: effectSchema,
  /** Groups that a person took. */
  taken: count,
  /** Interruptions that are derived from gaps, because their alarms are not stored any more. */
  estimatedSignals: count,
  /** True if the span is shorter than asked for, because too much is stored of it. */
  isShortened: z.boolean(),
  /** True if stored events are not counted yet. */
  isBehind: z.boolean(),
  /** By hour of the day, in the zone of the computer that watches; null if it was not asked for. */
  load: z
    .array(
      z.object({
        hour: count,
        ...effectSchema.pick({ calls: true, atNight: true }).shape,
        /** Owners of the groups of the calls, most calls first; null: without an owner. */
        people: z.array(z.object({ name: z.string().nullable(), calls: count })),
        proposal: z.object({ change: proposalSchema, effect: effectSchema }).nullable(),
      }),
    )
    .nullable(),
});
export type BackTest = z.infer<typeof backTestSchema>;
