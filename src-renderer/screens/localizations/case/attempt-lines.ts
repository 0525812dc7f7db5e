/** Builds the lines for the attempts of a case, newest first, with the steps and gaps within and between them. Pure. */
import type { Attempt } from '../../../../src-shared/domain/cases/case.ts';
import type { Outcome } from '../../../../src-shared/domain/event/outcomes.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { stepNames } from '../../../../src-shared/words/case-words.ts';

export type AttemptLine =
  | {
      readonly kind: 'attempt';
      readonly key: string;
      readonly number: number;
      readonly outcome: Outcome;
      readonly at: number;
      readonly words: string;
      readonly lengthMs: number;
      /** Comparison with the previous attempt; empty if there is nothing to say. */
      readonly remark: string;
    }
  | { readonly kind: 'step'; readonly key: string; readonly at: number; readonly words: string }
  | { readonly kind: 'gap'; readonly key: string; readonly at: number; readonly lengthMs: number | null };

/** @param attempts newest first */
export function attemptLines(attempts: readonly Attempt[], now: number): readonly AttemptLine[] {
  const lines = attempts.flatMap((attempt, index): AttemptLine[] => [
    headLine(attempt, attempts[index + 1]),
    ...reportedSteps(attempt).toSorted((one, other) => other.at - one.at),
  ]);
  // Lists a gap once, even if it overlaps two attempts, above the newest line that is not newer than its start.
  const gaps = new Map(attempts.flatMap((attempt) => attempt.gaps).map((gap) => [gap.id, gap]));
  for (const gap of gaps.values()) {
    if (isReconnect(gap, now)) continue;
    const { id, from: at, lengthMs } = gap;
    const older = lines.findIndex((line) => line.at <= at);
    lines.splice(older === -1 ? lines.length : older, 0, { kind: 'gap', key: `gap ${id}`, at, lengthMs });
  }
  return lines;
}

/** Omits the final step, which the attempt's own line shows. */
function reportedSteps({ number, steps, to }: Attempt): AttemptLine[] {
  return steps.flatMap(({ step, evidence, at }) =>
    evidence === 'reported' && at !== null && at < to
      ? [{ kind: 'step' as const, key: `step ${number} ${step}`, at, words: `${stepNames[step]} reported` }]
      : [],
  );
}

function headLine(attempt: Attempt, before: Attempt | undefined): AttemptLine {
  const { number, outcome, from, to } = attempt;
  return {
    kind: 'attempt',
    key: `attempt ${number}`,
    number,
    outcome,
    at: to,
    words: outcomeWords(attempt),
    lengthMs: Math.max(0, to - from),
    remark: remarkOf(attempt, before),
  };
}

function outcomeWords({ outcome, operation, steps }: Attempt): string {
  const step = steps.find((each) => each.step === operation)?.step;
  const name = step === undefined ? 'an unknown step' : stepNames[step];
  switch (outcome) {
    case 'failed':
      return `failed at ${name}`;
    case 'succeeded':
      return 'succeeded';
    case 'in-progress':
      return 'is in progress';
    case 'partial':
    case 'unknown':
      return 'ended with an unknown result';
    default:
      return assertNever(outcome);
  }
}

function remarkOf({ iccid, errorCode, errorCodes }: Attempt, before: Attempt | undefined): string {
  if (before === undefined) return '';
  const remarks: string[] = [];
  if (errorCode !== null && before.errorCode !== null) {
    const inner = errorCodes.filter((code) => code !== errorCode && before.errorCodes.includes(code));
    remarks.push(errorCode === before.errorCode ? 'same code' : 'another code');
    if (errorCode === before.errorCode && inner.length > 0) remarks.push('same inner code');
  }
  if (iccid !== null && before.iccid !== null && iccid !== before.iccid) remarks.push('another ICCID');
  if (iccid !== null && before.iccid === null) remarks.push('ICCID first seen here');
  return remarks.join(', ');
}
