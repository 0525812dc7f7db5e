/** Ids of profiles and watches. Names are only labels that may change or repeat. */
import * as z from 'zod';

/** Only lower case, because it names a folder and some file systems ignore case. */
export const profileIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{7,63}$/)
  .brand<'ProfileId', 'inout'>();
export type ProfileId = z.infer<typeof profileIdSchema>;

/** Id of Practice; `domain/profile` refuses it in a profile file. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the form of an id
export const PRACTICE_ID = 'practice' as ProfileId;

/** Id of one opening of a profile. Opening it again creates another watch. */
export const watchIdSchema = z.string().min(1).max(64).brand<'WatchId', 'inout'>();
export type WatchId = z.infer<typeof watchIdSchema>;
