import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  acknowledgeAlarmsInputSchema,
  alarmIdSchema,
  alarmsSnapshotSchema,
  pageNotificationSchema,
  type ShowTarget,
  showTargetSchema,
} from '../../../src-shared/api/alarms.ts';
import { alarmSettingsSchema } from '../../../src-shared/domain/cases/alarm-settings-schema.ts';
import { backTestInputSchema, backTestSchema } from '../../../src-shared/api/quality/back-test.ts';
import { feed, ofWatchSchema, router, trackedOutput, watchCommand, watchProcedure, watchQuery } from './procedures.ts';
import { watchStates } from './state-procedures.ts';

const FALLBACK_TARGET: ShowTarget = { kind: 'screen', screen: 'watch' };

export const alarmsRouter = router({
  /** Sends the complete state, regardless of what the client received before. */
  feed: watchStates(alarmsSnapshotSchema, (watch, signal) => watch.alarms.subscribe(signal)),
  putSettings: watchCommand(z.object({ settings: alarmSettingsSchema }), (watch, input) =>
    watch.alarms.putSettings(input.settings),
  ),
  /** Replays the stored history with these settings. Takes up to some seconds; the signal cancels it. */
  backTest: watchQuery(backTestInputSchema, backTestSchema, (watch, input, signal) =>
    watch.backTest.run(input, signal),
  ),
  /** Sends a test alarm now, regardless of quiet hours and limits. */
  test: watchCommand(ofWatchSchema, (watch) => watch.alarms.test()),
  /** Records that the user opened the alarm. Returns a target even if the alarm no longer exists. */
  open: watchProcedure
    .input(z.object({ alarm: alarmIdSchema }))
    .output(z.object({ target: showTargetSchema }))
    .mutation(async ({ ctx, input }) => ({ target: (await ctx.watch.alarms.open(input.alarm)) ?? FALLBACK_TARGET })),
  acknowledge: watchCommand(acknowledgeAlarmsInputSchema, (watch, input) => watch.alarms.acknowledge(input.alarms)),
  /** `refused`: the reason why the page could not show the notification; null if it was shown. */
  reportDelivery: watchCommand(
    z.object({ alarm: alarmIdSchema, refused: z.string().max(200).nullable() }),
    (watch, input) => watch.alarms.reportDelivery(input.alarm, input.refused),
  ),
  /** Sends the notices of all watches. Only one page of a browser subscribes, so no notice is shown twice. */
  notifications: feed.output(trackedOutput(pageNotificationSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, notice } of ctx.backend.pages.subscribe(signal))
      yield tracked(String(revision), notice);
  }),
});
