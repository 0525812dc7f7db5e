/** `watchfloor team join`: tries everything that a member needs, and only then changes the profile. */
import { existsSync } from 'node:fs';
import { type TeamJoinFile, teamJoinFileSchema } from '../../../../src-shared/domain/profile/team-join-file.ts';
import { teamCaFile, type TeamSettings } from '../../../../src-shared/domain/profile/team-settings.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { readPlainText } from '../../../adapters/files/plain-file.ts';
import { setAsideBeforeTeam } from '../../../adapters/sqlite/events/files/before-team.ts';
import type { StorePaths } from '../../../adapters/sqlite/store-paths.ts';
import type { LogLimits } from '../../../adapters/team/nats-log-limits.ts';
import type { MemberCheck } from '../../../adapters/team/nats-member-check.ts';
import { firstTake } from '../../../core/team/join-team.ts';
import { teamService } from '../../../core/team/team-service.ts';
import { processSecrets } from '../../process-secrets.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { withReader } from '../store/store-choice.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { logLimitWords } from './log-limit-words.ts';
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
      const checked = await checkMember(member, team, key, terminal.stopSignal());
      if (checked.kind === 'refused') {
        await undo();
        reportLine(terminal, terminalText(`watchfloor: Not joined, and nothing was changed. ${checked.words}`));
        terminal.exitCode = 1;
        return;
      }
      if (checked.store === 'of-other-seqs') {
        const folder = setAsideBeforeTeam(paths, options.dataDir, team.log);
        printLine(terminal, terminalText(setAsideWords(folder, checked.events)));
      }
      await keep(member, team, key, terminal.stopSignal());
      const words = `"${profile.name}" is the member "${team.member}" of the team now. Start to watch with it. Delete ${file}: it has the key.`;
      printLine(terminal, terminalText(words));
      if (checked.store === 'starts-log') printLine(terminal, terminalText(publishWords(checked.events)));
      const { facts, warnings } = logLimitWords(checked.limits, terminal.clock.now());
      for (const line of [...facts, ...warnings.map((one) => `Warning: ${one}`)])
        printLine(terminal, terminalText(line));
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

type Checked =
  | { readonly kind: 'refused'; readonly words: string }
  /** `starts-log`: the empty log gets the lineage of the store. `of-other-seqs`: the store's seqs are other events. */
  | {
      readonly kind: 'can-join';
      readonly store: 'fits' | 'starts-log' | 'of-other-seqs';
      readonly events: number;
      readonly limits: LogLimits;
    };

async function checkMember(
  { profile, paths }: MemberProfile,
  team: TeamSettings,
  seed: string,
  signal: AbortSignal,
): Promise<Checked> {
  const [{ checkNatsMember }, { createNatsTeamLog }, { natsLogLimits }] = await Promise.all([
    import('../../../adapters/team/nats-member-check.ts'),
    import('../../../adapters/team/nats-team-log.ts'),
    import('../../../adapters/team/nats-log-limits.ts'),
  ]);
  const { servers, member, log } = team;
  const caFile = teamCaFile(team, profile);
  const connection = { servers, member, seed, caFile, timeoutMs: ANSWER_MS };
  const check = await checkNatsMember(connection, log, rightsRole(team), signal);
  if (check.kind !== 'reached') return { kind: 'refused', words: checkWords(check, team) };
  const teamLog = createNatsTeamLog({ ...connection, log });
  try {
    const first = await firstTake(teamLog, check, signal);
    if (first !== null && first.service !== teamService(log, profile))
      return {
        kind: 'refused',
        words: `The team watches another service or domain than this profile, whose events address is ${profile.eventsUrl}.`,
      };
    const limits = await natsLogLimits(connection, log, signal);
    return { kind: 'can-join', limits, ...(await compareStore(paths, first?.lineage ?? null)) };
  } finally {
    await teamLog.close();
  }
}

/** @param lineage that of the log; null if the log is empty */
async function compareStore({ events: path }: StorePaths, lineage: string | null) {
  if (!existsSync(path)) return { store: 'fits', events: 0 } as const;
  const store = await withReader(path, async (reader) => ({
    lineage: await reader.lineage(),
    events: (await reader.extent()).storedEvents,
    newestSeq: (await reader.extent()).newestSeq,
  }));
  const { events } = store;
  if (store.newestSeq === 0 || store.lineage === lineage) return { store: 'fits', events } as const;
  return { store: lineage === null ? 'starts-log' : 'of-other-seqs', events } as const;
}

const setAsideWords = (folder: string, events: number) =>
  `The ${count(events, 'event')} of this store from before the team, and its actions, were set aside: nothing is lost, and the team does not get them. To read them: watchfloor events --data-dir ${folder}`;

const publishWords = (events: number) =>
  `The store has ${count(events, 'event')} from before the team, and the log is empty. To give them to the team, start to watch with this member first, then run: watchfloor team publish`;

function checkWords(check: Exclude<MemberCheck, { kind: 'reached' }>, { servers, member, log }: TeamSettings): string {
  switch (check.kind) {
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
