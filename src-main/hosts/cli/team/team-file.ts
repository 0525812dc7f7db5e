/** The administrator's file of a team. Secret, because it has the administrator's key. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { teamSettingsSchema } from '../../../../src-shared/domain/profile/team-settings.ts';
import { NKEY_SEED } from '../../../../src-shared/domain/team.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';
import { readPlainText } from '../../../adapters/files/plain-file.ts';
import { processSecrets } from '../../process-secrets.ts';
import { badArgument } from '../outlets/outlet-options.ts';

export const TEAM_FILE = 'watchfloor-team.json';
const MAX_TEAM_FILE_BYTES = 10_000_000;

const { log, servers, member, name, role, mayHold } = teamSettingsSchema.shape;

const memberSchema = z.strictObject({ member, name, role, mayHold, publicKey: z.string() });
export type TeamFileMember = z.infer<typeof memberSchema>;

const teamFileSchema = z.strictObject({
  watchfloorTeam: z.literal(1),
  log,
  servers,
  leaseSeconds: z.number().min(2).max(60),
  maxBytes: z.number().int().positive(),
  keepDays: z.number().int().positive(),
  caFile: z.string().nullable(),
  /** Seed of the administrator's nkey. */
  adminKey: z.string().regex(NKEY_SEED),
  members: z.array(memberSchema),
});
export type TeamFile = z.infer<typeof teamFileSchema>;

/** A log on two servers needs both of them, so it is safer on one. */
export const TWO_SERVERS =
  'Two servers are no safer than one: the log has one copy, and both must run. Name one server, or three, which keep three copies.';

export const teamFileExists = (path: string): boolean => existsSync(path);

/** @throws AppError BAD_ARGUMENT */
export async function readTeamFile(path: string): Promise<TeamFile> {
  const text = await readPlainText(path, MAX_TEAM_FILE_BYTES).catch(() => {
    throw badArgument(`The team file ${resolve(path)} cannot be read. "watchfloor team create" makes it.`);
  });
  const parsed = teamFileSchema.safeParse(parseJsonOrNull(text));
  if (!parsed.success) throw badArgument(`${resolve(path)} is no team file of this version of Watchfloor.`);
  processSecrets.add(parsed.data.adminKey);
  if (parsed.data.servers.length === 2) throw badArgument(`${resolve(path)} names two servers. ${TWO_SERVERS}`);
  return parsed.data;
}

/** Readable by this user only. @throws AppError STORE_UNWRITABLE */
export async function writeTeamFile(path: string, team: TeamFile): Promise<void> {
  await writeFileAtomically(resolve(path), `${JSON.stringify(team, null, 2)}\n`);
}
