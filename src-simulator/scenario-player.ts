/**
 * Plays a scenario on the stream. It begins when the first subscriber is there, since an event without one is lost,
 * and then goes on whether somebody listens or not.
 */
import type { ServiceClock } from './clock.ts';
import type { DomainSettings } from './configuration/settings.ts';
import { connectivityMessage, type ConnectivityRequest } from './connectivity-request.ts';
import type { PlannedAnswer } from './door/door.ts';
import type { Fleet } from './fleet/fleet.ts';
import { chooseEnding, localizationRun, type LocalizationMessage } from './localization.ts';
import type { NotificationStream } from './notification-stream.ts';
import type { Random } from './random.ts';
import type { Scenario, Stage, Steps } from './scenario.ts';
import { anyDevice, someResources } from './scenarios/happenings.ts';
import { findScenario } from './scenarios.ts';

/** How `detailedMessage` travels: the document says JSON in a text, its examples show a nested object. */
export type DetailShape = 'text' | 'object';

/** What a scenario does to all of the service, whatever its domain. */
export interface SharedService {
  /** How it shall be while the scenario is played that begins now. */
  begin(conditions: NonNullable<Scenario['conditions']>): void;
  answerNext(answer: PlannedAnswer): void;
  revokeTokens(): void;
}

export class ScenarioPlayer {
  readonly #clock: ServiceClock;
  readonly #random: Random;
  readonly #fleet: Fleet;
  readonly #stream: NotificationStream;
  readonly #service: SharedService;
  readonly #settings: DomainSettings;
  readonly #handRandom: Random;
  #steps: Steps | null = null;
  #started = false;
  #cancelNext: () => void = () => {};

  constructor(parts: {
    clock: ServiceClock;
    random: Random;
    fleet: Fleet;
    stream: NotificationStream;
    service: SharedService;
    settings: DomainSettings;
  }) {
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#fleet = parts.fleet;
    this.#stream = parts.stream;
    this.#service = parts.service;
    this.#settings = parts.settings;
    this.#handRandom = parts.random.fork('by hand');
  }

  /** Ends what is played, undoes its conditions and begins this one. @throws RangeError for an unknown name. */
  play(name: string): void {
    const scenario = findScenario(name);
    this.stop();
    this.#stream.stall(false);
    this.#stream.takeSeat(false);
    this.#stream.clockOffsetMs = scenario?.conditions?.clockOffsetMs ?? 0;
    this.#stream.endWithToken = scenario?.conditions?.tokenSeconds !== undefined;
    this.#service.begin(scenario?.conditions ?? {});
    this.#steps = scenario === null ? null : scenario.steps(this.#random.fork(name), this.#fleet);
    this.#started = false;
    if (this.#stream.subscribers().length > 0) this.begin();
  }

  /** To be called when a subscriber came. */
  begin(): void {
    if (this.#started) return;
    this.#started = true;
    this.#scheduleNext(this.#stage(this.#random.fork('ids')));
  }

  stop(): void {
    this.#cancelNext();
    this.#cancelNext = () => {};
  }

  /** See `SimulatorControl`. */
  emitLocalization(failed: boolean): number {
    const ending = chooseEnding(this.#handRandom, failed ? 100 : 0);
    const run = localizationRun(anyDevice(this.#handRandom, this.#fleet), ending, this.#handRandom);
    const stage = this.#stage(this.#handRandom);
    for (const message of run) stage.localization(message);
    return this.#stream.subscribers().length;
  }

  /** See `SimulatorControl`. */
  emitConnectivityRequest(resources: number, failed: number): number {
    this.#stage(this.#handRandom).connectivityRequest(
      someResources(this.#handRandom, this.#fleet, { resources, failed }),
    );
    return this.#stream.subscribers().length;
  }

  /** The stage on which the trigger endpoints play too, with a chance of their own. */
  stageFor(random: Random): Stage {
    return this.#stage(random);
  }

  #scheduleNext(stage: Stage): void {
    const step = this.#steps?.next().value;
    if (step === undefined) return;
    this.#cancelNext = this.#clock.after(step.afterMs, () => {
      step.act(stage);
      this.#scheduleNext(stage);
    });
  }

  #stage(random: Random): Stage {
    const stream = this.#stream;
    const send = (kind: string, message: LocalizationMessage | ReturnType<typeof connectivityMessage>) => {
      const detail = message.detailedMessage;
      const detailedMessage = this.#settings.variants.detailedMessage === 'object' ? detail : JSON.stringify(detail);
      stream.emit({ event: kind, id: random.uuid(), data: stream.envelope({ ...message, detailedMessage }) });
    };
    return {
      localization: (message) => {
        this.#noteChange('eid', String(message.detailedMessage['eid']));
        send('LOCALIZATION', message);
      },
      connectivityRequest: (request) => {
        this.#applyRequest(request);
        send('CMP_EVENT', connectivityMessage(request, this.#clock.now(), random));
      },
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
      answerNext: (answer) => this.#service.answerNext(answer),
      revokeTokens: () => this.#service.revokeTokens(),
    };
  }

  /** The inventory shows what the stream told: `lastModifiedAt` finds the subscriptions of missed events. */
  #noteChange(idType: 'eid' | 'iccid', id: string): void {
    const row = this.#fleet.find(idType, id);
    if (row !== null) this.#fleet.change(row, this.#clock.now());
  }

  #applyRequest({ change, resources }: ConnectivityRequest): void {
    for (const { subscription, failure } of resources) {
      const row = this.#fleet.find('iccid', subscription.iccid);
      if (row === null || failure !== null) continue;
      const values = change.kind === 'state' ? { state: change.target } : { subscriptionPackage: change.target };
      this.#fleet.change(row, this.#clock.now(), values);
    }
  }
}
