/** The file with which a Watchfloor joins a team. Contains the member's key, so it is secret until it was used. */
import * as z from 'zod';
import { NKEY_SEED } from '../team.ts';
import { teamSettingsSchema } from './team-settings.ts';

/** A certificate authority has about 2 kB. */
const MAX_AUTHORITIES = 1_000_000;

export const teamJoinFileSchema = z.strictObject({
  watchfloorTeam: z.literal(1),
  ...teamSettingsSchema.omit({ caFile: true }).shape,
  key: z.string().regex(NKEY_SEED),
  /** Further certificate authorities for the servers in PEM; null if those of the computer are enough. */
  authorities: z.string().max(MAX_AUTHORITIES).nullable(),
});
export type TeamJoinFile = z.infer<typeof teamJoinFileSchema>;
