import {
  type CheckResult,
  type ConnectionCheck,
  connectionChecks,
  type ConnectionReport,
} from '../../../src-shared/api/connection-test.ts';
import type { Clock } from '../ports/clock.ts';
import type { CheckOutcome } from '../connection-findings/check-outcome.ts';

export class ReportBuilder {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #results = new Map<ConnectionCheck, CheckResult>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  running(check: ConnectionCheck): ConnectionReport {
    this.#results.set(check, { check, state: 'running', ms: null, finding: null });
    return this.report(null);
  }

  finish(check: ConnectionCheck, { state, finding }: CheckOutcome, ms: number | null): void {
    this.#results.set(check, { check, state, ms: ms === null ? null : Math.round(ms), finding });
  }

  hasPassed(check: ConnectionCheck): boolean {
    const state = this.#results.get(check)?.state;
    return state === 'good' || state === 'warned';
  }

  report(endedAt: number | null = this.#clock.now()): ConnectionReport {
    const waiting = (check: ConnectionCheck): CheckResult => ({ check, state: 'waiting', ms: null, finding: null });
    return {
      startedAt: this.#startedAt,
      endedAt,
      checks: connectionChecks.map((check) => this.#results.get(check) ?? waiting(check)),
    };
  }
}
