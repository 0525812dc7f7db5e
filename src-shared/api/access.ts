/** Who a token is: the token-permissions answer, `service-spec.md` "Token permissions response", kept as it came. */
import * as z from 'zod';
import { watchIdSchema } from '../domain/identity.ts';

export const accessInputSchema = z.object({
  watch: watchIdSchema,
  /** Asks the service although the last answer is younger than its 60 s. */
  fresh: z.boolean(),
});

/** A field of another type than documented is read as empty, and named in `undocumented`. */
export const accessReportSchema = z.object({
  /** When the service answered, UTC epoch ms. */
  checkedAt: z.number(),
  /** Kept until then. */
  keptUntil: z.number(),
  domainId: z.string().nullable(),
  roles: z.array(z.string()),
  accessRights: z.array(z.string()),
  solutions: z.array(z.string()),
  /** By resource, in the order of the answer; `permissions` null: the entry is no list of names. */
  resources: z.array(z.object({ resource: z.string(), permissions: z.array(z.string()).nullable() })),
  /** Names of properties that the document does not show, or that have another type there. */
  undocumented: z.array(z.string()),
  /** The answer as it came, up to a million characters; without anything that was sent. */
  raw: z.string(),
  /** Until when the token that asked is good, UTC epoch ms; `null` where the issuer did not say. */
  endsAt: z.number().nullable(),
});
export type AccessReport = z.infer<typeof accessReportSchema>;
