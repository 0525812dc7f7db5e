/** Saved views of a profile: a feed of all of them, and each change as a call. */
import * as z from 'zod';
import { watchIdSchema } from '../domain/identity.ts';
import { filterSchema } from '../domain/filter-schema.ts';
import { notifySettingsSchema } from './alarms.ts';
import { MAX_SAVED_VIEWS, type SavedView, SAVED_VIEW_LIMITS } from '../domain/saved-view.ts';

const savedViewSchema = z.object({
  id: z.string().min(1).max(SAVED_VIEW_LIMITS.id),
  name: z.string().min(1).max(SAVED_VIEW_LIMITS.name),
  filter: filterSchema,
  pinned: z.boolean(),
  notify: notifySettingsSchema.nullable(),
}) satisfies z.ZodType<SavedView>;

export const viewsInputSchema = z.object({ watch: watchIdSchema });
/** In the order in which people put them. */
export const viewsSchema = z.array(savedViewSchema).max(MAX_SAVED_VIEWS);

/** Adds it, or takes the place of the one with its id. */
export const putViewsInputSchema = viewsInputSchema.extend({ views: viewsSchema.min(1) });
export const removeViewInputSchema = viewsInputSchema.extend({ id: z.string() });
/** All ids, in their new order; one that is not named stays behind the others. */
export const orderViewsInputSchema = viewsInputSchema.extend({ ids: z.array(z.string()).max(MAX_SAVED_VIEWS) });
