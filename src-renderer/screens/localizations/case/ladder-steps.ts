/**
 * How far an attempt got, as it is drawn and as it is read out: a tick where a step was reported, a ring where it was
 * inferred, a triangle where it failed, a question mark where nothing was said. Pure. Never a tick for what was inferred.
 */
import type { Attempt, StepEvidence } from '../../../../src-shared/domain/case.ts';
import type { Evidence } from '../../../../src-shared/domain/case-keys.ts';
import type { Gap } from '../../../../src-shared/domain/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/reconnect.ts';
import { stepNames } from '../../../../src-shared/words/case-words.ts';

export type StepMark = 'tick' | 'ring' | 'dashed-ring' | 'triangle' | 'question';

export interface LadderStep {
  readonly step: StepEvidence['step'];
  readonly name: string;
  readonly evidence: Evidence;
  readonly mark: StepMark;
  /** Of the line that leads to it. */
  readonly line: 'solid' | 'dashed' | 'dotted';
  /** "reported", behind which its time stands where it has one. */
  readonly words: string;
  readonly at: number | null;
  /** Under them; empty: nothing. */
  readonly note: string;
  /** A piece of the line to it is hatched: nobody listened then. */
  readonly hasGap: boolean;
}

export function ladderSteps({ steps, gaps }: Pick<Attempt, 'steps' | 'gaps'>, now: number): readonly LadderStep[] {
  const blind = blindGaps(gaps, now);
  // Further steps that are weak for the same reason have no gap of their own.
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

/** Those that hid something; a planned reconnect did not. */
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

/** Steps that nobody reported say once that nobody was listening: where the gap is drawn. */
function noteOf({ evidence, weak }: StepEvidence, isGap: boolean, next: StepEvidence | undefined): string {
  if (weak && (evidence === 'inferred' || (evidence === 'unknown' && isGap))) return 'nobody was listening';
  if (next === undefined) return '';
  return next.evidence === 'failed' ? 'the next step was tried' : 'a later step was reported';
}
