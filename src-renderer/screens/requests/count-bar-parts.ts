/**
 * Nothing is drawn as completed while the outcome is unknown. Resources without a result have their own pattern. Pure.
 */
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import { type RequestCounts, unsettledCount } from '../../../src-shared/words/request-outcome-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';

export interface CountBarPart {
  /** `rest`: neither completed nor failed, by consistent counters. `unreported`: no result was reported. */
  readonly kind: 'completed' | 'failed' | 'rest' | 'unreported';
  readonly count: number;
}

export function countBarParts(outcome: Outcome, counts: RequestCounts): readonly CountBarPart[] {
  const { size, completed, failed, consistent } = counts;
  if (size === null || size === 0 || (completed === null && failed === null))
    // Without counters the bar is one part; only the outcome says if it is completed.
    return [{ kind: outcome === 'succeeded' ? 'completed' : 'unreported', count: 1 }];
  const hasOutcome = outcome !== 'unknown';
  const failing = Math.min(size, failed ?? 0);
  const done = hasOutcome ? Math.min(size - failing, completed ?? 0) : 0;
  const parts: CountBarPart[] = [
    { kind: 'completed', count: done },
    { kind: 'failed', count: failing },
    { kind: consistent && hasOutcome ? 'rest' : 'unreported', count: size - failing - done },
  ];
  return parts.filter(({ count }) => count > 0);
}

export function countBarWords(outcome: Outcome, counts: RequestCounts): string {
  const { size, completed, failed } = counts;
  const countText = (count: number | null, word: string) =>
    count === null ? `${word} unknown` : `${numberText(count)} ${word}`;
  const unsettled = unsettledCount(counts) ?? 0;
  return [
    countText(completed, 'completed'),
    countText(failed, 'failed'),
    ...(unsettled > 0 && outcome !== 'succeeded' ? [`${numberText(unsettled)} neither`] : []),
    size === null ? 'total unknown' : `of ${numberText(size)}`,
  ].join(', ');
}
