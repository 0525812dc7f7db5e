/** The licence notices of everything that ships and was written by others. The build makes the list; page and command line show it. */
import * as z from 'zod';

/**
 * The places where a part ships. `page` and `backend`: bundled into Watchfloor's own files. `packages`: in `node_modules`, which a
 * desktop package brings and npm installs beside the tarball. `desktop`: in a desktop package only.
 */
const partPlaces = ['page', 'backend', 'packages', 'desktop'] as const;
export type PartPlace = (typeof partPlaces)[number];

const partSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression: `MIT`, `MIT OR Apache-2.0`. */
  licence: z.string(),
  places: z.array(z.enum(partPlaces)),
  /** Positions in `texts`. The first is the licence; notices of the part's own parts may follow. */
  texts: z.array(z.number().int().min(0)).min(1),
});
export type NoticedPart = z.infer<typeof partSchema>;

export const noticesSchema = z.object({
  /** Version of Watchfloor. */
  version: z.string(),
  parts: z.array(partSchema),
  texts: z.array(z.string().min(1)),
});
export type Notices = z.infer<typeof noticesSchema>;
