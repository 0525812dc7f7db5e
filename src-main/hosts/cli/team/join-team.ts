/** `watchfloor team join`: tries everything that a member needs, and only then changes the profile. */
import { existsSync } from 'node:fs';
import { type TeamJoinFile, teamJoinFileSchema } from '../../../../src-shared/domain/profile/team-join-file.ts';
import { teamCaFile, type TeamSettings } from '../../../../src-shared/domain/profile/team-settings.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { readPlainText } from '../../../adapters/files/plain-file.ts';
import type { MemberCheck } from '../../../adapters/team/nats-member-check.ts';
import { firstTake } from '../../../core/team/join-team.ts';
import { teamService } from '../../../core/team/team-service.ts';
import { processSecrets } from '../../process-secrets.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { withReader } from '../store/store-choice.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import {
  keepAuthorities,
  type MemberOptions,
  type MemberProfile,
  refuseWhileWatched,
  withMemberProfile,
} from './member-profile.ts';
import { rightsRole } from './team-file.ts';

/** For one answer. A server on the other side of the world answers within a second. */
const ANSWER_MS = 5_000;
const MAX_JOIN_FILE_BYTES = 2_000_000;

export async function joinTeamFrom(terminal: Terminal, file: string, options: MemberOptions): Promise<void> {
  const joinFile = await readJoinFile(file);
  await withMemberProfile(terminal, options, async (member) => {
    const { key, authorities, watchfloorTeam: _, ...settings } = joinFile;
    const { profile, paths } = member;
    if (profile.team !== undefined && (profile.team.log !== settings.log || profile.team.member !== settings.member))
      throw badArgument(`The profile "${profile.name}" is in a team already. To leave it: watchfloor team leave`);
    refuseWhileWatched(member);
    const { caFile, undo } = await keepAuthorities(paths, authorities);
    try {
      const team: TeamSettings = caFile === null ? settings : { ...settings, caFile };
      const problem = await whyNotJoin(member, team, key, terminal.stopSignal());
      if (problem !== null) {
        await undo();
        reportLine(terminal, terminalText(`watchfloor: Not joined, and nothing was changed. ${problem}`));
        terminal.exitCode = 1;
        return;
      }
      await keep(member, team, key, terminal.stopSignal());
      const words = `"${profile.name}" is the member "${team.member}" of the team now. Start to watch with it. Delete ${file}: it has the key.`;
      printLine(terminal, terminalText(words));
    } catch (error) {
      await undo();
      throw error;
    }
  });
}

async function readJoinFile(file: string): Promise<TeamJoinFile> {
  const text = await readPlainText(file, MAX_JOIN_FILE_BYTES).catch(() => {
    throw badArgument(`The join file ${file} cannot be read.`);
  });
  const parsed = teamJoinFileSchema.safeParse(parseJsonOrNull(text));
  if (!parsed.success)
    throw badArgument(`${file} is no join file of "watchfloor team add-member", or is of another version.`);
  processSecrets.add(parsed.data.key);
  return parsed.data;
}

/** The key first: a profile in a team without its key would not watch. */
async function keep({ profile, keys, writeTeam }: MemberProfile, team: TeamSettings, key: string, signal: AbortSignal) {
  await keys.write(profile.id, team, key, signal);
  try {
    await writeTeam(team);
  } catch (error) {
    await keys.remove(profile.id);
    throw error;
  }
}

/** Returns a sentence, or null if the member can join. */
async function whyNotJoin(
  { profile, paths }: MemberProfile,
  team: TeamSettings,
  seed: string,
  signal: AbortSignal,
): Promise<string | null> {
  const [{ checkNatsMember }, { createNatsTeamLog }] = await Promise.all([
    import('../../../adapters/team/nats-member-check.ts'),
    import('../../../adapters/team/nats-team-log.ts'),
  ]);
  const { servers, member, log } = team;
  const caFile = teamCaFile(team, profile);
  const connection = { servers, member, seed, caFile, timeoutMs: ANSWER_MS };
  const check = await checkNatsMember(connection, log, rightsRole(team), signal);
  const problem = checkWords(check, team);
  if (check.kind !== 'reached') return problem;
  const teamLog = createNatsTeamLog({ ...connection, log });
  try {
    const first = await firstTake(teamLog, check, signal);
    if (first === null) return null;
    if (first.service !== teamService(log, profile))
      return `The team watches another service or domain than this profile, whose events address is ${profile.eventsUrl}.`;
    if (!existsSync(paths.events)) return null;
    const store = await withReader(paths.events, async (reader) => ({
      lineage: await reader.lineage(),
      newestSeq: (await reader.extent()).newestSeq,
    }));
    return store.newestSeq > 0 && store.lineage !== first.lineage
      ? `The store ${paths.directory} has events from before the team. Move this folder aside, and join again with an empty one.`
      : null;
  } finally {
    await teamLog.close();
  }
}

function checkWords(check: MemberCheck, { servers, member, log }: TeamSettings): string | null {
  switch (check.kind) {
    case 'reached':
      return null;
    case 'missing':
      return `The servers answer and have no log ${log}. The administrator makes it with "watchfloor team create".`;
    case 'refused':
      return `The servers refuse the key of "${member}" (${check.detail}). The administrator gives them the configuration of "watchfloor team create --print-config".`;
    case 'no-answer':
      return `${servers.join(', ')}: no connection (${check.detail}). Check the addresses, the network and the certificate of the servers.`;
    case 'too-old':
      return `The servers are of version ${check.version}; Watchfloor needs 2.9 or newer.`;
    case 'no-right':
      return `The servers let "${member}" not ${RIGHT_WORDS[check.to]}. The administrator gives them the configuration of "watchfloor team create --print-config".`;
    default:
      return assertNever(check);
  }
}

const RIGHT_WORDS = {
  read: 'read the log',
  act: 'write actions',
  hold: 'hold the seat',
};
