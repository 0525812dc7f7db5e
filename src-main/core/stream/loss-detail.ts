import type { AttemptOutcome } from './attempt-outcome.ts';
import type { NextStep } from '../ports/source.ts';
import type { TimeStep } from '../lib/time-steps.ts';

export function lossDetail(step: NextStep, outcome: AttemptOutcome): string {
  const cut =
    outcome.kind === 'closed' && outcome.cutBytes > 0
      ? `; an unfinished event of ${outcome.cutBytes} bytes was cut off`
      : '';
  return `${step.cause.code}${cut}`;
}

/** The queue was full because the store could not write, so the stream was not read for `forMs`. */
export interface PausedReading {
  readonly kind: 'held-back';
  readonly forMs: number;
}

/** `+3600 s` or `-7200 s` if the clock was set; `120 s` if time passed without watching. */
export function stepDetail(step: TimeStep | PausedReading): string {
  const seconds = Math.round((step.kind === 'clock-set' ? step.byMs : step.forMs) / 1_000);
  return `${step.kind === 'clock-set' && seconds > 0 ? '+' : ''}${seconds} s`;
}
