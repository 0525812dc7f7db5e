import * as z from 'zod';

/** Shape of an event that is stored as JSON. A row may come from a damaged database. */
export const receivedEventSchema = z.object({
  receivedAt: z.number(),
  kind: z.string(),
  id: z.string().nullable(),
  data: z.string(),
  oversize: z.exactOptional(z.object({ bytes: z.number(), sha256: z.string() })),
  streamDomain: z.exactOptional(z.string()),
});
