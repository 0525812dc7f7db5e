/** Licence notices of all third-party parts that ship. The build creates the list; page and command line show it. */
import * as z from 'zod';

/** `page` and `backend`: bundled. `packages`: in `node_modules`. `desktop`: only in a desktop package. */
const partLocations = ['page', 'backend', 'packages', 'desktop'] as const;
export type PartLocation = (typeof partLocations)[number];

const partSchema = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  places: z.array(z.enum(partLocations)),
  /** Indexes into `texts`. The first is the licence; notices of the part's own parts may follow. */
  texts: z.array(z.number().int().min(0)).min(1),
});
export type LicensedPart = z.infer<typeof partSchema>;

export const licenceNoticesSchema = z.object({
  version: z.string(),
  parts: z.array(partSchema),
  texts: z.array(z.string().min(1)),
});
export type LicenceNotices = z.infer<typeof licenceNoticesSchema>;
