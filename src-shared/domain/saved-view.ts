/** A filter under a name: pinned in the rail, counted live, exchanged as a small file. It belongs to one profile. */
import * as z from 'zod';
import { filterSchema } from './filter.ts';

export const savedViewSchema = z.object({
  /** Made when it is saved first; the same view under another name keeps it. */
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(80),
  filter: filterSchema,
  /** Shown in the rail. */
  pinned: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const MOST_VIEWS = 200;
/** In the order in which people put them. */
export const savedViewsSchema = z.array(savedViewSchema).max(MOST_VIEWS);
