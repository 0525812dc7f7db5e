/**
 * Computes the evidence for each step of a localization attempt. Silence is not success: a step that no event named is
 * unknown, unless a later step was reported. Evidence is weak if a gap may have swallowed a report. Source:
 * `service-spec.md` "Localization progress"; `product.md` trap 2.
 */
import { type Attempt, localizationSteps, type StepEvidence } from '../../../src-shared/domain/case.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import type { AttemptState } from '../ports/case-projection.ts';

export type Ladder = Pick<Attempt, 'steps' | 'gaps' | 'weakenedByGap'>;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Builds the ladder of a localization attempt. A request has no ladder.
 * @param next the attempt that followed
 * @param gaps all gaps that may overlap the attempt; reconnects are ignored
 */
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
  const whole = { from: beginOf(attempt, silenceMs), to: endOf(attempt, next, now, silenceMs) };
  const near = gaps.filter((gap) => !isReconnect(gap, now) && isWithin(whole)(gap));
  const steps = localizationSteps.map((step, place): StepEvidence => {
    const report = attempt.reports.find((told) => told.step === step);
    if (report !== undefined) {
      const { failed, at, seq } = report;
      return { step, evidence: failed ? 'failed' : 'reported', at, seq, weak: false };
    }
    const silent = silenceAround(place, attempt, whole);
    const evidence = silent.isInferred ? 'inferred' : 'unknown';
    return { step, evidence, at: null, seq: null, weak: near.some(isWithin(silent)) };
  });
  const weakenedByGap = steps.some(({ weak }) => weak);
  return { steps, gaps: near, weakenedByGap };
}

/** Returns the time between the reports before and after a step. */
function silenceAround(place: number, attempt: AttemptState, whole: Span): Span & { readonly isInferred: boolean } {
  const isBehind = (step: string) => localizationSteps.findIndex((named) => named === step) > place;
  const before = attempt.reports.findLast(({ step }) => !isBehind(step));
  const behind = attempt.reports.find(({ step }) => isBehind(step));
  const from = before?.at ?? whole.from;
  // LOCALIZED reports that every step succeeded, including the last one.
  const told = behind?.at ?? (saysAll(attempt) ? attempt.to : null);
  // If the clock was set back between the two reports, their times are in reverse order.
  if (told !== null) return { from: Math.min(from, told), to: Math.max(from, told), isInferred: true };
  const last = before === undefined ? attempt.from : from;
  return { from: last, to: Math.max(last, whole.to), isInferred: false };
}

function saysAll({ outcome, operation }: AttemptState): boolean {
  return outcome === 'succeeded' && operation === 'LOCALIZED';
}

/**
 * An attempt begins before its first event: not before the last event of the attempt before it, and at most one silence
 * earlier.
 */
function beginOf({ from, notBefore }: AttemptState, silenceMs: number): number {
  return Math.max(from - silenceMs, Math.min(notBefore ?? -Infinity, from));
}

/** A successful attempt ends after one silence. Any other may have gone on until the next attempt, or until now. */
function endOf(attempt: AttemptState, next: AttemptState | null, now: number, silenceMs: number): number {
  const { outcome, to } = attempt;
  if (saysAll(attempt)) return to;
  const end = Math.max(next?.from ?? now, to);
  return outcome === 'succeeded' ? Math.min(end, to + silenceMs) : end;
}
