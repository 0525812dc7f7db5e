/** Marks for what is unusual about an event. A mark neither hides the event nor changes its raw text. */
import * as z from 'zod';
import { markCodes } from './mark-codes.ts';

export const eventMarkSchema = z.object({
  code: z.enum(markCodes),
  detail: z.string(),
});
export type EventMark = z.infer<typeof eventMarkSchema>;
