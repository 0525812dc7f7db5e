/**
 * Types of a scenario: an endless sequence of steps, each with a delay and an action. All random values of a scenario
 * come from its own sequence, so the same seed plays the same scenario.
 */
import type { Shift } from './shift.ts';
import type { ScenarioSteps } from './stage.ts';

export interface ScenarioDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface Scenario extends ScenarioDescription {
  /** Differences from the default service while this scenario plays. */
  readonly conditions?: {
    readonly clockOffsetMs?: number;
    /** Lifetime of access tokens in seconds of the service; streams are closed when their token ends. */
    readonly tokenSeconds?: number;
  };
  readonly steps: (shift: Shift) => ScenarioSteps;
}
