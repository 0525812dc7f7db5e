/** Makes a profile a member of a team with a join file: tries everything that the member needs before it changes anything. */
import type { TeamJoinReport } from '../../../../src-shared/api/team.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { teamCaFile, type TeamSettings } from '../../../../src-shared/domain/profile/team-settings.ts';
import { refuseProfile } from '../../policy/policy-rules.ts';
import type { Policy } from '../../../../src-shared/api/policy/policy.ts';
import type { JoiningMember, TeamJoins } from '../../ports/team-log.ts';
import { firstTake } from '../join-team.ts';
import { teamService } from '../team-service.ts';
import { readJoinFile } from './read-join-file.ts';

interface JoinRequest {
  readonly profile: ConnectionProfile;
  readonly text: string;
  /** Path of the file from which the profile is read at each start; null if it is stored. */
  readonly startedWith: string | null;
  readonly policy: Policy;
}

/**
 * Writes the team into the profile, after `setAside`, while no watch has its store open. Null: only tries.
 * @throws AppError STORE_…
 */
export type CommitMember = (team: TeamSettings, setAside: () => void) => Promise<void>;

/** @throws AppError MANAGED, POLICY_DAMAGED, STORE_…, KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing was changed */
export async function joinFromFile(
  joins: TeamJoins,
  { profile, text, startedWith, policy }: JoinRequest,
  commit: CommitMember | null,
  signal: AbortSignal,
): Promise<TeamJoinReport> {
  const read = readJoinFile(text);
  if (read.kind === 'file') return { kind: 'refused', member: null, problem: read };
  const { key, authorities, watchfloorTeam: _, ...member } = read.file;
  joins.onSecret(key);
  if (profile.team !== undefined && (profile.team.log !== member.log || profile.team.member !== member.member))
    return { kind: 'refused', member, problem: { kind: 'in-team', profile: profile.name } };
  if (startedWith !== null)
    return { kind: 'refused', member, problem: { kind: 'started-with-file', path: startedWith } };
  refuseProfile(policy, { ...profile, team: member }, profile);
  const { caFile, undo } = await joins.keepAuthorities(profile.id, authorities);
  let isKept = false;
  try {
    const team: TeamSettings = caFile === null ? member : { ...member, caFile };
    const joining = { team, key, caFile: teamCaFile(team, profile) };
    const report = await tryMember(joins, profile, joining, signal);
    if (report.kind === 'refused' || commit === null) return report;
    // The key first: a profile in a team without its key would not watch.
    await joins.writeKey(profile.id, team, key, signal);
    try {
      let setAside: string | null = null;
      await commit(team, () => {
        if (report.store.fit === 'of-other-seqs') setAside = joins.setAside(profile.id, team.log);
      });
      isKept = true;
      return { ...report, kind: 'joined', setAside };
    } catch (error) {
      await joins.removeKey(profile.id);
      throw error;
    }
  } finally {
    if (!isKept) await undo();
  }
}

async function tryMember(
  joins: TeamJoins,
  profile: ConnectionProfile,
  joining: JoiningMember,
  signal: AbortSignal,
): Promise<TeamJoinReport> {
  const { team } = joining;
  const check = await joins.check(joining, signal);
  if (check.kind !== 'reached') return { kind: 'refused', member: team, problem: check };
  const teamLog = await joins.open(joining);
  try {
    const first = await firstTake(teamLog, check, signal);
    if (first !== null && first.service !== teamService(team.log, profile))
      return { kind: 'refused', member: team, problem: { kind: 'other-service', eventsUrl: profile.eventsUrl } };
    const limits = await joins.limits(joining, signal);
    const store = await storeFit(joins, profile, first?.lineage ?? null);
    return { kind: 'can-join', member: team, store, limits, setAside: null };
  } finally {
    await teamLog.close();
  }
}

/** @param lineage that of the log; null if the log is empty */
async function storeFit(joins: TeamJoins, { id }: ConnectionProfile, lineage: string | null) {
  const store = await joins.store(id);
  if (store === null) return { fit: 'fits', events: 0 } as const;
  const { events } = store;
  if (store.newestSeq === 0 || store.lineage === lineage) return { fit: 'fits', events } as const;
  return { fit: lineage === null ? 'starts-log' : 'of-other-seqs', events } as const;
}
