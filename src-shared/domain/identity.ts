/**
 * Who is who. A profile is its id and a watch is its `WatchId`; names are labels that may change or repeat.
 */
import * as z from 'zod';

/** Lower case alone, since some file systems do not tell the cases apart; it names a folder. */
export const profileIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{7,63}$/)
  .brand('ProfileId');
export type ProfileId = z.infer<typeof profileIdSchema>;

/** Practice's own; `domain/profile` refuses it in a profile file. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the form of an id
export const PRACTICE_ID = 'practice' as ProfileId;

/** One opening of one profile. Opened again it is another watch. */
export const watchIdSchema = z.string().min(1).max(64).brand('WatchId');
export type WatchId = z.infer<typeof watchIdSchema>;
