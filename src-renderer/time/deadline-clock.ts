/** The clock of a group's deadline: how much time is left, or for how long it is overdue. Pure. */
import type { FailureGroup } from '../../src-shared/api/cases.ts';
import { minutesText } from './time-text.ts';
import { MINUTE_MS } from '../../src-shared/lib/durations.ts';

export interface DeadlineClockText {
  /** `near`: the last quarter of the time, or the last five minutes if they are longer. `late`: overdue for a day. */
  readonly urgency: 'far' | 'near' | 'overdue' | 'late';
  /** `take in 12 min`, `overdue to end, 5 min` */
  readonly words: string;
}

type Timed = Pick<FailureGroup, 'firstAt' | 'status'> & { readonly deadline: NonNullable<FailureGroup['deadline']> };

/** A clock that has run for so long no longer calls for attention; the number of overdue groups does. */
export const LATE_AFTER_MS = 1_440 * MINUTE_MS;
const NEAR_MS = 5 * MINUTE_MS;
/** Longer times are shown in days and whole hours. */
const MAX_EXACT_MINUTES = 2_880;

/** @param now UTC epoch ms; it may be behind the time of the board, which then decides if the group is overdue */
export function deadlineClockText({ deadline: { kind, at }, firstAt, status }: Timed, now: number): DeadlineClockText {
  const leftMs = at - now;
  if (status === 'overdue' || leftMs <= 0) {
    const minutes = Math.floor(Math.max(0, -leftMs) / MINUTE_MS);
    return {
      urgency: overdueUrgency(at, now),
      words: `overdue to ${kind}${minutes === 0 ? '' : `, ${overdueText(minutes)}`}`,
    };
  }
  const isNear = leftMs <= Math.max(NEAR_MS, (at - firstAt) / 4);
  return { urgency: isNear ? 'near' : 'far', words: `${kind} in ${roundedText(Math.ceil(leftMs / MINUTE_MS))}` };
}

function roundedText(minutes: number): string {
  return minutesText(minutes < MAX_EXACT_MINUTES ? minutes : Math.floor(minutes / 60) * 60);
}

export function overdueUrgency(since: number, now: number): 'overdue' | 'late' {
  return now - since < LATE_AFTER_MS ? 'overdue' : 'late';
}

export function isOverdue({ status }: Pick<FailureGroup, 'status'>): boolean {
  return status === 'overdue';
}

/** `overdue`, `overdue 5 min`; for an owner, whose groups have the kinds. */
export function overdueForText(since: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - since) / MINUTE_MS);
  return minutes === 0 ? 'overdue' : `overdue ${overdueText(minutes)}`;
}

/** After an hour the minutes no longer matter. */
function overdueText(minutes: number): string {
  return roundedText(minutes < 60 ? minutes : Math.floor(minutes / 60) * 60);
}

export function overdueCount(groups: readonly Pick<FailureGroup, 'status'>[]): number {
  return groups.filter(isOverdue).length;
}
