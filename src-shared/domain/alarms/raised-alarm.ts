import * as z from 'zod';
import { alarmSeverities, alarmSignals } from '../cases/alarm.ts';
import { alarmChannelsSchema } from '../cases/alarm-settings-schema.ts';
import { causeKeySchema } from '../cases/case.ts';
import { deadlineKinds } from '../cases/deadline.ts';
import { interruptionKindSchema } from '../coverage/interruption-kind.ts';
import { deliverySchema } from '../outlets/delivery.ts';
import { bannerStates, type DeskState } from '../outlets/desk-state.ts';

const count = z.number().int().nonnegative();

const alarmSubjectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('failures'),
    /** Null for events that belong to no case; these are grouped by rule and kind. */
    cause: causeKeySchema.nullable(),
    eventKind: z.string(),
    operation: z.string().nullable(),
    errorCode: z.string().nullable(),
    failures: count,
    /** Distinct eUICCs. `isMore`: there are more than were counted. */
    eids: count,
    isMore: z.boolean(),
    requests: count,
    wholly: count,
    failedResources: count,
    resources: count,
    countries: z.array(z.object({ country: z.string(), count })),
    others: count,
    only: z
      .object({ eid: z.string().nullable(), requestId: z.string().nullable(), iccid: z.string().nullable() })
      .nullable(),
  }),
  z.object({
    kind: z.literal('signal'),
    signal: z.enum(alarmSignals),
    cause: interruptionKindSchema.nullable(),
    endedAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('overdue'),
    cause: causeKeySchema,
    deadline: z.enum(deadlineKinds),
    /** UTC epoch ms. `since`: when the group opened. `dueAt`: when its time ran out. */
    since: z.number(),
    dueAt: z.number(),
    endedAt: z.number().nullable(),
  }),
  z.object({ kind: z.literal('not-shown'), count }),
  z.object({ kind: z.literal('test') }),
]);

/**
 * Why it does not notify. `hours`: outside the own hours of its rules. `cap`: limit per minute. `no-banner`: its rules
 * only count it. `late`: older than 15 min when first processed. `acknowledged`: before it was shown.
 */
const silenceSchema = z.enum(['quiet', 'hours', 'muted', 'cap', 'no-banner', 'late', 'acknowledged']);

export const deskStateSchema: z.ZodType<DeskState, DeskState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('missing'), since: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('available'), service: z.string().nullable(), banners: z.enum(bannerStates) }),
]);

const alarmDeliverySchema = z.object({
  outlet: z.string(),
  at: z.number(),
  outcome: deliverySchema.shape.outcome,
  /** Why it was not delivered, for people; null if it was, or if nothing is known. */
  detail: z.string().nullable(),
  desk: deskStateSchema.optional(),
  /** True if a user clicked the notification of the desktop, so it was on the screen. */
  wasClicked: z.boolean().optional(),
});
export type AlarmDelivery = Readonly<z.infer<typeof alarmDeliverySchema>>;

export const alarmSchema = z.object({
  /** Random. A notification replaces the one with the same id. */
  id: z.string(),
  about: alarmSubjectSchema,
  severity: z.enum(alarmSeverities),
  rules: z.array(z.object({ id: z.string(), name: z.string() })),
  how: alarmChannelsSchema,
  /** By the local clock. `since`: start of the group's failures. `firstAt`, `lastAt`: of this alarm. */
  since: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  firstSeq: z.number().int().positive().nullable(),
  lastSeq: z.number().int().positive().nullable(),
  /** Null if it notifies: it is due until an outlet of this computer has reported the outcome. */
  silence: silenceSchema.nullable(),
  /** The newest of each outlet. The history adds those of the outlets that send to other systems. */
  deliveries: z.array(alarmDeliverySchema),
  /** `openedAt`: clicked. `seenAt`: by a click, a command, or because an operator took its case or group. */
  openedAt: z.number().nullable(),
  seenAt: z.number().nullable(),
});
export type Alarm = z.infer<typeof alarmSchema>;
