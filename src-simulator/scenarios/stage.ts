import type { ConnectivityMessage } from '../service/connectivity-request.ts';
import type { OutgoingEvent } from '../service/event-text.ts';
import type { LocalizationMessage } from '../model/localization.ts';
import type { FaultPlanRequest } from '../http/fault-plan.ts';
import type { StreamCut } from '../service/notification-stream.ts';

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
