import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  orderViewsInputSchema,
  putViewsInputSchema,
  removeViewInputSchema,
  viewsInputSchema,
  viewsSchema,
} from '../../../src-shared/api/views.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const viewsRouter = router({
  feed: feed
    .input(viewsInputSchema)
    .output(trackedOutput(viewsSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, entries } of ctx.application.views(input.watch).subscribe(signal))
        yield tracked(String(revision), [...entries]);
    }),
  put: procedure
    .input(putViewsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.views(input.watch).put(input.views)),
  remove: procedure
    .input(removeViewInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.views(input.watch).remove(input.id)),
  reorder: procedure
    .input(orderViewsInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.views(input.watch).reorder(input.ids)),
});
