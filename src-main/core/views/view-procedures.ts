import { tracked } from '@trpc/server';
import * as z from 'zod';
import { viewIdsSchema, viewsSchema } from '../../../src-shared/api/views.ts';
import { router, trackedOutput, watchCommand, watchFeed } from '../api/procedures.ts';

export const viewsRouter = router({
  feed: watchFeed.output(trackedOutput(viewsSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, entries } of ctx.watch.views.subscribe(signal))
      yield tracked(String(revision), [...entries]);
  }),
  put: watchCommand
    .input(z.object({ views: viewsSchema.min(1) }))
    .mutation(({ ctx, input }) => ctx.watch.views.put(input.views)),
  remove: watchCommand
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => ctx.watch.views.remove(input.id)),
  /** Views that are not named follow in their old order. */
  reorder: watchCommand
    .input(z.object({ ids: viewIdsSchema }))
    .mutation(({ ctx, input }) => ctx.watch.views.reorder(input.ids)),
});
