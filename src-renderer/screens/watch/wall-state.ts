/**
 * A blind stream is worse than an unusable profile, and that than a partial failure. Calm only if it is known. Pure.
 */
import type { Board, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { ConsequenceKind } from '../../../src-shared/domain/cases/case-keys.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Signal } from '../../signal.ts';
import { groupsOf, isUnmuted, openOf, type WatchSummary } from './watch-summary.ts';
import { stormOf } from './storm.ts';

export type WallState =
  /** `word` is shown with the time since `since`. */
  | {
      readonly kind: 'blind';
      readonly word: string;
      readonly since: number | null;
      readonly cause: 'signal' | 'storage' | 'page';
    }
  /** `groups`: those that `count` counts, largest first. `worst`: one of them. */
  | {
      readonly kind: 'worst';
      readonly worst: FailureGroup;
      readonly groups: readonly FailureGroup[];
      readonly count: number;
    }
  | { readonly kind: 'calm'; readonly muted: number }
  | { readonly kind: 'not-known'; readonly sentence: string };

export function wallState(board: Board | null, summary: WatchSummary, signal: Signal): WallState {
  switch (summary.kind) {
    case 'calm':
      return { kind: 'calm', muted: 0 };
    case 'muted':
      return { kind: 'calm', muted: summary.groups };
    case 'needs': {
      const unmuted = board?.groups.filter(isUnmuted) ?? [];
      const storm = stormOf(unmuted, new Set());
      const worst = storm ?? summary.worst;
      const groups = storm === null ? groupsOf(unmuted, worst.consequence) : [storm];
      return {
        kind: 'worst',
        worst,
        groups: groups.toSorted((one, other) => other.open - one.open),
        count: openOf(groups),
      };
    }
    case 'not-known':
      switch (summary.cause) {
        case 'reading':
          return { kind: 'not-known', sentence: 'Reading failures …' };
        case 'behind':
          return { kind: 'not-known', sentence: 'Not all events are processed yet.' };
        case 'cut-off':
          return { kind: 'not-known', sentence: 'Open failures are unknown.' };
        case 'not-storing':
          return { kind: 'blind', word: 'Not storing', since: summary.since, cause: 'storage' };
        case 'wire-lost':
          return { kind: 'blind', word: 'Not connected', since: summary.since, cause: 'page' };
        case 'stopped':
          return { kind: 'blind', word: 'Stopped', since: summary.since, cause: 'signal' };
        case 'not-listening':
          return { kind: 'blind', word: signalStateWord(signal), since: summary.since, cause: 'signal' };
        default:
          return assertNever(summary.cause);
      }
    default:
      return assertNever(summary);
  }
}

function signalStateWord({ kind }: Signal): string {
  if (kind === 'seat-taken') return 'Stream in use';
  if (kind === 'sign-in-needed') return 'Sign-in needed';
  return kind === 'reconnecting' ? 'Reconnecting' : 'Blind';
}

export function wallWords(consequence: ConsequenceKind, count: number): string {
  const [one, several] = WORDS[consequence];
  return count === 1 ? one : several;
}

const WORDS: Readonly<Record<ConsequenceKind, readonly [one: string, several: string]>> = {
  unusable: ['eUICC cannot be used', 'eUICCs cannot be used'],
  reachable: ['eUICC cannot be used', 'eUICCs cannot be used'],
  'not-known': ['undocumented failure', 'undocumented failures'],
  'may-swap-back': ['eUICC may swap back', 'eUICCs may swap back'],
  partial: ['request partly failed', 'requests partly failed'],
  refused: ['request failed', 'requests failed'],
  unchanged: ['eUICC not localized', 'eUICCs not localized'],
};
