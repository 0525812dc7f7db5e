/** What a reader notices about an event. None of the marks hides the event; the raw text stays the truth. */
import * as z from 'zod';
import { markCodes } from './mark-codes.ts';

/** `detail` names the field or value concerned. */
export const eventMarkSchema = z.object({
  code: z.enum(markCodes),
  detail: z.string(),
});
export type EventMark = z.infer<typeof eventMarkSchema>;
