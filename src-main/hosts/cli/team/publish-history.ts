/** `watchfloor team publish`: the Watchfloor that watches here gives the log what its store had before the team. */
import type { TeamReport } from '../../../../src-shared/api/team-requests.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { fileSizeBytes } from '../../../adapters/files/file-stat.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { askWatch, refuse, reportNoWatch } from './change-holder.ts';
import { memberKey, type MemberOptions, type MemberProfile, withMemberProfile } from './member-profile.ts';

const ANSWER_MS = 5_000;
/** The first pauses are shorter, because a small store is sent in less than a second. */
const PROGRESS_MS = 2_000;
const FIRST_PAUSE_MS = 100;
/** The log packs events about as well as the store does. A log that is nearly full would refuse new events. */
const MAX_FILL = 0.9;
const MB = 1_000_000;

/** Prints the progress until the log has everything. If the command is ended, the Watchfloor goes on. */
export function publishHistory(terminal: Terminal, options: MemberOptions): Promise<void> {
  return withMemberProfile(terminal, options, async (member) => {
    const signal = terminal.stopSignal();
    const missing = await missingBytes(member, signal);
    if (missing > 0)
      return refuse(
        terminal,
        `The log is too small: it needs ${Math.ceil(missing / MB)} MB more for the events of this store. The administrator makes it larger.`,
      );
    const answer = await askWatch(terminal, member, { team: 'publish' });
    if (answer === null) return reportNoWatch(terminal, member);
    if (answer.kind !== 'published') throw failed(member);
    const { outcome } = answer;
    switch (outcome) {
      case 'sending':
        return printProgress(terminal, member, signal);
      case 'nothing':
        return printLine(
          terminal,
          'There is nothing to send: this store had no events when the team began, or the log has them.',
        );
      case 'not-member':
        return refuse(terminal, 'This Watchfloor does not follow the log of its team yet. Its signal says why.');
      default:
        return assertNever(outcome);
    }
  });
}

async function printProgress(terminal: Terminal, member: MemberProfile, signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(PROGRESS_MS, 2 * pauseMs)) {
    const answer = await askWatch(terminal, member, { team: 'status' });
    if (answer === null) return reportNoWatch(terminal, member);
    if (answer.kind !== 'team-status') throw failed(member);
    const { history, unconfirmed } = answer.report;
    if (history === null) return printLine(terminal, sentWords(unconfirmed));
    const { sentSeq, lastSeq } = history;
    reportLine(terminal, terminalText(`Sent to the log: event ${sentSeq} of ${lastSeq}.`));
    await terminal.clock.sleep(pauseMs, signal);
  }
}

function sentWords({ events, actions }: TeamReport['unconfirmed']): string {
  if (events + actions === 0) return 'The log of the team has everything that this store had before.';
  const waiting = `${count(events, 'event')} and ${count(actions, 'action')}`;
  return `The log of the team has what this store had before the team. Newer, and not in it yet: ${waiting}. They are sent by themselves; see "watchfloor team status".`;
}

const failed = ({ paths }: MemberProfile) => appError('WATCH_SILENT', { path: paths.directory, problem: 'failed' });

/** Returns how many bytes the log lacks for the events of this store; 0 if it is large enough, or does not answer. */
async function missingBytes(member: MemberProfile, signal: AbortSignal): Promise<number> {
  const { team, seed, caFile } = await memberKey(member, signal);
  const { natsLogLimits } = await import('../../../adapters/team/nats-log-limits.ts');
  const { servers, log } = team;
  const connection = { servers, member: team.member, seed, caFile, timeoutMs: ANSWER_MS };
  const size = await natsLogLimits(connection, log, signal).catch(() => null);
  signal.throwIfAborted();
  if (size === null || size.maxBytes === null) return 0;
  return Math.max(0, fileSizeBytes(member.paths.events) - (size.maxBytes * MAX_FILL - size.bytes));
}
