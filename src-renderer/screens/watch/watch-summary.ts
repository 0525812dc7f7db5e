/**
 * Summarizes the situation in one sentence: the worst consequence and its count. It says "nothing needs you" only if
 * that is known. While the stream is down, events are not applied yet or the board does not update, it says what is not
 * known. Pure.
 */
import type { Board, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { ConsequenceKind } from '../../../src-shared/domain/case-keys.ts';
import type { Outcome } from '../../../src-shared/domain/outcomes.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { consequenceOfCount } from '../../../src-shared/words/case-words.ts';
import { eventsText, numberText } from '../../../src-shared/words/store-words.ts';
import { isOutage, type Signal } from '../../signal.ts';

export interface WatchSummaryInput {
  readonly board: Board | null;
  /** True if the board no longer updates. */
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
      readonly nobodys: number;
      /** Number of stored events that are not applied yet. */
      readonly behind: number;
    }
  | {
      readonly kind: 'not-known';
      readonly why: 'reading' | 'cut-off' | 'behind' | 'not-listening' | 'not-storing' | 'wire-lost' | 'stopped';
      /** UTC epoch ms, if the start is known. */
      readonly since: number | null;
      readonly behind: number;
    };

export function watchSummary({ board, hasBoardError, signal, notStoredSince }: WatchSummaryInput): WatchSummary {
  const notKnown = (why: Extract<WatchSummary, { kind: 'not-known' }>['why'], since: number | null): WatchSummary => ({
    kind: 'not-known',
    why,
    since,
    behind: board?.behind ?? 0,
  });
  if (signal.kind === 'wire-lost') return notKnown('wire-lost', signal.since);
  if (board === null) return notKnown(hasBoardError ? 'cut-off' : 'reading', null);
  const groups = board.groups.filter(isUnmuted);
  const needs = attentionSummary(board, groups);
  if (isOutage(signal) && 'since' in signal)
    return notKnown(signal.kind === 'stopped' ? 'stopped' : 'not-listening', signal.since);
  if (notStoredSince !== null) return notKnown('not-storing', notStoredSince);
  if (hasBoardError) return notKnown('cut-off', board.at);
  if (needs !== null) return needs;
  if (board.behind > 0) return notKnown('behind', null);
  // May still be a planned reconnect: no alarm, but not calm either.
  if (signal.kind === 'reconnecting') return notKnown('not-listening', signal.since);
  if (signal.kind !== 'watching') return notKnown('reading', null);
  return board.groups.length > 0 || board.moreGroups > 0 ? mutedSummary(board) : { kind: 'calm' };
}

function attentionSummary(board: Board, groups: readonly FailureGroup[]): WatchSummary | null {
  const [worst] = groups;
  if (worst === undefined) return null;
  return {
    kind: 'needs',
    worst,
    sentence: countSentence(worst.consequence, openOf(groups, worst.consequence)),
    groups: groups.length + board.moreGroups,
    nobodys: groups.filter(({ owners }) => owners.some(({ owner }) => owner === null)).length,
    behind: board.behind,
  };
}

function mutedSummary({ groups, moreGroups }: Board): WatchSummary {
  return { kind: 'muted', groups: groups.length + moreGroups };
}

export function isUnmuted({ mute }: FailureGroup): boolean {
  return mute === null;
}

/** Counts open cases. An unusable profile that is reachable counts as unusable, as in the figures. */
export function openOf(groups: readonly FailureGroup[], consequence: ConsequenceKind): number {
  const isMeant = (kind: ConsequenceKind) =>
    kind === consequence || (consequence === 'unusable' && kind === 'reachable');
  return groups.reduce((sum, group) => sum + (isMeant(group.consequence) ? group.open : 0), 0);
}

/** Example: "2 eUICCs have a profile that cannot be used." */
function countSentence(consequence: ConsequenceKind, count: number): string {
  return `${numberText(count)} ${countWords(consequence, count)}`;
}

/** Returns the words after the count. */
export function countWords(consequence: ConsequenceKind, count: number): string {
  const [one, several] = consequenceOfCount[consequence];
  return `${count === 1 ? one : several}.`;
}

/**
 * Returns the sentence.
 * @param time formats a time, with its zone if there is room
 */
export function summarySentence(verdict: WatchSummary, time: (at: number) => string): string {
  switch (verdict.kind) {
    case 'calm':
      return 'Nothing needs you.';
    case 'muted':
      return 'Nothing needs you but what is muted.';
    case 'needs':
      return verdict.sentence;
    case 'not-known': {
      const { why, since, behind } = verdict;
      const notKnown =
        since === null ? 'What needs you is not known.' : `What failed since ${time(since)} is not known.`;
      if (why === 'reading') return 'Reading what needs you …';
      if (why === 'behind') return `${eventsText(behind)} ${behind === 1 ? 'is' : 'are'} not looked at yet.`;
      return `${NOT_KNOWN[why]} ${notKnown}`;
    }
    default:
      return assertNever(verdict);
  }
}

const NOT_KNOWN = {
  'cut-off': 'Watchfloor does not tell it any more.',
  'not-listening': 'Nobody is listening.',
  'not-storing': 'Events are not being stored.',
  'wire-lost': "This page has lost Watchfloor's backend.",
  stopped: 'Nobody is watching.',
} as const;

/** Returns the mark in front of the sentence. */
export function summaryMark(verdict: WatchSummary): Outcome | 'blind' | 'calm' | 'none' {
  switch (verdict.kind) {
    case 'calm':
      return 'calm';
    case 'muted':
      return 'none';
    case 'needs':
      return verdict.worst.outcome;
    case 'not-known':
      return verdict.why === 'reading' || verdict.why === 'behind' ? 'none' : 'blind';
    default:
      return assertNever(verdict);
  }
}
