/** What is known of each step of a localization attempt, and how gaps weaken it. Silence is no success. */
import type { Attempt } from '../../../src-shared/domain/case.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { AttemptState } from '../ports/case-book.ts';

export type Ladder = Pick<Attempt, 'steps' | 'gaps' | 'weakenedByGap'>;

/**
 * Of an attempt of a localization; a request has none.
 * @param next the attempt that followed it
 * @param gaps all that may touch it
 */
export function ladderOf(
  attempt: AttemptState,
  next: AttemptState | null,
  gaps: readonly Gap[],
  now: number,
  silenceMs: number,
): Ladder {
  void [attempt, next, gaps, now, silenceMs];
  return { steps: [], gaps: [], weakenedByGap: false };
}
