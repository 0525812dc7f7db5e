/** Defines what operators handed over to the next shift, and what became of each failure group of it. */
import * as z from 'zod';
import { actionIdSchema, authorSchema } from '../domain/cases/action.ts';
import { causeKeySchema, causeSchema, consequenceKinds } from '../domain/cases/case.ts';

/**
 * `accepted`: by the operator who accepted or took it. `ended`: no case of it has been open all the time since. `declined`:
 * stays with its owner.
 */
export const handedOverStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('accepted'), author: authorSchema, at: z.number() }),
  z.object({ kind: z.literal('declined'), author: authorSchema, at: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('ended') }),
]);
export type HandedOverState = z.infer<typeof handedOverStateSchema>;

const shiftHandOverSchema = z.object({
  /** Id of its action. */
  id: actionIdSchema,
  /** UTC epoch ms. */
  at: z.number(),
  author: authorSchema,
  note: z.string(),
  items: z.array(
    z.object({
      key: causeKeySchema,
      cause: causeSchema,
      /** Worst of its open cases; null if none is open. */
      consequence: z.enum(consequenceKinds).nullable(),
      /** Number of open cases. */
      open: z.number().int().nonnegative(),
      state: handedOverStateSchema,
    }),
  ),
});
export type ShiftHandOver = z.infer<typeof shiftHandOverSchema>;
export type HandedOverItem = ShiftHandOver['items'][number];

/** Newest first. */
export const shiftHandOversSchema = z.array(shiftHandOverSchema);
