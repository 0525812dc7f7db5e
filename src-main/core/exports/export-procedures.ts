import { tracked } from '@trpc/server';
import * as z from 'zod';
import { exportInputSchema, exportJobsSchema, startExportInputSchema } from '../../../src-shared/api/exports.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const exportsRouter = router({
  feed: feed.output(trackedOutput(exportJobsSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, jobs } of ctx.application.exports.subscribe(signal))
      yield tracked(String(revision), [...jobs]);
  }),
  start: procedure
    .input(startExportInputSchema)
    .output(exportInputSchema)
    .mutation(({ ctx, input }) => ctx.application.exports.start(input)),
  cancel: procedure
    .input(exportInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.exports.cancel(input.id)),
  forget: procedure
    .input(exportInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.exports.forget(input.id)),
});
