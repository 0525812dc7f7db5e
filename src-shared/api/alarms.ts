/**
 * Alarms as a page and a notifier see them: settings and rules, the history of what alarmed and why (or why not), and
 * what is to be shown now.
 */
import * as z from 'zod';
import {
  ALARM_LIMITS,
  alarmSeverities,
  type AlarmSettings,
  alarmSignals,
  DAY_MINUTES,
  QUIET_STEP_MINUTES,
  standardRules,
} from '../domain/alarm.ts';
import { caseKeySchema, causeKeySchema } from '../domain/case.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { interruptionKindSchema } from '../domain/stream-status.ts';

const count = z.number().int().nonnegative();

const alarmChannelsSchema = z.object({ banner: z.boolean(), sound: z.boolean(), badge: z.boolean() });
export const notifySettingsSchema = alarmChannelsSchema.extend({ on: z.boolean() });

const minute = z.number().int().multipleOf(QUIET_STEP_MINUTES).min(0).max(DAY_MINUTES);
const quietSpanSchema = z.object({ from: minute, to: minute }).refine(({ from, to }) => from < to);

export const alarmSettingsSchema: z.ZodType<AlarmSettings, AlarmSettings> = z.object({
  standard: z.object({ failures: notifySettingsSchema, partial: notifySettingsSchema, unknown: notifySettingsSchema }),
  watching: z.object({ sound: z.boolean() }),
  zone: z.string().max(64).nullable(),
  quiet: z.array(z.array(quietSpanSchema).max(DAY_MINUTES / QUIET_STEP_MINUTES)).length(7),
  signalBreaksQuietMinutes: z
    .number()
    .int()
    .min(ALARM_LIMITS.signalBreaksQuietMinutes.min)
    .max(ALARM_LIMITS.signalBreaksQuietMinutes.max)
    .nullable(),
  perMinute: z.number().int().min(ALARM_LIMITS.perMinute.min).max(ALARM_LIMITS.perMinute.max),
  repeat: z.boolean(),
});

/** What a click on an alarm, or a link from outside, leads to. */
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
  /** Of one group: failures with the same cause, or what else a rule was made for. */
  z.object({
    kind: z.literal('failures'),
    /** `null`: events that are no case, put together by rule and kind. */
    cause: causeKeySchema.nullable(),
    /** As received; of the first. */
    eventKind: z.string(),
    operation: z.string().nullable(),
    errorCode: z.string().nullable(),
    /** Events of it, each once. */
    failures: count,
    /** Distinct eUICCs; `isMore`: there are more than were counted. */
    eids: count,
    isMore: z.boolean(),
    /** Distinct requests, and their resources that failed of how many. */
    requests: count,
    /** Requests of which each resource failed. */
    wholly: count,
    failedResources: count,
    resources: count,
    /** Most first, at most eight; `others`: how many further countries. */
    countries: z.array(z.object({ country: z.string(), count })),
    others: count,
    /** Where it is about one alone. */
    only: z
      .object({ eid: z.string().nullable(), requestId: z.string().nullable(), iccid: z.string().nullable() })
      .nullable(),
  }),
  z.object({
    kind: z.literal('signal'),
    signal: z.enum(alarmSignals),
    /** Of the stream. */
    cause: interruptionKindSchema.nullable(),
    /** UTC epoch ms; `null` while it lasts. */
    endedAt: z.number().nullable(),
  }),
  /** More than the limit of a minute: so many were not shown. */
  z.object({ kind: z.literal('not-shown'), count }),
  z.object({ kind: z.literal('test') }),
]);

/** What became of it. */
const deliverySchema = z.discriminatedUnion('kind', [
  /** Committed, and not yet confirmed by whoever shows it. */
  z.object({ kind: z.literal('due') }),
  z.object({ kind: z.literal('shown'), at: z.number(), by: z.enum(['desktop', 'page']) }),
  z.object({
    kind: z.literal('not-shown'),
    at: z.number(),
    /**
     * `quiet`: quiet hours. `muted`: somebody muted what it is about. `cap`: too many in that minute. `no-banner`: the
     * rules count it only. `late`: older than a quarter of an hour when it was first looked at. `nobody`: no page was open
     * that could. `refused`: the computer, the browser or a person does not allow it (`detail`).
     */
    why: z.enum(['quiet', 'muted', 'cap', 'no-banner', 'late', 'nobody', 'refused']),
    detail: z.string().nullable(),
  }),
]);

export const alarmSchema = z.object({
  /** Random; notifications with the same id take each other's place. */
  id: z.string(),
  about: alarmSubjectSchema,
  severity: z.enum(alarmSeverities),
  /** Why it alarmed; empty for signals. */
  rules: z.array(z.object({ id: z.string(), name: z.string() })),
  how: alarmChannelsSchema,
  /** Our clock, UTC epoch ms: of the group, as long as it went on failing; then of this alarm's first and last event. */
  since: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  /** `null` where no event is behind it. */
  firstSeq: z.number().int().positive().nullable(),
  lastSeq: z.number().int().positive().nullable(),
  delivery: deliverySchema,
  /** Somebody clicked; then: somebody opened it, said so, or took what it is about. UTC epoch ms. */
  openedAt: z.number().nullable(),
  seenAt: z.number().nullable(),
});
export type Alarm = z.infer<typeof alarmSchema>;

const alarmRuleSchema = z.object({
  /** Of the view, or the name of the standard rule. */
  id: z.string(),
  standard: z.enum(standardRules).nullable(),
  /** Of the view; empty for a standard rule. */
  name: z.string(),
  /** Its filter as text. */
  query: z.string(),
  notify: notifySettingsSchema,
  /** When it alarmed last; how often since local midnight. */
  lastAt: z.number().nullable(),
  today: count,
  /** What it finds could not be read, three times, when it was asked last: it alarms nobody until it can be. */
  isUnreadable: z.boolean(),
});
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

/** Everything about the alarms of one watch, at one moment. */
export const alarmsSnapshotSchema = z.object({
  settings: alarmSettingsSchema,
  /** The IANA zone that counts where the settings name none. */
  zoneHere: z.string(),
  /** Banner and sound rest at this moment; until when, UTC epoch ms. */
  quietUntil: z.number().nullable(),
  /** Standard ones first, then views with `notify` in their order. */
  rules: z.array(alarmRuleSchema),
  /** Newest first, at most 200. */
  alarms: z.array(alarmSchema),
  /** Since local midnight. */
  today: z.object({ shown: count, opened: count, notShown: count }),
  unseen: count,
  /** Who shows notifications: the host itself, or pages. `refused`: why it cannot. */
  shownBy: z.enum(['desktop', 'page']),
  refused: z.string().nullable(),
  /** Another process watches, and alarms: here it is only read. */
  readOnly: z.boolean(),
});
export type AlarmsSnapshot = z.infer<typeof alarmsSnapshotSchema>;

export const alarmsInputSchema = z.object({ watch: watchIdSchema });
export const putAlarmSettingsInputSchema = alarmsInputSchema.extend({ settings: alarmSettingsSchema });
export const alarmInputSchema = alarmsInputSchema.extend({ alarm: z.string().max(64) });
export const acknowledgeAlarmsInputSchema = alarmsInputSchema.extend({
  alarms: z.array(z.string().max(64)).max(1_000),
});
/** A page showed it, or was not allowed to. */
export const alarmDeliveryInputSchema = alarmInputSchema.extend({ refused: z.string().max(200).nullable() });

/** What is to be shown, in words. */
export const alarmNotificationSchema = z.object({
  watch: watchIdSchema,
  /** Of `Alarm`. */
  alarm: z.string(),
  severity: z.enum(alarmSeverities),
  title: z.string().max(200),
  /** At most a few lines; without control and bidirectional characters. */
  body: z.string().max(500),
  banner: z.boolean(),
  /** Only once for an alarm, unless it repeats. */
  sound: z.boolean(),
  /** It takes the place of what stands there without calling anybody again. */
  isUpdate: z.boolean(),
});
export type AlarmNotification = z.infer<typeof alarmNotificationSchema>;

/** What pages are told beside their own screens. */
export const pageNotificationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), notice: alarmNotificationSchema }),
  z.object({ kind: z.literal('withdraw'), watch: watchIdSchema, alarm: z.string() }),
  /** Somebody clicked a notification, or followed a link: the page that is told goes there. */
  z.object({ kind: z.literal('open'), watch: watchIdSchema.nullable(), target: showTargetSchema }),
]);
export type PageNotification = z.infer<typeof pageNotificationSchema>;
