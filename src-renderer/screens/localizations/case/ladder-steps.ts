/** A reported step has a tick, an inferred one a ring, never a tick, a failed one a triangle, an unknown one "?". */
import type { Attempt, StepEvidence } from '../../../../src-shared/domain/cases/case.ts';
import type { Evidence } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { stepNames } from '../../../../src-shared/words/case-words.ts';

export type StepMark = 'tick' | 'ring' | 'dashed-ring' | 'triangle' | 'question';

export interface LadderStep {
  readonly step: StepEvidence['step'];
  readonly name: string;
  readonly evidence: Evidence;
  readonly mark: StepMark;
  readonly line: 'solid' | 'dashed' | 'dotted';
  readonly words: string;
  readonly at: number | null;
  /** Shown below the words; empty if there is nothing to say. */
  readonly note: string;
  readonly hasGap: boolean;
}

export function ladderSteps({ steps, gaps }: Pick<Attempt, 'steps' | 'gaps'>, now: number): readonly LadderStep[] {
  const blind = blindGaps(gaps, now);
  // Only the first weak step shows the gap; later ones are weak for the same reason.
  const firstWeak = blind.length === 0 ? -1 : steps.findIndex(({ weak }) => weak);
  const lastInferred = steps.findLastIndex(({ evidence }) => evidence === 'inferred');
  return steps.map((step, index) => ({
    step: step.step,
    name: stepNames[step.step],
    evidence: step.evidence,
    mark: markOf(step),
    line: step.evidence === 'reported' ? 'solid' : step.evidence === 'unknown' ? 'dotted' : 'dashed',
    words: wordsOf(step),
    at: step.evidence === 'inferred' ? null : step.at,
    note: noteOf(step, index === firstWeak, index === lastInferred ? steps[index + 1] : undefined),
    hasGap: index === firstWeak,
  }));
}

/** Returns the gaps that may have hidden an event. A planned reconnect does not. */
export function blindGaps(gaps: readonly Gap[], now: number): readonly Gap[] {
  return gaps.filter((gap) => !isReconnect(gap, now));
}

function markOf({ evidence, weak }: StepEvidence): StepMark {
  if (evidence === 'reported') return 'tick';
  if (evidence === 'failed') return 'triangle';
  if (evidence === 'unknown') return 'question';
  return weak ? 'dashed-ring' : 'ring';
}

function wordsOf({ evidence, weak }: StepEvidence): string {
  if (evidence === 'unknown') return 'nothing reported';
  return evidence === 'inferred' && weak ? 'inferred, weak' : evidence;
}

/** An unknown step mentions the gap only where the gap is drawn; each weak inferred step mentions it. */
function noteOf({ evidence, weak }: StepEvidence, isGap: boolean, next: StepEvidence | undefined): string {
  if (weak && (evidence === 'inferred' || (evidence === 'unknown' && isGap))) return 'not watched';
  if (next === undefined) return '';
  return next.evidence === 'failed' ? 'the next step was tried' : 'a later step was reported';
}
