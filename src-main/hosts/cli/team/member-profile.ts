import { existsSync } from 'node:fs';
import { chmod, chown, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PRACTICE_ID } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { printProfile } from '../../../../src-shared/domain/profile/profile-text.ts';
import { teamCaFile, type TeamSettings } from '../../../../src-shared/domain/profile/team-settings.ts';
import { isJsonObject } from '../../../../src-shared/service/json-fields.ts';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';
import { readPlainText } from '../../../adapters/files/plain-file.ts';
import { MAX_PROFILE_BYTES, parseStoredProfile, readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { type StorePaths, storePaths } from '../../../adapters/sqlite/store-paths.ts';
import { createTeamKeys, type TeamKeys } from '../../../adapters/team/team-keys.ts';
import { managedProfile, refuseProfile } from '../../../core/policy/policy-rules.ts';
import type { Policy } from '../../../../src-shared/api/policy/policy.ts';
import { openVault } from '../../open-vault.ts';
import { processSecrets } from '../../process-secrets.ts';
import type { StoreOptions, VaultKeyFileOption } from '../options.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { chooseStore, isProfileFile } from '../store/store-choice.ts';
import { keychainAccess, type Terminal } from '../terminal/terminal.ts';

export type MemberOptions = StoreOptions & VaultKeyFileOption;

export interface MemberProfile {
  readonly profile: ConnectionProfile;
  readonly paths: StorePaths;
  readonly keys: TeamKeys;
  readonly policy: Policy;
  /** Replaces the `team` section; null removes it. @throws AppError STORE_UNWRITABLE */
  readonly writeTeam: (team: TeamSettings | null) => Promise<void>;
}

/** @throws AppError BAD_ARGUMENT, BAD_PROFILE, NO_STORE, STORE_…, VAULT_KEY_FILE; what `run` throws */
export async function withMemberProfile<Result>(
  terminal: Pick<Terminal, 'environment' | 'policy' | 'stderr'>,
  options: MemberOptions,
  run: (member: MemberProfile) => Promise<Result>,
): Promise<Result> {
  const policy = await terminal.policy();
  const { profile, writeTeam: write } = await chosenProfile(options, policy);
  const writeTeam = async (team: TeamSettings | null) => {
    refuseProfile(policy, { ...profile, team: team ?? undefined }, profile);
    await write(team);
  };
  const paths = storePaths(options.dataDir, { id: profile.id, practice: false });
  const vault = openVault({ ...options, ...keychainAccess(terminal) });
  try {
    return await run({ profile, paths, keys: createTeamKeys(vault), policy, writeTeam });
  } finally {
    await vault.close();
  }
}

/** @throws AppError BAD_ARGUMENT if the profile is in no team, or its key is not here */
export async function memberKey({ profile, keys, policy }: MemberProfile, signal: AbortSignal) {
  refuseProfile(policy, profile);
  const { team } = profile;
  if (team === undefined)
    throw badArgument(`The profile "${profile.name}" is in no team. To join one: watchfloor team join FILE`);
  const seed = await keys.read(profile.id, team, signal);
  if (seed === null)
    throw badArgument(
      `The key of the member "${team.member}" for these servers is not stored here. Join again with a new join file.`,
    );
  processSecrets.add(seed);
  return { team, seed, caFile: teamCaFile(team, profile) };
}

async function chosenProfile({ dataDir, profile: named }: MemberOptions, policy: Policy) {
  if (isProfileFile(named)) {
    const path = resolve(named);
    const profile = await readProfileFile(path);
    return { profile, writeTeam: (team: TeamSettings | null) => changeFile(path, team) };
  }
  const { id, profile: listed, path, name } = await chooseStore(dataDir, named);
  const paths = storePaths(dataDir, { id, practice: false });
  if (listed === null || id === PRACTICE_ID)
    throw badArgument(`The profile of "${name}" is not stored here: name its file.`);
  const stored = join(paths.directory, 'profile.json');
  if (!existsSync(stored))
    throw badArgument(`"${name}" was watched with a profile file: name this file with --profile.`);
  const text = await readPlainText(stored, MAX_PROFILE_BYTES);
  const profile = managedProfile(policy, parseStoredProfile(text, path, id));
  const { team: _, ...others } = profile;
  return {
    profile,
    writeTeam: (team: TeamSettings | null) =>
      writeFileAtomically(stored, printProfile(team === null ? others : { ...others, team })),
  };
}

/** Keeps everything else in the file, its owner and who may read it. */
async function changeFile(path: string, team: TeamSettings | null): Promise<void> {
  const { mode, uid, gid } = await stat(path);
  const fields: unknown = JSON.parse((await readPlainText(path, MAX_PROFILE_BYTES)).replace(/^\uFEFF/, ''));
  if (!isJsonObject(fields)) return;
  const { team: _, ...others } = fields;
  await writeFileAtomically(path, `${JSON.stringify(team === null ? others : { ...others, team }, null, 2)}\n`);
  await chmod(path, mode);
  // Another user's file stays that user's if this process may do so.
  await chown(path, uid, gid).catch(() => undefined);
}
