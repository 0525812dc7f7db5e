import * as z from 'zod';
import { groupTurns, signalTurns } from './turn.ts';

/** Attempts that failed in a row. */
export const deliveryFailureSchema = z.object({
  /** UTC epoch ms: first failed attempt, and the next attempt. */
  since: z.number(),
  nextAt: z.number(),
  attempts: z.number().int().positive(),
  detail: z.string(),
});
export type DeliveryFailure = Readonly<z.infer<typeof deliveryFailureSchema>>;

export const deliverySchema = z.object({
  turn: z.object({
    number: z.number().int().positive(),
    id: z.string(),
    subject: z.string(),
    /** `event`: an event of a saved view, whose seq is the number. */
    name: z.enum([...groupTurns, ...signalTurns, 'event']),
    /** UTC epoch ms. Older versions did not store it. */
    at: z.number().default(0),
  }),
  at: z.number(),
  outcome: z.enum(['delivered', 'retrying', 'not-delivered']),
  attempts: z.number().int().positive(),
  /** Why it was not delivered, or the receiver's words, for people; null if it was delivered without words. */
  detail: z.string().nullable(),
});
export type Delivery = Readonly<z.infer<typeof deliverySchema>>;
