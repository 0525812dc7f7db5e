import * as z from 'zod';
import { sharedViewsSchema, viewIdsSchema, viewsSchema } from '../../../src-shared/api/views.ts';
import { router, watchCommand } from './procedures.ts';
import { watchStates } from './state-procedures.ts';

const viewSchema = z.object({ id: z.string() });

/** Calls about sharing do nothing in a watch without a team. */
export const viewsRouter = router({
  feed: watchStates(viewsSchema, (watch, signal) => watch.views.subscribe(signal)),
  /** Views that this member shares with its team are shared again. */
  put: watchCommand(z.object({ views: viewsSchema.min(1) }), async (watch, { views }) => {
    await watch.views.put(views);
    await watch.team?.views.replace(views);
  }),
  /** Also stops sharing the view if this member shares it. */
  remove: watchCommand(viewSchema, async (watch, { id }) => {
    await watch.views.remove(id);
    await watch.team?.views.unshare(id, 'own');
  }),
  /** Views that are not named follow in their old order. */
  reorder: watchCommand(z.object({ ids: viewIdsSchema }), (watch, input) => watch.views.reorder(input.ids)),
  /** The views that members of the team share, also this one; empty without a team. */
  sharedFeed: watchStates(sharedViewsSchema, (watch, signal) => watch.sharedViews(signal)),
  share: watchCommand(viewSchema, async (watch, { id }) => {
    const view = (await watch.views.read()).find((one) => one.id === id);
    if (view !== undefined) await watch.team?.views.share(view);
  }),
  /** Ends the sharing for all members, also of a view that another member shares. */
  unshare: watchCommand(viewSchema, (watch, { id }) => watch.team?.views.unshare(id, 'any')),
});
