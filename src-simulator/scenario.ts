/**
 * What a scenario is: an endless row of steps, each a wait and an act. What happens is drawn
 * from the scenario's own chance, so the same seed plays the same scenario.
 */
import type { ConnectivityMessage } from './connectivity-request.ts';
import type { OutgoingEvent } from './event-text.ts';
import type { LocalizationMessage } from './localization.ts';
import type { FaultPlanRequest } from './http/fault-plan.ts';
import type { StreamCut } from './notification-stream.ts';
import type { Shift } from './scenarios/shift.ts';

/** Everything a scenario may do. Ids and times of events are put on by the stage. */
export interface Stage {
  localization(message: LocalizationMessage): void;
  connectivityRequest(message: ConnectivityMessage): void;
  /** An event as it is, id included where given. */
  event(event: OutgoingEvent): void;
  raw(bytes: Uint8Array | string): void;
  drop(cut: StreamCut): void;
  stall(on: boolean): void;
  takeSeat(taken: boolean): void;
  planFault(plan: FaultPlanRequest): void;
  revokeTokens(): void;
}

export interface Step {
  /** After the step before, in ms of the service. */
  readonly afterMs: number;
  readonly act: (stage: Stage) => void;
}

export type ScenarioSteps = Generator<Step, void, undefined>;

export interface ScenarioDescription {
  /** As given to `--scenario`. */
  readonly name: string;
  readonly title: string;
  /** What one will see, in a sentence or two. */
  readonly description: string;
}

export interface Scenario extends ScenarioDescription {
  /** How the service differs from the usual while this is played. */
  readonly conditions?: {
    readonly clockOffsetMs?: number;
    /** Lifetime of access tokens in seconds of the service; streams are closed when their token ends. */
    readonly tokenSeconds?: number;
  };
  readonly steps: (shift: Shift) => ScenarioSteps;
}
