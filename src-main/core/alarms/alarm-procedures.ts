/** Calls and feeds of alarms. */
import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  alarmDeliveredInputSchema,
  alarmInputSchema,
  alarmsSeenInputSchema,
  alarmsStateSchema,
  ofAlarmsInputSchema,
  pageNoticeSchema,
  putAlarmSettingsInputSchema,
  type ShowTarget,
  showTargetSchema,
} from '../../../src-shared/api/alarms.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

/** Where an alarm that is not kept any more leads to. */
const SOMEWHERE: ShowTarget = { kind: 'screen', screen: 'watch' };

export const alarmsRouter = router({
  /** All of it, whatever the wire had before. */
  feed: feed
    .input(ofAlarmsInputSchema)
    .output(trackedOutput(alarmsStateSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, state } of ctx.application.alarms(input.watch).follow(signal))
        yield tracked(String(revision), state);
    }),
  putSettings: procedure
    .input(putAlarmSettingsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).putSettings(input.settings)),
  test: procedure
    .input(ofAlarmsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).test()),
  /** Somebody clicked it in this page, which goes there by itself. */
  open: procedure
    .input(alarmInputSchema)
    .output(z.object({ target: showTargetSchema }))
    .mutation(async ({ ctx, input }) => ({
      target: (await ctx.application.alarms(input.watch).open(input.alarm)) ?? SOMEWHERE,
    })),
  seen: procedure
    .input(alarmsSeenInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).seen(input.alarms)),
  delivered: procedure
    .input(alarmDeliveredInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.alarms(input.watch).delivered(input.alarm, input.refused)),
  /** Of all watches; only one page of a browser follows it, so that nobody is told twice. */
  notices: feed.output(trackedOutput(pageNoticeSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, notice } of ctx.application.pageNotices(signal))
      yield tracked(String(revision), notice);
  }),
});
