/** Sharing is an action without subjects: stored, sent and ordered as such. Pins and alarms stay personal. */
import * as z from 'zod';
import { SAVED_VIEW_LIMITS } from './saved-view-limits.ts';

/** In characters, of at most 3 bytes each. An entry of the log has at most 1 MB. */
export const MAX_SHARED_QUERY = 200_000;

const viewNameSchema = z.object({
  id: z.string().min(1).max(SAVED_VIEW_LIMITS.id),
  name: z.string().min(1).max(SAVED_VIEW_LIMITS.name),
});

/** The author of the action is the desk. Of several actions on a view, the last in the order of the log counts. */
export const viewActionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('share-view'),
    /** `query`: text of the filter. A newer Watchfloor may write what this one cannot read. */
    view: viewNameSchema.extend({ query: z.string().max(MAX_SHARED_QUERY) }),
  }),
  z.object({ kind: z.literal('unshare-view'), view: viewNameSchema }),
]);
export type ViewAction = z.infer<typeof viewActionSchema>;

export const SHARED_VIEWS = 'views';
