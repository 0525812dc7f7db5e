/**
 * Says "nothing needs you" only if that is known. While the stream is down, events are not applied yet or the board
 * does not update, says what is not known. Pure.
 */
import type { Board, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { ConsequenceKind } from '../../../src-shared/domain/cases/case-keys.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { consequenceOfCount } from '../../../src-shared/words/case-words.ts';
import { eventsText, numberText } from '../../../src-shared/words/store-words.ts';
import { overdueCount } from '../../time/deadline-clock.ts';
import { isOutage, type Signal } from '../../signal.ts';

export interface WatchSummaryInput {
  readonly board: Board | null;
  readonly hasBoardError: boolean;
  readonly signal: Signal;
  /** UTC epoch ms since when events are not stored; null if they are. */
  readonly notStoredSince: number | null;
}

export type WatchSummary =
  | { readonly kind: 'calm' }
  /** All open groups are muted. */
  | { readonly kind: 'muted'; readonly groups: number }
  | {
      readonly kind: 'needs';
      readonly worst: FailureGroup;
      readonly sentence: string;
      readonly groups: number;
      readonly unassigned: number;
      readonly overdue: number;
      readonly behind: number;
    }
  | {
      readonly kind: 'not-known';
      readonly cause: 'reading' | 'cut-off' | 'behind' | 'not-listening' | 'not-storing' | 'wire-lost' | 'stopped';
      readonly since: number | null;
      readonly behind: number;
    };

export function watchSummary({ board, hasBoardError, signal, notStoredSince }: WatchSummaryInput): WatchSummary {
  const unknownSummary = (
    cause: Extract<WatchSummary, { kind: 'not-known' }>['cause'],
    since: number | null,
  ): WatchSummary => ({
    kind: 'not-known',
    cause,
    since,
    behind: board?.behind ?? 0,
  });
  if (signal.kind === 'wire-lost') return unknownSummary('wire-lost', signal.since);
  if (board === null) return unknownSummary(hasBoardError ? 'cut-off' : 'reading', null);
  const groups = board.groups.filter(isUnmuted);
  const attention = attentionSummary(board, groups);
  if (isOutage(signal) && 'since' in signal)
    return unknownSummary(signal.kind === 'stopped' ? 'stopped' : 'not-listening', signal.since);
  if (notStoredSince !== null) return unknownSummary('not-storing', notStoredSince);
  if (hasBoardError) return unknownSummary('cut-off', board.at);
  if (attention !== null) return attention;
  if (board.behind > 0) return unknownSummary('behind', null);
  // May still be a planned reconnect: no alarm, but not calm either.
  if (signal.kind === 'reconnecting') return unknownSummary('not-listening', signal.since);
  if (signal.kind !== 'watching') return unknownSummary('reading', null);
  return board.groups.length > 0 || board.moreGroups > 0 ? mutedSummary(board) : { kind: 'calm' };
}

function attentionSummary(board: Board, groups: readonly FailureGroup[]): WatchSummary | null {
  const [worst] = groups;
  if (worst === undefined) return null;
  return {
    kind: 'needs',
    worst,
    sentence: countSentence(worst.consequence, openOf(groupsOf(groups, worst.consequence))),
    groups: groups.length + board.moreGroups,
    unassigned: groups.filter(({ owners }) => owners.some(({ owner }) => owner === null)).length,
    overdue: overdueCount(groups),
    behind: board.behind,
  };
}

function mutedSummary({ groups, moreGroups }: Board): WatchSummary {
  return { kind: 'muted', groups: groups.length + moreGroups };
}

export function isUnmuted({ mute }: FailureGroup): boolean {
  return mute === null;
}

/** Returns the groups with this consequence. Reachable but unusable profiles are unusable, as in the figures. */
export function groupsOf(groups: readonly FailureGroup[], consequence: ConsequenceKind): FailureGroup[] {
  return groups.filter(
    ({ consequence: kind }) => kind === consequence || (consequence === 'unusable' && kind === 'reachable'),
  );
}

export function openOf(groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, { open }) => sum + open, 0);
}

function countSentence(consequence: ConsequenceKind, count: number): string {
  return `${numberText(count)} ${countWords(consequence, count)}`;
}

export function countWords(consequence: ConsequenceKind, count: number): string {
  const [one, several] = consequenceOfCount[consequence];
  return `${count === 1 ? one : several}.`;
}

/** `time` includes the zone if there is room. */
export function summarySentence(summary: WatchSummary, time: (at: number) => string): string {
  switch (summary.kind) {
    case 'calm':
      return 'Nothing needs attention.';
    case 'muted':
      return 'Nothing needs attention, except muted groups.';
    case 'needs':
      return summary.sentence;
    case 'not-known': {
      const { cause, since, behind } = summary;
      const unknownText = since === null ? 'Open failures are unknown.' : `Failures since ${time(since)} are unknown.`;
      if (cause === 'reading') return 'Reading failures …';
      if (cause === 'behind') return notProcessed(behind);
      return `${NOT_KNOWN[cause]} ${unknownText}`;
    }
    default:
      return assertNever(summary);
  }
}

export function notProcessed(behind: number): string {
  return `${eventsText(behind)} ${behind === 1 ? 'is' : 'are'} not processed yet.`;
}

const NOT_KNOWN = {
  'cut-off': 'Watchfloor no longer updates this.',
  'not-listening': 'Not watching.',
  'not-storing': 'Events are not being stored.',
  'wire-lost': "This page has lost Watchfloor's backend.",
  stopped: 'Not watching.',
} as const;

export function summaryMark(summary: WatchSummary): Outcome | 'blind' | 'calm' | 'none' {
  switch (summary.kind) {
    case 'calm':
      return 'calm';
    case 'muted':
      return 'none';
    case 'needs':
      return summary.worst.outcome;
    case 'not-known':
      return summary.cause === 'reading' || summary.cause === 'behind' ? 'none' : 'blind';
    default:
      return assertNever(summary);
  }
}
