/**
 * The evidence for each step of an attempt (`docs/service.md` §5.2, §10.2). A step that no event named is unknown,
 * unless a later one was reported. Evidence is weak if a gap may have swallowed a report.
 */
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { type Attempt, localizationSteps, type StepEvidence } from '../../../../src-shared/domain/cases/case.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import type { AttemptState } from '../../ports/case-projection.ts';

export type Ladder = Pick<Attempt, 'steps' | 'gaps' | 'weakenedByGap'>;

/** `next`: the attempt that followed. `gaps`: all that may overlap the attempt; reconnects are ignored. */
export function ladderOf(
  attempt: AttemptState,
  next: AttemptState | null,
  gaps: readonly Gap[],
  now: number,
  silenceMs: number,
): Ladder {
  const isWithin =
    ({ from, to }: Span) =>
    (gap: Gap) =>
      gap.from < to && (gap.to ?? Math.max(now, to)) > from;
  const attemptSpan = { from: startOf(attempt, silenceMs), to: endOf(attempt, next, now, silenceMs) };
  const near = gaps.filter((gap) => !isReconnect(gap, now) && isWithin(attemptSpan)(gap));
  const steps = localizationSteps.map((step, stepIndex): StepEvidence => {
    const report = attempt.reports.find((candidate) => candidate.step === step);
    if (report !== undefined) {
      const { failed, at, seq } = report;
      return { step, evidence: failed ? 'failed' : 'reported', at, seq, weak: false };
    }
    const silent = silenceAround(stepIndex, attempt, attemptSpan);
    const evidence = silent.isInferred ? 'inferred' : 'unknown';
    return { step, evidence, at: null, seq: null, weak: near.some(isWithin(silent)) };
  });
  const weakenedByGap = steps.some(({ weak }) => weak);
  return { steps, gaps: near, weakenedByGap };
}

function silenceAround(
  stepIndex: number,
  attempt: AttemptState,
  attemptSpan: Span,
): Span & { readonly isInferred: boolean } {
  const isAfter = (step: string) => localizationSteps.findIndex((named) => named === step) > stepIndex;
  const before = attempt.reports.findLast(({ step }) => !isAfter(step));
  const later = attempt.reports.find(({ step }) => isAfter(step));
  const from = before?.at ?? attemptSpan.from;
  // LOCALIZED reports that every step succeeded, including the last one.
  const reportedAt = later?.at ?? (isFinal(attempt) ? attempt.to : null);
  // If the clock was set back between the two reports, their times are in reverse order.
  if (reportedAt !== null)
    return { from: Math.min(from, reportedAt), to: Math.max(from, reportedAt), isInferred: true };
  const last = before === undefined ? attempt.from : from;
  return { from: last, to: Math.max(last, attemptSpan.to), isInferred: false };
}

function isFinal({ outcome, operation }: AttemptState): boolean {
  return outcome === 'succeeded' && operation === 'LOCALIZED';
}

/** Not before the last event of the attempt before it, and at most one silence before the first event. */
function startOf({ from, notBefore }: AttemptState, silenceMs: number): number {
  return Math.max(from - silenceMs, Math.min(notBefore ?? -Infinity, from));
}

/** A successful attempt ends after one silence. Any other may have gone on until the next attempt, or until now. */
function endOf(attempt: AttemptState, next: AttemptState | null, now: number, silenceMs: number): number {
  const { outcome, to } = attempt;
  if (isFinal(attempt)) return to;
  const end = Math.max(next?.from ?? now, to);
  return outcome === 'succeeded' ? Math.min(end, to + silenceMs) : end;
}
