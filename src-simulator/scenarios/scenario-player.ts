/** Starts with the first subscriber, because events without one are lost, and then continues even without. */
import type { ServiceClock } from '../clock.ts';
import type { DomainSettings } from '../configuration/settings.ts';
import { carryOut, type ConnectivityMessage } from '../service/connectivity-request.ts';
import type { FaultPlans } from '../http/fault-plans.ts';
import type { Issuer } from '../issuer/issuer.ts';
import { chooseEnding, type LocalizationMessage } from '../model/localization.ts';
import type { NotificationStream } from '../service/notification-stream.ts';
import type { Random } from '../random.ts';
import type { Replay, ReplayState } from './replay.ts';
import { Shift } from './shift.ts';
import { NO_SCENARIO } from '../configuration/scenario-list.ts';
import { findScenario, type Scenario } from './scenarios.ts';
import { randomLocalizableRow } from '../model/random-rows.ts';
import { selectForRequest } from '../model/request-selection.ts';
import { LocalizationRun } from '../model/localization-run.ts';
import { badRequest } from '../service/refusal.ts';
import type { ServiceModel } from '../model/service-model.ts';
import type { ScenarioSteps, Stage } from './stage.ts';

/** Parts that all domains share. Only the scenario of the first domain changes their conditions. */
export interface SharedService {
  readonly plans: FaultPlans;
  readonly issuer: Issuer;
  readonly isFirst: boolean;
}

interface PlayerParts {
  readonly clock: ServiceClock;
  readonly random: Random;
  readonly model: ServiceModel;
  readonly stream: NotificationStream;
  readonly service: SharedService;
  readonly settings: DomainSettings;
}

export class ScenarioPlayer {
  readonly #parts: PlayerParts;
  readonly #controlRandom: Random;
  #scenario: Scenario | null = null;
  #replay: Replay | null = null;
  #shift: Shift | null = null;
  #steps: ScenarioSteps | null = null;
  #started = false;
  #cancelNext: () => void = () => {};

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    this.#controlRandom = parts.random.fork('by hand');
  }

  get scenarioName(): string {
    return this.#scenario?.name ?? NO_SCENARIO;
  }

  /** Reverts the conditions of the current scenario first. @throws Refusal for an unknown name */
  play(what: string | Replay): void {
    const scenario = typeof what === 'string' ? findScenario(what) : what.scenario();
    this.#replay = typeof what === 'string' ? null : what;
    this.stop();
    this.#parts.stream.stall(false);
    this.#parts.stream.takeSeat(false);
    this.#parts.stream.clockOffsetMs = scenario?.conditions?.clockOffsetMs ?? 0;
    this.#parts.stream.endWithToken = scenario?.conditions?.tokenSeconds !== undefined;
    const { plans, issuer, isFirst } = this.#parts.service;
    if (isFirst) {
      plans.forgetAll();
      issuer.tokenSeconds = scenario?.conditions?.tokenSeconds ?? null;
    }
    this.#scenario = scenario;
    this.#started = false;
    if (this.#parts.stream.subscribers().length > 0) this.start();
  }

  /** Must be called for each new subscriber; only the first call starts the scenario. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    if (this.#scenario === null) return;
    this.#shift = new Shift(this.#parts.model, this.#parts.random.fork(this.#scenario.name));
    this.#steps = this.#scenario.steps(this.#shift);
    this.#scheduleNext(this.stage(this.#parts.random.fork('ids')));
  }

  replayState(): ReplayState | null {
    return this.#replay?.state() ?? null;
  }

  stop(): void {
    this.#cancelNext();
    this.#cancelNext = () => {};
    this.#shift?.end();
    this.#steps?.return();
    this.#steps = null;
  }

  /** @throws Refusal if the fleet has too few subscriptions */
  emitLocalization(failed: boolean): number {
    const random = this.#controlRandom;
    const row = randomLocalizableRow(this.#parts.model, random);
    if (row === null) throw badRequest('No eUICC of this fleet is ACTIVE and available for localization.');
    const plan = chooseEnding(random, failed ? 100 : 0);
    const run = new LocalizationRun(this.#parts.model, row, { random, plan });
    const stage = this.stage(random);
    for (let message = run.next(); message !== null; message = run.next()) stage.localization(message);
    return this.#parts.stream.receiverCount();
  }

  /** @throws Refusal if the fleet has too few subscriptions */
  emitConnectivityRequest(resources: number, failed: number): number {
    if (failed > resources) throw badRequest(`At most ${resources} of ${resources} resources can fail.`);
    const random = this.#controlRandom;
    const demand = { resources, failed };
    const supply = selectForRequest(this.#parts.model, random, demand, { maxRows: this.#parts.model.fleet.size });
    if (supply === null || supply.rows.length < resources)
      throw badRequest(
        `No company among the ${this.#parts.model.fleet.size} subscriptions has ${resources} for a change of which ${failed} fail: use fewer, or start with more subscriptions.`,
      );
    const { change, rows } = supply;
    const [id, createdAt] = [random.uuid(), this.#parts.model.now()];
    const request = { id, createdAt, createdBy: 'control', change, rows };
    this.stage(random).connectivityRequest(carryOut(request, this.#parts.model, random));
    return this.#parts.stream.receiverCount();
  }

  #scheduleNext(stage: Stage): void {
    const step = this.#steps?.next().value;
    if (step === undefined) return;
    this.#cancelNext = this.#parts.clock.after(step.afterMs, () => {
      step.act(stage);
      this.#scheduleNext(stage);
    });
  }

  stage(random: Random): Stage {
    const { stream } = this.#parts;
    const send = (kind: string, message: LocalizationMessage | ConnectivityMessage) => {
      const detail = message.detailedMessage;
      const detailedMessage =
        this.#parts.settings.variants.detailedMessage === 'object' ? detail : JSON.stringify(detail);
      stream.emit({ event: kind, id: random.uuid(), data: stream.envelope({ ...message, detailedMessage }) });
    };
    return {
      localization: (message) => send('LOCALIZATION', message),
      connectivityRequest: (message) => send('CMP_EVENT', message),
      event: (event) => {
        stream.emit({ id: random.uuid(), ...event });
      },
      raw: (bytes) => {
        void stream.sendRaw(bytes);
      },
      drop: (cut) => {
        stream.drop(cut);
      },
      stall: (on) => stream.stall(on),
      takeSeat: (taken) => stream.takeSeat(taken),
      planFault: (plan) => void this.#parts.service.plans.add(plan),
      revokeTokens: () => this.#parts.service.issuer.revokeAccessTokens(),
    };
  }
}
