/** The team whose log a Watchfloor shares, and its part in it (`docs/connect.md` "The profile file"). */
import * as z from 'zod';
import { isPlainServer, MEMBER_ID, MEMBER_NAME, teamRoles } from '../team.ts';
import { checkPath, EXPECTED_TEXTS } from './profile-fields.ts';

const LOG_FORM = '4 to 40 letters and digits';
const MEMBER_FORM = '1 to 40 lower-case letters, digits and hyphens';
const SERVER_FORM = 'an address such as "tls://nats1.example:4222"; "nats://" only to this computer';
const NAME_FORM = '1 to 60 letters, digits, spaces and signs';

function isServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const { protocol, username, password, pathname } = url;
  if (username !== '' || password !== '' || !['', '/'].includes(pathname)) return false;
  return protocol === 'tls:' || isPlainServer(url);
}

export const teamSettingsSchema = z.strictObject(
  {
    log: z.string({ error: LOG_FORM }).regex(/^[A-Za-z\d]{4,40}$/, LOG_FORM),
    servers: z
      .array(z.string({ error: SERVER_FORM }).max(300, SERVER_FORM).refine(isServer, SERVER_FORM), {
        error: 'a list of addresses',
      })
      .min(1, 'at least one address')
      .max(9, 'at most 9 addresses'),
    /** Path of a PEM file with further certificate authorities for the servers of the log; absolute. */
    caFile: z
      .string({ error: EXPECTED_TEXTS.path })
      .refine((path) => checkPath(path).kind === 'good', EXPECTED_TEXTS.path)
      .optional(),
    /** Name of this Watchfloor among the members, also that of its credentials. */
    member: z.string({ error: MEMBER_FORM }).regex(MEMBER_ID, MEMBER_FORM),
    name: z.string({ error: NAME_FORM }).regex(MEMBER_NAME, NAME_FORM),
    role: z.enum(teamRoles, { error: '"collect", "desk" or "wall"' }),
    /** False: only follows. A wall screen never holds the seat. */
    mayHold: z.boolean({ error: 'true or false' }).default(true),
    /** Another member takes the seat when the holder was not heard for this long. */
    leaseSeconds: z
      .number({ error: 'seconds from 2 to 60' })
      .min(2, 'seconds from 2 to 60')
      .max(60, 'seconds from 2 to 60')
      .default(6),
  },
  { error: 'an object with "log", "servers", "member", "name" and "role"' },
);
export type TeamSettings = z.infer<typeof teamSettingsSchema>;

/** The authorities of a team's servers: its own, else those of the profile; null for those of this computer only. */
export function teamCaFile(
  team: Pick<TeamSettings, 'caFile'>,
  profile: { readonly caFile?: string | undefined },
): string | null {
  return team.caFile ?? profile.caFile ?? null;
}

/** Rights that a member needs. `stand-by`: it may hold the seat. */
export function rightsRole({ role, mayHold }: Pick<TeamSettings, 'role' | 'mayHold'>): 'wall' | 'desk' | 'stand-by' {
  if (role === 'wall') return 'wall';
  return mayHold ? 'stand-by' : 'desk';
}
