/**
 * Types of a scenario: an endless sequence of steps, each with a delay and an action. All random values of a scenario
 * come from its own sequence, so the same seed plays the same scenario.
 */
import type { ConnectivityMessage } from '../service/connectivity-request.ts';
import type { OutgoingEvent } from '../service/event-text.ts';
import type { LocalizationMessage } from '../service/localization.ts';
import type { FaultPlanRequest } from '../http/fault-plan.ts';
import type { StreamCut } from '../service/notification-stream.ts';
import type { Shift } from './shift.ts';

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

/** Actions of a scenario. The stage adds ids and times to events. */
export interface Stage {
  localization(message: LocalizationMessage): void;
  connectivityRequest(message: ConnectivityMessage): void;
  event(event: OutgoingEvent): void;
  raw(bytes: Uint8Array | string): void;
  drop(cut: StreamCut): void;
  stall(on: boolean): void;
  takeSeat(taken: boolean): void;
  planFault(plan: FaultPlanRequest): void;
  revokeTokens(): void;
}

export interface Step {
  /** Delay after the previous step, in ms of the service. */
  readonly afterMs: number;
  readonly act: (stage: Stage) => void;
}

export type ScenarioSteps = Generator<Step, void, undefined>;
