/**
 * The whole contract between backend and UI: every call and every feed, with its input and output.
 * No procedure returns a secret (`test/architecture` says so). Feeds yield `tracked` ids so that a dropped wire resumes
 * where it was.
 */
import { tracked } from '@trpc/server';
import * as z from 'zod';
import { AppError } from '../../../src-shared/api/errors.ts';
import {
  coverageInputSchema,
  eventDetailSchema,
  eventInputSchema,
  RAW_PREVIEW_CHARS,
  timelineBatchSchema,
  timelineFeedInputSchema,
  timelinePageInputSchema,
  timelinePageSchema,
} from '../../../src-shared/api/timeline.ts';
import { hostDescriptionSchema, practiceScenarioSchema, watchSnapshotSchema } from '../../../src-shared/api/watch.ts';
import { coverageSchema } from '../../../src-shared/domain/coverage.ts';
import { feed, procedure, trackedOutput, router } from './procedures.ts';

export const appRouter = router({
  host: router({
    describe: procedure.output(hostDescriptionSchema).query(({ ctx }) => ctx.describe()),
  }),

  watch: router({
    /** Whole snapshots, the present one first; at most ten a second. */
    feed: feed.output(trackedOutput(watchSnapshotSchema)).subscription(async function* ({ ctx, signal }) {
      for await (const { revision, snapshot } of ctx.snapshots(signal)) yield tracked(String(revision), snapshot);
    }),
    /** Ends a wait for the next attempt; does nothing while watching. */
    retryNow: procedure.output(z.void()).mutation(({ ctx }) => ctx.retryNow()),
  }),

  practice: router({
    scenarios: procedure.output(z.array(practiceScenarioSchema)).query(({ ctx }) => [...ctx.practiceScenarios()]),
    start: procedure
      .input(z.object({ scenario: z.string() }))
      .output(z.void())
      .mutation(({ ctx, input }) => ctx.startPractice(input.scenario)),
  }),

  timeline: router({
    page: procedure
      .input(timelinePageInputSchema)
      .output(timelinePageSchema)
      .query(({ ctx, input }) => ctx.events().page(input)),
    feed: feed
      .input(timelineFeedInputSchema)
      .output(trackedOutput(timelineBatchSchema))
      .subscription(async function* ({ ctx, input, signal }) {
        const after = input.lastEventId === undefined ? input.after : Number(input.lastEventId);
        for await (const rows of ctx.liveEvents(after, signal))
          yield tracked(String(rows.at(-1)?.seq ?? after), { rows });
      }),
    event: procedure
      .input(eventInputSchema)
      .output(eventDetailSchema)
      .query(async ({ ctx, input }) => {
        const event = await ctx.events().event(input.seq);
        if (event === null) throw new AppError('NOT_FOUND', `There is no stored event ${input.seq}.`);
        return { ...event, raw: event.raw.slice(0, RAW_PREVIEW_CHARS), rawLength: event.raw.length };
      }),
  }),

  coverage: router({
    span: procedure
      .input(coverageInputSchema)
      .output(coverageSchema)
      .query(({ ctx, input }) => ctx.events().coverage(input)),
  }),
});

export type AppRouter = typeof appRouter;
