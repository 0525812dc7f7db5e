/** Access of a token: the token-permissions response (`docs/service.md` §2.3). */
import * as z from 'zod';

export const accessInputSchema = z.object({
  fresh: z.boolean(),
});

/** A field whose type differs from the document is read as empty and named in `undocumented`. */
export const accessReportSchema = z.object({
  checkedAt: z.number(),
  keptUntil: z.number(),
  domainId: z.string().nullable(),
  roles: z.array(z.string()),
  accessRights: z.array(z.string()),
  solutions: z.array(z.string()),
  /** In the order of the response. `permissions` is null if the entry is not a list of names. */
  resources: z.array(z.object({ resource: z.string(), permissions: z.array(z.string()).nullable() })),
  undocumented: z.array(z.string()),
  /** Response text as received, up to a million characters. Contains nothing of the request. */
  raw: z.string(),
  /** When the token of the request expires, UTC epoch ms; null if the issuer did not say. */
  endsAt: z.number().nullable(),
});
export type AccessReport = z.infer<typeof accessReportSchema>;
