import { tracked } from '@trpc/server';
import { exportInputSchema, exportJobsSchema, startExportInputSchema } from '../../../src-shared/api/exports.ts';
import { command, feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const exportsRouter = router({
  feed: feed.output(trackedOutput(exportJobsSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, jobs } of ctx.backend.exports.subscribe(signal))
      yield tracked(String(revision), [...jobs]);
  }),
  start: procedure
    .input(startExportInputSchema)
    .output(exportInputSchema)
    .mutation(({ ctx, input }) => ctx.backend.exports.start(input)),
  cancel: command.input(exportInputSchema).mutation(({ ctx, input }) => ctx.backend.exports.cancel(input.id)),
  forget: command.input(exportInputSchema).mutation(({ ctx, input }) => ctx.backend.exports.forget(input.id)),
});
