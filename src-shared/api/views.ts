/** API of a profile's saved views: a feed of all views, and a call for each change. */
import * as z from 'zod';
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

export const viewsSchema = z.array(savedViewSchema).max(MAX_SAVED_VIEWS);
export const viewIdsSchema = z.array(z.string()).max(MAX_SAVED_VIEWS);
