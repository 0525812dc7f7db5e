/** API procedures and the feed for exports. */
import { tracked } from '@trpc/server';
import * as z from 'zod';
import { exportInputSchema, exportJobsSchema, startExportInputSchema } from '../../../src-shared/api/exports.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const exportsRouter = router({
  /** Sends all jobs, regardless of what the client received before. */
  feed: feed.output(trackedOutput(exportJobsSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, jobs } of ctx.application.exports.subscribe(signal))
      yield tracked(String(revision), [...jobs]);
  }),
  /** Answers when the file is created. */
  start: procedure
    .input(startExportInputSchema)
    .output(exportInputSchema)
    .mutation(({ ctx, input }) => ctx.application.exports.start(input)),
  /** Answers when the file is removed. */
  cancel: procedure
    .input(exportInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.exports.cancel(input.id)),
  forget: procedure
    .input(exportInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.exports.forget(input.id)),
});
