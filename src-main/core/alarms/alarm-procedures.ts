/** Calls and feeds of alarms. */
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

/** Where an alarm that is not kept any more leads to. */
const FALLBACK_TARGET: ShowTarget = { kind: 'screen', screen: 'watch' };

export const alarmsRouter = router({
  /** All of it, whatever the wire had before. */
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
  /** Somebody clicked it in this page, which goes there by itself. */
  open: procedure
    .input(alarmInputSchema)
    .output(z.object({ target: showTargetSchema }))
    .mutation(async ({ ctx, input }) => ({
      target: (await ctx.application.alarms(input.watch).open(input.alarm)) ?? FALLBACK_TARGET,
    })),
  seen: procedure
    .input(acknowledgeAlarmsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).acknowledge(input.alarms)),
  delivered: procedure
    .input(alarmDeliveryInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).reportDelivery(input.alarm, input.refused)),
  /** Of all watches; only one page of a browser follows it, so that nobody is told twice. */
  notices: feed.output(trackedOutput(pageNotificationSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, notice } of ctx.application.pageNotices(signal))
      yield tracked(String(revision), notice);
  }),
});
