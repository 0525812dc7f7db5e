import * as z from 'zod';
import { actionIdSchema, authorSchema } from '../domain/cases/action.ts';
import { causeKeySchema, causeSchema, consequenceKinds } from '../domain/cases/case.ts';

/** `accepted`: by the operator who accepted or took it. `ended`: no case of it has been open all the time since. */
export const handedOverStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('accepted'), author: authorSchema, at: z.number() }),
  z.object({ kind: z.literal('declined'), author: authorSchema, at: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('ended') }),
]);
export type HandedOverState = z.infer<typeof handedOverStateSchema>;

const shiftHandOverSchema = z.object({
  id: actionIdSchema,
  at: z.number(),
  author: authorSchema,
  note: z.string(),
  items: z.array(
    z.object({
      key: causeKeySchema,
      cause: causeSchema,
      consequence: z.enum(consequenceKinds).nullable(),
      open: z.number().int().nonnegative(),
      state: handedOverStateSchema,
    }),
  ),
});
export type ShiftHandOver = z.infer<typeof shiftHandOverSchema>;
export type HandedOverItem = ShiftHandOver['items'][number];

export const shiftHandOversSchema = z.array(shiftHandOverSchema);
