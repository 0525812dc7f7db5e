/**
 * API of alarms for a page and a notifier: settings and rules, the history with the reason of each alarm, and the
 * notifications to show now.
 */
import * as z from 'zod';
import {
  ALARM_LIMITS,
  alarmSeverities,
  type AlarmSettings,
  alarmSignals,
  type NotifySettings,
  standardRules,
} from '../domain/cases/alarm.ts';
import { DAY_MINUTES, QUIET_STEP_MINUTES } from '../domain/cases/week-hours.ts';
import { caseKeySchema, causeKeySchema, consequenceKinds } from '../domain/cases/case.ts';
import { DEADLINE_LIMITS, deadlineKinds, type DeadlineSettings } from '../domain/cases/deadline.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { isTimeZone } from '../lib/local-time-zone.ts';
import { deliverySchema } from '../domain/outlets/delivery.ts';
import { bannerStates, type DeskState } from '../domain/outlets/desk-state.ts';
import { localOutletIds } from '../domain/outlets/local-outlets.ts';
import { interruptionKindSchema } from '../domain/coverage/stream-status.ts';

const count = z.number().int().nonnegative();

const alarmChannelsSchema = z.object({ banner: z.boolean(), sound: z.boolean(), badge: z.boolean() });
const minute = z.number().int().multipleOf(QUIET_STEP_MINUTES).min(0).max(DAY_MINUTES);
const quietSpanSchema = z.object({ from: minute, to: minute }).refine(({ from, to }) => from < to);
const weekHoursSchema = z.array(z.array(quietSpanSchema).max(DAY_MINUTES / QUIET_STEP_MINUTES)).length(7);

export const notifySettingsSchema: z.ZodType<NotifySettings, NotifySettings> = alarmChannelsSchema.extend({
  on: z.boolean(),
  when: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('always') }),
      z.object({ kind: z.literal('own'), hours: weekHoursSchema }),
    ])
    .optional(),
});

const deadlineMinutes = z.number().int().min(DEADLINE_LIMITS.minutes.min).max(DEADLINE_LIMITS.minutes.max);
const deadlineTimesSchema = z.object({
  takeMinutes: deadlineMinutes.nullable(),
  endMinutes: deadlineMinutes.nullable(),
});
const MAX_ZONE_LENGTH = 64;

const deadlineSettingsSchema: z.ZodType<DeadlineSettings, DeadlineSettings> = z.object({
  byConsequence: z.record(z.enum(consequenceKinds), deadlineTimesSchema),
  hours: weekHoursSchema,
  zone: z.string().max(MAX_ZONE_LENGTH).refine(isTimeZone).nullable(),
  escalateAfterMinutes: deadlineMinutes,
});

export const alarmSettingsSchema: z.ZodType<AlarmSettings, AlarmSettings> = z.object({
  standard: z.object({ failures: notifySettingsSchema, partial: notifySettingsSchema, unknown: notifySettingsSchema }),
  watching: z.object({ sound: z.boolean() }),
  quiet: weekHoursSchema,
  perMinute: z.number().int().min(ALARM_LIMITS.perMinute.min).max(ALARM_LIMITS.perMinute.max),
  deadlines: deadlineSettingsSchema,
  acknowledgesForTeam: z.boolean(),
});

export const showTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('case'), key: caseKeySchema }),
  z.object({ kind: z.literal('group'), key: causeKeySchema }),
  z.object({ kind: z.literal('event'), seq: z.number().int().positive() }),
  z.object({ kind: z.literal('view'), query: z.string().max(4_096) }),
  z.object({
    kind: z.literal('screen'),
    screen: z.enum([
      'watch',
      'timeline',
      'localizations',
      'requests',
      'subscriptions',
      'access',
      'coverage',
      'data',
      'alarms',
      'settings',
      'report',
    ]),
  }),
]);
export type ShowTarget = z.infer<typeof showTargetSchema>;

const alarmSubjectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('failures'),
    /** Null for events that belong to no case; these are grouped by rule and kind. */
    cause: causeKeySchema.nullable(),
    /** From the first event, as received. */
    eventKind: z.string(),
    operation: z.string().nullable(),
    errorCode: z.string().nullable(),
    failures: count,
    /** Distinct eUICCs. `isMore`: there are more than were counted. */
    eids: count,
    isMore: z.boolean(),
    /** Distinct requests; `failedResources` of their `resources` failed. */
    requests: count,
    wholly: count,
    failedResources: count,
    resources: count,
    /** Largest first, at most eight. `others`: number of further countries. */
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
    /** UTC epoch ms; null while it lasts. */
    endedAt: z.number().nullable(),
  }),
  /** The time to take or to end a failure group ran out. */
  z.object({
    kind: z.literal('overdue'),
    cause: causeKeySchema,
    deadline: z.enum(deadlineKinds),
    /** UTC epoch ms. `since`: when the group opened. `dueAt`: when its time ran out. */
    since: z.number(),
    dueAt: z.number(),
    /** UTC epoch ms; null while the group is overdue. */
    endedAt: z.number().nullable(),
  }),
  /** Number of alarms that exceeded the limit per minute and were not shown. */
  z.object({ kind: z.literal('not-shown'), count }),
  z.object({ kind: z.literal('test') }),
]);

/**
 * Why an alarm does not notify. `quiet`: quiet hours. `hours`: outside the own hours of its rules. `muted`: an operator
 * muted its case or group. `cap`: limit per minute reached. `no-banner`: its rules only count it. `late`: older than
 * 15 min when first processed. `acknowledged`: acknowledged before it was shown.
 */
const silenceSchema = z.enum(['quiet', 'hours', 'muted', 'cap', 'no-banner', 'late', 'acknowledged']);

const deskStateSchema: z.ZodType<DeskState, DeskState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('missing'), since: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('available'), service: z.string().nullable(), banners: z.enum(bannerStates) }),
]);

const alarmDeliverySchema = z.object({
  /** Id of the outlet. */
  outlet: z.string(),
  /** UTC epoch ms of the outcome. */
  at: z.number(),
  outcome: deliverySchema.shape.outcome,
  /** Why it was not delivered, for people; null if it was, or if nothing is known. */
  detail: z.string().nullable(),
  /** State of the desktop at that time; absent for pages and other outlets. */
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
  /**
   * UTC epoch ms by the local clock. `since`: start of the group's failures. `firstAt`, `lastAt`: first and last event
   * of this alarm.
   */
  since: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  firstSeq: z.number().int().positive().nullable(),
  lastSeq: z.number().int().positive().nullable(),
  /** Null if it notifies: it is due until an outlet of this computer has reported the outcome. */
  silence: silenceSchema.nullable(),
  /** The newest of each outlet. The history adds those of the outlets that send to other systems. */
  deliveries: z.array(alarmDeliverySchema),
  /**
   * UTC epoch ms. `openedAt`: a user clicked the alarm. `seenAt`: it was acknowledged, by a click, by a command, or
   * because an operator took its case or group.
   */
  openedAt: z.number().nullable(),
  seenAt: z.number().nullable(),
});
export type Alarm = z.infer<typeof alarmSchema>;

const alarmRuleSchema = z.object({
  id: z.string(),
  standard: z.enum(standardRules).nullable(),
  name: z.string(),
  query: z.string(),
  notify: notifySettingsSchema,
  /** Time of the last alarm, and number of alarms since local midnight. */
  lastAt: z.number().nullable(),
  today: count,
  /**
   * True if reading the events of this rule failed three times. The rule raises no alarms until reading works again.
   */
  isUnreadable: z.boolean(),
});
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

export const alarmsSnapshotSchema = z.object({
  settings: alarmSettingsSchema,
  /** IANA time zone of the backend's computer. Quiet hours and days are in this zone. */
  zone: z.string(),
  /** The backend's offset of this zone now, such as `GMT-05:00`; null if it does not know the zone. */
  zoneOffset: z.string().nullable(),
  /** UTC epoch ms until which quiet hours suppress banner and sound; null outside quiet hours. */
  quietUntil: z.number().nullable(),
  /** Standard rules first, then views with `notify` in their order. */
  rules: z.array(alarmRuleSchema),
  /** Newest first, at most 200. */
  alarms: z.array(alarmSchema),
  /** Alarms since local midnight. */
  today: z.object({ all: count, accepted: count, opened: count }),
  unseen: count,
  /** The outlets in `deliveries` that send to other systems. */
  outlets: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The outlet that gets the notifications. `refused`: why it did not accept the last one. */
  shownBy: z.enum(localOutletIds),
  refused: z.string().nullable(),
  /** Present state of the desktop; null on a host that sends it no notifications. */
  desk: deskStateSchema.nullable(),
  /** True if another process watches this profile and raises its alarms. */
  readOnly: z.boolean(),
});
export type AlarmsSnapshot = z.infer<typeof alarmsSnapshotSchema>;

export const alarmIdSchema = z.string().max(64);
export const acknowledgeAlarmsInputSchema = z.object({ alarms: z.array(alarmIdSchema).max(1_000) });

export const alarmNotificationSchema = z.object({
  watch: watchIdSchema,
  alarm: z.string(),
  severity: z.enum(alarmSeverities),
  title: z.string().max(200),
  /** A few lines at most, without control and bidirectional characters. */
  body: z.string().max(500),
  banner: z.boolean(),
  /** Only once per alarm. */
  sound: z.boolean(),
  isUpdate: z.boolean(),
  /** True while what it reports goes on, such as the loss of the stream: it must not leave the screen by itself. */
  isLasting: z.boolean(),
});
export type AlarmNotification = z.infer<typeof alarmNotificationSchema>;

export const pageNotificationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), notice: alarmNotificationSchema }),
  z.object({ kind: z.literal('withdraw'), watch: watchIdSchema, alarm: z.string() }),
  /** A user clicked a notification or followed a link: the page that receives this goes there. */
  z.object({ kind: z.literal('open'), watch: watchIdSchema.nullable(), target: showTargetSchema }),
]);
export type PageNotification = z.infer<typeof pageNotificationSchema>;
