import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  alarmDeliveryInputSchema,
  alarmInputSchema,
  acknowledgeAlarmsInputSchema,
  alarmsSnapshotSchema,
  alarmsInputSchema,
  pageNotificationSchema,
  putAlarmSettingsInputSchema,
  type ShowTarget,
  showTargetSchema,
} from '../../../src-shared/api/alarms.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

const FALLBACK_TARGET: ShowTarget = { kind: 'screen', screen: 'watch' };

export const alarmsRouter = router({
  /** Sends the complete state, regardless of what the client received before. */
  feed: feed
    .input(alarmsInputSchema)
    .output(trackedOutput(alarmsSnapshotSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, state } of ctx.application.alarms(input.watch).subscribe(signal))
        yield tracked(String(revision), state);
    }),
  putSettings: procedure
    .input(putAlarmSettingsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).putSettings(input.settings)),
  test: procedure
    .input(alarmsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).test()),
  open: procedure
    .input(alarmInputSchema)
    .output(z.object({ target: showTargetSchema }))
    .mutation(async ({ ctx, input }) => ({
      target: (await ctx.application.alarms(input.watch).open(input.alarm)) ?? FALLBACK_TARGET,
    })),
  acknowledge: procedure
    .input(acknowledgeAlarmsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).acknowledge(input.alarms)),
  reportDelivery: procedure
    .input(alarmDeliveryInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).reportDelivery(input.alarm, input.refused)),
  /** Sends the notices of all watches. Only one page of a browser subscribes, so no notice is shown twice. */
  notifications: feed.output(trackedOutput(pageNotificationSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, notice } of ctx.application.pageNotices(signal))
      yield tracked(String(revision), notice);
  }),
});
