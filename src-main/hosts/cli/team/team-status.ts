import { Option } from 'commander';
import type { PresentMemberStatus, TeamReport } from '../../../../src-shared/api/team-requests.ts';
import { NOTABLE_CLOCK_DIFFERENCE_MS } from '../../../../src-shared/domain/team.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { plainJson } from '../../../../src-shared/lib/plain-json.ts';
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { refusalWords, tooLargeWords, unreachableLogWords } from '../../../../src-shared/words/team/log-words.ts';
import type { PublishedBase } from '../../../core/ports/team-base.ts';
import type { LogLimits } from '../../../../src-shared/api/team.ts';
import type { TeamLog } from '../../../core/ports/team-log.ts';
import { holderName, leaseMember } from '../../../core/team/team-messages.ts';
import { HeardMembers, REPORT_MS } from '../../../core/team/presence/heard-members.ts';
import { type Presence, presenceSchema } from '../../../core/team/presence/team-presence.ts';
import { durationWords } from '../terminal/duration-words.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { isoTime } from '../terminal/times.ts';
import { askWatch } from './change-holder.ts';
import { logLimitWords } from '../../../../src-shared/words/team/log-limit-words.ts';
import { memberKey, type MemberOptions, withMemberProfile } from './member-profile.ts';

const ANSWER_MS = 5_000;
/** A member that reports late, on a busy network. */
const LATE_MS = 1_000;

export type StatusOptions = MemberOptions & { readonly format?: 'table' | 'json' };

export const statusFormatOption = () =>
  new Option('--format <F>', 'default: table on a terminal, else json').choices(['table', 'json']);

interface Status {
  /** Name of the member whose lease is valid; null if none holds the seat now. */
  readonly holder: string | null;
  /** True if the log says that this member holds the seat, and it knows that. */
  readonly isInChain: boolean;
  readonly end: number;
  readonly size: LogLimits;
  /** The newest one; null if there is none. */
  readonly base: PublishedBase | null;
  readonly members: readonly PresentMemberStatus[];
  /** Null if no process watches here. */
  readonly report: TeamReport | null;
}

/** Exits with 1 if no member holds the seat, the log gives no answer, or a member cannot store or runs twice. */
export function printTeamStatus(terminal: Terminal, options: StatusOptions): Promise<void> {
  return withMemberProfile(terminal, options, async (memberProfile) => {
    const signal = terminal.stopSignal();
    const { team, seed, caFile } = await memberKey(memberProfile, signal);
    const [{ createNatsTeamLog }, { natsLogLimits }] = await Promise.all([
      import('../../../adapters/team/nats-team-log.ts'),
      import('../../../adapters/team/nats-log-limits.ts'),
    ]);
    const { servers, member, log } = team;
    const connection = { servers, member, seed, caFile, timeoutMs: ANSWER_MS };
    const teamLog = createNatsTeamLog({ ...connection, log });
    try {
      const status = await teamLog.status(signal);
      const lease = status.kind === 'reached' ? await teamLog.lease('seat').read(signal) : 'no-answer';
      if (status.kind !== 'reached' || lease === 'no-answer') {
        reportLine(terminal, `watchfloor: The log of the team does not answer (${status.kind}).`);
        terminal.exitCode = 1;
        return;
      }
      const answer = await askWatch(terminal, memberProfile, { team: 'status' });
      const report = answer?.kind === 'team-status' ? answer.report : null;
      const members = report === null ? await heardMembers(terminal, teamLog, signal) : (report.members ?? []);
      const holder = lease && holderName(lease.text);
      const isInChain = lease !== null && holdsInLog(leaseMember(lease.text), members, report);
      const size = await natsLogLimits(connection, log, signal);
      const [base = null] = await teamLog.bases.list(signal);
      print(terminal, options, { holder, isInChain, end: status.last, size, base, members, report });
      const isAtFault = members.some(({ isStoring, isDoubled }) => !isStoring || isDoubled);
      if (!isInChain || isAtFault || refusedWords(report).length > 0) terminal.exitCode = 1;
    } finally {
      await teamLog.close();
    }
  });
}

/** The log says that this member holds the seat, and the member knows it. `leased`: the member with the lease. */
export function holdsInLog(
  leased: string | null,
  members: readonly Pick<PresentMemberStatus, 'member' | 'seat'>[],
  report: Pick<TeamReport, 'holder'> | null,
): boolean {
  const seat = members.find(({ member }) => member === leased)?.seat;
  // A member that has just taken the seat may not have reported it yet.
  return seat === 'holds' || (seat === 'follows' && report !== null && report.holder === leased);
}

/** Listens as long as every member needs to report once, and twice if two processes of one member reported. */
async function heardMembers(terminal: Terminal, teamLog: TeamLog, signal: AbortSignal) {
  const seconds = Math.ceil((REPORT_MS + LATE_MS) / 1_000);
  reportLine(terminal, `No Watchfloor watches here with this profile: listening ${seconds} s for the members.`);
  const heard = new HeardMembers<Presence>();
  const { clock } = terminal;
  const hasTwoRuns = () => heard.reports.some(({ member }) => heard.runsOf(member, clock.elapsed()) > 1);
  const ends = new AbortController();
  const either = AbortSignal.any([signal, ends.signal]);
  const listening = async () => {
    await clock.sleep(REPORT_MS + LATE_MS, either);
    if (hasTwoRuns()) await clock.sleep(REPORT_MS, either);
    ends.abort(new Error('every member has had the time to report'));
  };
  void listening().catch(() => undefined);
  for await (const { member, text } of teamLog.subscribe('presence', null, either)) {
    const presence = presenceSchema.safeParse(parseJsonOrNull(text)).data;
    if (presence !== undefined) heard.add(member, presence, clock.elapsed());
  }
  signal.throwIfAborted();
  return heard.reports.map(({ member, report }): PresentMemberStatus => {
    const isDoubled = heard.isDoubled(member, clock.elapsed());
    return { ...report, member, isDoubled };
  });
}

function print(terminal: Terminal, { format }: StatusOptions, status: Status): void {
  const { holder, isInChain, end, size, base, members, report } = status;
  const limits = logLimitWords(size, terminal.clock.now());
  if ((format ?? (terminal.stdout.isTTY === true ? 'table' : 'json')) === 'json') {
    const record = {
      holder,
      isInChain,
      holding: report?.epoch ?? null,
      members: members.map(({ member, name, role, seat, behind, clockDifferenceMs, isStoring, isDoubled }) => ({
        member,
        name,
        role,
        seat,
        lag: behind,
        clockDifferenceMs,
        isStoring,
        isDoubled,
      })),
      unconfirmed: report?.unconfirmed ?? null,
      history: report?.history ?? null,
      voids: report?.voids ?? null,
      hole: report?.hole ?? null,
      refusals: report?.refusals ?? null,
      tooLarge: report?.tooLarge ?? null,
      problem: report?.problem ?? null,
      base: base && { entries: base.upTo, newestSeq: base.upToSeq, at: isoTime(base.at) },
      log: { entries: end, ...size, oldestAt: isoTime(size.oldestAt) },
      warnings: limits.warnings,
    };
    printLine(terminal, plainJson(record));
    return;
  }
  const lines: readonly (readonly [string, string])[] = [
    [
      'Holder',
      holder === null
        ? 'none: no member has the seat'
        : [holder, ...(report ? [`holding ${report.epoch}`] : []), ...(isInChain ? [] : ['NOT IN THE LOG YET'])].join(
            ', ',
          ),
    ],
    ...members.map((one): [string, string] => [
      one.member,
      [
        one.name,
        one.role,
        SEAT_WORDS[one.seat],
        one.behind === null ? 'how far behind is not known yet' : `${entries(one.behind)} behind`,
        ...clockWords(one.clockDifferenceMs),
        ...(one.isStoring ? [] : ['CANNOT STORE: make room on its disk']),
        ...(one.isDoubled ? ['RUNS TWICE: its join file was used twice; let one leave, and join it with its own'] : []),
      ].join(', '),
    ]),
    ...(report === null
      ? []
      : [
          [
            'Not in the log yet',
            `${count(report.unconfirmed.events, 'event')} and ${count(report.unconfirmed.actions, 'action')} of this member`,
          ] as const,
          ...(report.history === null ? [] : [['Before the team', historyWords(report.history)] as const]),
          ['Void entries', String(report.voids)] as const,
          ...(report.problem === null ? [] : [['Not followed here', unreachableLogWords(report.problem)] as const]),
          ...refusedWords(report).map((words) => ['Not taken', words] as const),
          ...holeLines(report.hole),
        ]),
    ['Log', logWords(end, size, terminal.clock.now())],
    ['Base', baseWords(base, terminal.clock.now())],
    ...limits.facts.map((words) => ['Limits', words] as const),
    ...limits.warnings.map((words) => ['Warning', words] as const),
  ];
  for (const [name, value] of lines) printLine(terminal, terminalText(`${name.padEnd(20)}${value}`));
}

function refusedWords(report: TeamReport | null): readonly string[] {
  if (report === null) return [];
  const large = tooLargeWords(report.tooLarge, isoTime);
  return [...report.refusals.map(refusalWords), ...(large === null ? [] : [large])];
}

function clockWords(differenceMs: number | null): readonly string[] {
  if (differenceMs === null || Math.abs(differenceMs) < NOTABLE_CLOCK_DIFFERENCE_MS) return [];
  return [
    `its clock is ${durationWords(Math.abs(differenceMs))} ${differenceMs > 0 ? 'ahead of' : 'behind'} the log's`,
  ];
}

const SEAT_WORDS: Readonly<Record<PresentMemberStatus['seat'], string>> = {
  follows: 'follows',
  takes: 'takes the seat',
  holds: 'holds the seat',
  'hands-over': 'hands the seat over',
  alone: 'alone: cannot reach the log',
};

const historyWords = ({ sentSeq, lastSeq }: NonNullable<TeamReport['history']>) =>
  `the log has ${sentSeq === 0 ? 'no event' : `event 1 to ${sentSeq}`} of ${lastSeq}; to send them: watchfloor team publish`;

const entries = (number: number) => `${number} ${number === 1 ? 'entry' : 'entries'}`;

function holeLines(hole: TeamReport['hole']): readonly (readonly [string, string])[] {
  if (hole === null) return [];
  const { firstSeq, lastSeq } = hole;
  return [['Not here', lastSeq === null ? `events from ${firstSeq} on` : `events ${firstSeq} to ${lastSeq}`]];
}

function baseWords(base: PublishedBase | null, now: number): string {
  if (base === null) return 'none: a holder makes the first one within minutes';
  return `up to entry ${base.upTo} of the log, ${durationWords(Math.max(0, now - base.at))} old`;
}

const MB = 1_000_000;

function logWords(end: number, { bytes, maxBytes, oldestAt }: LogLimits, now: number): string {
  const size = `${(bytes / MB).toFixed(1)} MB${maxBytes === null ? '' : ` of ${Math.round(maxBytes / MB)} MB`}`;
  const age = oldestAt === null ? 'empty' : `the oldest entry is ${durationWords(Math.max(0, now - oldestAt))} old`;
  return `${entries(end)}, ${size}, ${age}`;
}
