import * as z from 'zod';
import { isTimeZone } from '../../lib/local-time-zone.ts';
import { ALARM_LIMITS, type AlarmSettings, type NotifySettings, standardRules } from './alarm.ts';
import { consequenceKinds } from './case-keys.ts';
import { DEADLINE_LIMITS, type DeadlineSettings } from './deadline.ts';
import { DAY_MINUTES, QUIET_STEP_MINUTES } from './week-hours.ts';

export const alarmChannelsSchema = z.object({ banner: z.boolean(), sound: z.boolean(), badge: z.boolean() });
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
  standard: z.record(z.enum(standardRules), notifySettingsSchema),
  watching: z.object({ sound: z.boolean() }),
  quiet: weekHoursSchema,
  perMinute: z.number().int().min(ALARM_LIMITS.perMinute.min).max(ALARM_LIMITS.perMinute.max),
  deadlines: deadlineSettingsSchema,
  acknowledgesForTeam: z.boolean(),
});
