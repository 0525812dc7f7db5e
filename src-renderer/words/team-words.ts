/** Words about the team of a profile: who holds the seat, who follows, and what waits. */
import type { TeamMemberStatus, TeamStatus } from '../../src-shared/api/team.ts';
import { type HandedOver, NOTABLE_CLOCK_DIFFERENCE_MS, type TakenOver } from '../../src-shared/domain/team.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { fullTimeText, lengthText, type Zone } from '../time/time-text.ts';
import { counted } from '../../src-shared/words/store-words.ts';
import { refusalWords, tooLargeWords } from '../../src-shared/words/team/log-words.ts';

export const followersWords = (followers: number): string =>
  followers === 0 ? 'nobody follows' : `${followers} ${followers === 1 ? 'follows' : 'follow'}`;

/** @param waiting events that only this member has */
export const waitingWords = (waiting: number): string =>
  `${counted(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'}`;

/** @param holder name of the member, or its id if the name is not known */
export const heldByWords = (holder: string): string => `held by ${holder}`;

export const shiftWords = { 'on-shift': 'on shift', away: 'away', gone: 'gone' } as const;

export interface DeskOnShift {
  readonly member: string;
  readonly name: string;
  readonly isSelf: boolean;
  /** `away`: no input for ten minutes. `gone`: not heard for 45 s. */
  readonly shift: keyof typeof shiftWords;
}

/** Returns the desks of a team: those on shift first, this one before the others, those that are gone last. */
export function desksOnShift({ members }: Pick<TeamStatus, 'members'>): readonly DeskOnShift[] {
  const order = Object.keys(shiftWords);
  return members
    .filter(({ role }) => role === 'desk')
    .map((one) => ({ member: one.member, name: one.name, isSelf: one.isSelf, shift: shiftOf(one) }))
    .toSorted((one, other) => order.indexOf(one.shift) - order.indexOf(other.shift));
}

function shiftOf({ isOnShift, goneSince }: TeamMemberStatus): DeskOnShift['shift'] {
  if (goneSince !== null) return 'gone';
  return isOnShift ? 'on-shift' : 'away';
}

/** @param name made safe to show by the caller */
export const deskWords = (name: string, { isSelf, shift }: DeskOnShift): string =>
  `${name}${isSelf ? ' (here)' : ''}: ${shiftWords[shift]}`;

const roleWords: Readonly<Record<TeamMemberStatus['role'], string>> = {
  collect: 'Collector',
  desk: 'Desk',
  wall: 'Wall screen',
};

export function memberSeatWords({ role, mayHold }: Pick<TeamMemberStatus, 'role' | 'mayHold'>): string {
  return mayHold && role !== 'wall' ? `${roleWords[role]}, may hold the seat` : `${roleWords[role]}, only follows`;
}

/** Returns how much of the log a member has not read: `3 records, 0.2 s behind`. */
export function behindWords({ behind, behindMs }: Pick<TeamMemberStatus, 'behind' | 'behindMs'>): string {
  if (behind === null) return 'Cannot reach the log';
  if (behind === 0) return 'Up to date';
  const time =
    behindMs === null ? '' : `, ${behindMs < 10_000 ? `${(behindMs / 1_000).toFixed(1)} s` : lengthText(behindMs)}`;
  return `${counted(behind, 'record')}${time} behind`;
}

type MemberState = Pick<TeamMemberStatus, 'behind' | 'behindMs' | 'clockDifferenceMs' | 'isStoring'>;

/** Returns how far a member has read the log, and what is wrong with its clock or disk: `Up to date, clock 20 m behind`. */
export function memberStateWords(member: MemberState): string {
  const { clockDifferenceMs: difference, isStoring } = member;
  const words = [behindWords(member)];
  if (difference !== null && Math.abs(difference) >= NOTABLE_CLOCK_DIFFERENCE_MS)
    words.push(`clock ${lengthText(Math.abs(difference))} ${difference > 0 ? 'ahead' : 'behind'}`);
  if (!isStoring) words.push('cannot store');
  return words.join(', ');
}

/** A join file that was used twice. */
export const doubledWords =
  'Two Watchfloors run as this member, because its join file was used twice. Let one of them leave, and join it with a file of its own.';

export type TeamFault = 'hole' | 'replaced' | 'too-new' | 'refused' | 'too-large';

export function teamFaultWords(
  fault: TeamFault,
  { refusals, tooLarge }: Pick<TeamStatus, 'refusals' | 'tooLarge'>,
  zone: Zone,
): string {
  switch (fault) {
    case 'refused':
      return [...new Set(refusals.map(refusalWords))].join(' ');
    case 'too-large':
      return tooLargeWords(tooLarge, (at) => fullTimeText(at, zone)) ?? '';
    case 'hole':
      return "The team's log no longer has a part that is missing here. Watchfloor goes on as soon as the holder has made a base, which it does once a day.";
    case 'replaced':
      return "The team's log was made again. Nothing was removed here. The administrator of the team can fill the new log from a store.";
    case 'too-new':
      return 'A newer Watchfloor writes to the log of the team. Update this one to follow again.';
    default:
      return assertNever(fault);
  }
}

export function ownSeatWords({ seat, holder, problem }: Pick<TeamStatus, 'seat' | 'holder' | 'problem'>): string {
  switch (seat) {
    case 'holds':
      return 'This Watchfloor holds the seat: it receives the events from the service, and the others get them from here.';
    case 'alone':
      if (problem === 'LOG_REPLACED')
        return 'This Watchfloor holds the seat and goes on alone, because the log of the team was made again. The others get what it receives once the log is filled.';
      return 'This Watchfloor holds the seat and cannot reach the log of the team. It goes on alone; what it receives is sent when the log answers.';
    case 'hands-over':
      return 'This Watchfloor hands the seat over.';
    case 'takes':
      return 'This Watchfloor takes the seat.';
    case 'follows':
      if (problem !== null) return 'This Watchfloor cannot follow the team at present. Everything stored can be read.';
      if (holder === null || !holder.isLive)
        return 'No member holds the seat, so nobody receives events. A member that may hold it takes it by itself.';
      return `This Watchfloor follows ${holder.name}, which holds the seat.`;
    default:
      return assertNever(seat);
  }
}

/** How the holder came to the seat; null for the first one. */
export const takenHowWords: Readonly<Record<NonNullable<TeamStatus['holder']>['why'], string>> = {
  start: 'it was the first member',
  failover: 'the seat was free',
  handover: 'it was handed over',
  takeover: 'it took the seat over',
  'alone-ended': 'it went on alone before',
};

/** Why the seat was not handed over; null if it was. */
export function notHandedOverWords(answer: HandedOver, name: string): string | null {
  switch (answer) {
    case 'done':
      return null;
    case 'not-holder':
      return 'This Watchfloor does not hold the seat any more.';
    case 'not-ready':
      return `${name} cannot take the seat now: it does not answer, has not read everything yet, or may not hold it. This Watchfloor still holds the seat.`;
    case 'cannot-store':
      return `${name} cannot store what it receives. Make room on its disk first. This Watchfloor still holds the seat.`;
    case 'two-desks':
      return `Two Watchfloors run as ${name}, because its join file was used twice. Let one of them leave, and join it with a file of its own. This Watchfloor still holds the seat.`;
    case 'not-taken':
      return `${name} did not take the seat within 2 s. This Watchfloor holds it again, unless another member took it.`;
    default:
      return assertNever(answer);
  }
}

/** Why the seat was not taken over; null if it was. */
export function notTakenOverWords(answer: TakenOver): string | null {
  switch (answer) {
    case 'done':
      return null;
    case 'not-allowed':
      return 'The seat was not taken over: this member may not hold it, or cannot sign in.';
    case 'cannot-store':
      return 'The seat was not taken over: this Watchfloor cannot store what it receives. Make room on its disk first.';
    case 'too-soon':
      return 'The seat was not taken over: another take-over was less than a minute ago. Try again in a minute.';
    case 'failed':
      return 'The seat was not taken over: the log of the team did not answer, or another member was faster. Try again in a moment.';
    default:
      return assertNever(answer);
  }
}
