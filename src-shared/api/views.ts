/** Saved views of a profile: a feed of all of them, and each change as a call. */
import * as z from 'zod';
import { watchIdSchema } from '../domain/identity.ts';
import { savedViewSchema, savedViewsSchema } from '../domain/saved-view.ts';

export const viewsInputSchema = z.object({ watch: watchIdSchema });
export const viewsSchema = savedViewsSchema;

/** Adds it, or takes the place of the one with its id. */
export const putViewsInputSchema = viewsInputSchema.extend({ views: z.array(savedViewSchema).min(1).max(200) });
export const removeViewInputSchema = viewsInputSchema.extend({ id: z.string() });
/** All ids, in their new order; one that is not named stays behind the others. */
export const orderViewsInputSchema = viewsInputSchema.extend({ ids: z.array(z.string()).max(200) });
