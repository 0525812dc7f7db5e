/** API of a profile's saved views: a feed of all views, and a call for each change. */
import * as z from 'zod';
import { watchIdSchema } from '../domain/identity.ts';
import { filterSchema } from '../domain/filter/filter-schema.ts';
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
export const viewsSchema = z.array(savedViewSchema).max(MAX_SAVED_VIEWS);

export const putViewsInputSchema = viewsInputSchema.extend({ views: viewsSchema.min(1) });
export const removeViewInputSchema = viewsInputSchema.extend({ id: z.string() });
/** All ids in their new order; views that are not named follow in their old order. */
export const orderViewsInputSchema = viewsInputSchema.extend({ ids: z.array(z.string()).max(MAX_SAVED_VIEWS) });
