import * as z from 'zod';
import { deskStateSchema, alarmSchema } from '../domain/alarms/raised-alarm.ts';
import { alarmSeverities, standardRules } from '../domain/cases/alarm.ts';
import { alarmSettingsSchema, notifySettingsSchema } from '../domain/cases/alarm-settings-schema.ts';
import { caseKeySchema, causeKeySchema } from '../domain/cases/case.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { localOutletIds } from '../domain/outlets/local-outlets.ts';

const count = z.number().int().nonnegative();

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

const alarmRuleSchema = z.object({
  id: z.string(),
  standard: z.enum(standardRules).nullable(),
  name: z.string(),
  query: z.string(),
  notify: notifySettingsSchema,
  lastAt: z.number().nullable(),
  today: count,
  /** True if reading its events failed three times. The rule raises no alarms until reading works again. */
  isUnreadable: z.boolean(),
});
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

export const alarmsSnapshotSchema = z.object({
  settings: alarmSettingsSchema,
  /** IANA time zone of the backend's computer. Quiet hours and days are in this zone. */
  zone: z.string(),
  /** The backend's offset of this zone now, such as `GMT-05:00`; null if it does not know the zone. */
  zoneOffset: z.string().nullable(),
  quietUntil: z.number().nullable(),
  /** When the hours of deadlines end; null if they do not contain this time, or last for longer than a day. */
  shiftUntil: z.number().nullable(),
  /** Standard rules first, then views with `notify` in their order. */
  rules: z.array(alarmRuleSchema),
  /** Newest first, at most 200. */
  alarms: z.array(alarmSchema),
  today: z.object({ all: count, accepted: count, opened: count }),
  unseen: count,
  outlets: z.array(z.object({ id: z.string(), name: z.string() })),
  shownBy: z.enum(localOutletIds),
  refused: z.string().nullable(),
  desk: deskStateSchema.nullable(),
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
