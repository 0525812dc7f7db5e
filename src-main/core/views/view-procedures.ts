import * as z from 'zod';
import { viewIdsSchema, viewsSchema } from '../../../src-shared/api/views.ts';
import { router, watchCommand } from '../api/procedures.ts';
import { watchStates } from '../api/state-procedures.ts';

export const viewsRouter = router({
  feed: watchStates(viewsSchema, (watch, signal) => watch.views.subscribe(signal)),
  put: watchCommand(z.object({ views: viewsSchema.min(1) }), (watch, input) => watch.views.put(input.views)),
  remove: watchCommand(z.object({ id: z.string() }), (watch, input) => watch.views.remove(input.id)),
  /** Views that are not named follow in their old order. */
  reorder: watchCommand(z.object({ ids: viewIdsSchema }), (watch, input) => watch.views.reorder(input.ids)),
});
