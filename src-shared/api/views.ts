import * as z from 'zod';
import { filterSchema } from '../domain/filter/filter-schema.ts';
import { notifySettingsSchema } from '../domain/cases/alarm-settings-schema.ts';
import type { SavedView } from '../domain/saved-view.ts';
import { MAX_SAVED_VIEWS, SAVED_VIEW_LIMITS } from '../domain/saved-view-limits.ts';

const savedViewSchema = z.object({
  id: z.string().min(1).max(SAVED_VIEW_LIMITS.id),
  name: z.string().min(1).max(SAVED_VIEW_LIMITS.name),
  filter: filterSchema,
  pinned: z.boolean(),
  notify: notifySettingsSchema.nullable(),
}) satisfies z.ZodType<SavedView>;

const sharedViewSchema = z.object({
  ...savedViewSchema.pick({ id: true, name: true }).shape,
  /** Null if only a newer Watchfloor can read the filter. */
  filter: filterSchema.nullable(),
  member: z.string(),
  memberName: z.string(),
  isOwn: z.boolean(),
  isSending: z.boolean(),
});
export type SharedView = z.infer<typeof sharedViewSchema>;
export const sharedViewsSchema = z.array(sharedViewSchema);

export const viewsSchema = z.array(savedViewSchema).max(MAX_SAVED_VIEWS);
export const viewIdsSchema = z.array(z.string()).max(MAX_SAVED_VIEWS);
