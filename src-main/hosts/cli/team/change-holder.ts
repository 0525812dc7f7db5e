/** `watchfloor team hand-over` and `team take-over`: through the process that watches with the profile. */
import { randomBytes } from 'node:crypto';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import type { TeamRequest } from '../../../../src-shared/api/team-requests.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { handOver } from '../../../adapters/action-inbox/hand-over.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { type MemberOptions, type MemberProfile, withMemberProfile } from './member-profile.ts';

type Asked = TeamRequest extends infer Request ? (Request extends TeamRequest ? Omit<Request, 'id'> : never) : never;

/** Returns null if no process watches with the profile. @throws AppError WATCH_SILENT, BAD_ARGUMENT */
export async function askWatch(terminal: Terminal, { paths, profile }: MemberProfile, asked: Asked) {
  const isServed = () => isWriterLocked(paths.lock);
  if (!isServed()) return null;
  const request = { ...asked, id: randomBytes(16).toString('hex') };
  const answer = await handOver(request, {
    directory: paths.directory,
    clock: terminal.clock,
    isServed,
    signal: terminal.stopSignal(),
  });
  if (answer?.kind === 'no-team')
    throw badArgument(
      `The process that watches "${profile.name}" is in no team. Start it again with the joined profile.`,
    );
  if (answer?.kind === 'refused') throw new AppError(answer.error);
  if (answer?.kind === 'failed') throw appError('WATCH_SILENT', { path: paths.directory, problem: 'failed' });
  return answer;
}

export function handSeatOver(terminal: Terminal, { to, ...options }: MemberOptions & { readonly to: string }) {
  return withMemberProfile(terminal, options, async (member) => {
    const answer = await askWatch(terminal, member, { team: 'hand-over', to });
    if (answer === null) return reportNoWatch(terminal, member);
    if (answer.kind !== 'handed-over')
      throw appError('WATCH_SILENT', { path: member.paths.directory, problem: 'failed' });
    const { outcome } = answer;
    switch (outcome) {
      case 'done':
        return printLine(terminal, terminalText(`"${to}" holds the seat now.`));
      case 'not-holder':
        return refuse(terminal, 'This member does not hold the seat. Run the command where the holder watches.');
      case 'not-ready':
        return refuse(terminal, `"${to}" did not answer, has not read the log to its end, or may not hold the seat.`);
      case 'cannot-store':
        return refuse(terminal, `"${to}" cannot store what it receives. Make room on its disk first.`);
      case 'two-desks':
        return refuse(
          terminal,
          `Two Watchfloors run as "${to}", because its join file was used twice. Let one of them leave, and join it with a file of its own.`,
        );
      case 'not-taken':
        return refuse(
          terminal,
          `"${to}" did not take the seat in time. This member holds it again, unless another one took it: see "watchfloor team status".`,
        );
      default:
        return assertNever(outcome);
    }
  });
}

export function takeSeatOver(terminal: Terminal, { reason, ...options }: MemberOptions & { readonly reason: string }) {
  return withMemberProfile(terminal, options, async (member) => {
    const answer = await askWatch(terminal, member, { team: 'take-over', reason });
    if (answer === null) return reportNoWatch(terminal, member);
    if (answer.kind !== 'taken-over')
      throw appError('WATCH_SILENT', { path: member.paths.directory, problem: 'failed' });
    const { outcome } = answer;
    switch (outcome) {
      case 'done':
        return printLine(terminal, 'This member holds the seat now.');
      case 'not-allowed':
        return refuse(terminal, 'This member may not hold the seat, or cannot sign in.');
      case 'cannot-store':
        return refuse(terminal, 'This member cannot store what it receives. Make room on its disk first.');
      case 'too-soon':
        return refuse(terminal, 'Another member took the seat over less than a minute ago. Try again in a minute.');
      case 'failed':
        return refuse(terminal, 'The seat could not be taken: the log does not answer, or another member was faster.');
      default:
        return assertNever(outcome);
    }
  });
}

export function reportNoWatch(terminal: Terminal, { profile }: MemberProfile): void {
  const words = `No Watchfloor watches "${profile.name}" with this data folder. Run the command where it does, as the same user.`;
  reportLine(terminal, terminalText(`watchfloor: Nothing was changed. ${words}`));
  terminal.exitCode = 1;
}

export function refuse(terminal: Terminal, words: string): void {
  reportLine(terminal, terminalText(`watchfloor: Not done. ${words}`));
  terminal.exitCode = 1;
}
