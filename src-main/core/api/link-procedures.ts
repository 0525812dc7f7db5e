import * as z from 'zod';
import { linkIdsSchema, linksSchema } from '../../../src-shared/api/links.ts';
import { router, watchCommand } from './procedures.ts';
import { watchStates } from './state-procedures.ts';

export const linksRouter = router({
  feed: watchStates(linksSchema, (watch, signal) => watch.links.subscribe(signal)),
  put: watchCommand(z.object({ links: linksSchema.min(1) }), (watch, input) => watch.links.put(input.links)),
  remove: watchCommand(z.object({ id: z.string() }), (watch, input) => watch.links.remove(input.id)),
  /** Links that are not named follow in their old order. */
  reorder: watchCommand(z.object({ ids: linkIdsSchema }), (watch, input) => watch.links.reorder(input.ids)),
});
