/** `watchfloor team join`: tries everything that a member needs, and only then changes the profile. */
import { MAX_JOIN_FILE_LENGTH } from '../../../../src-shared/domain/team.ts';
import { joinProblemWords, publishWords, setAsideWords } from '../../../../src-shared/words/team/join-words.ts';
import { logLimitWords } from '../../../../src-shared/words/team/log-limit-words.ts';
import { readPlainText } from '../../../adapters/files/plain-file.ts';
import { joinFromFile } from '../../../core/team/joining/join-from-file.ts';
import { createTeamJoins } from '../../team-joins.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { type MemberOptions, withMemberProfile } from './member-profile.ts';

export async function joinTeamFrom(terminal: Terminal, file: string, options: MemberOptions): Promise<void> {
  const text = await readPlainText(file, MAX_JOIN_FILE_LENGTH).catch(() => {
    throw badArgument(`The join file ${file} cannot be read.`);
  });
  await withMemberProfile(terminal, options, async ({ profile, keys, policy, writeTeam }) => {
    const joins = createTeamJoins(options.dataDir, keys);
    joins.refuseWhileWatched(profile.id);
    const request = { profile, text, startedWith: null, policy };
    const commit = async (team: Parameters<typeof writeTeam>[0], setAside: () => void) => {
      setAside();
      await writeTeam(team);
    };
    const report = await joinFromFile(joins, request, commit, terminal.stopSignal());
    const print = (words: string) => printLine(terminal, terminalText(words));
    if (report.kind === 'refused') {
      const words = joinProblemWords(report.problem, report.member);
      if (report.problem.kind === 'file') throw badArgument(`${file}: ${words}`);
      if (report.problem.kind === 'in-team') throw badArgument(words);
      reportLine(terminal, terminalText(`watchfloor: Not joined, and nothing was changed. ${words}`));
      terminal.exitCode = 1;
      return;
    }
    const { member, store, limits, setAside } = report;
    if (setAside !== null) print(setAsideWords(setAside, store.events));
    print(
      `"${profile.name}" is the member "${member.member}" of the team now. Start to watch with it. Delete ${file}: it has the key.`,
    );
    if (store.fit === 'starts-log') print(publishWords(store.events));
    const { facts, warnings } = logLimitWords(limits, terminal.clock.now());
    for (const line of [...facts, ...warnings.map((one) => `Warning: ${one}`)]) print(line);
  });
}
