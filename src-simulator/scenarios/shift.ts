/**
 * Plays events and their consequences, such as the next attempt after a failure. Uses its own time, so that the same
 * seed plays the same shift at any speed of the computer.
 */
import { type ConnectivityRequest, carryOut } from '../service/connectivity-request.ts';
import { chooseEnding, type LocalizationEnding } from '../model/localization.ts';
import type { Random } from '../random.ts';
import { randomLocalizableRow, rowsFromRandomStart } from '../model/random-rows.ts';
import { type RequestSize, selectForRequest } from '../model/request-selection.ts';
import { LocalizationRun } from '../model/localization-run.ts';
import type { ServiceModel } from '../model/service-model.ts';
import type { Stage, ScenarioSteps } from './stage.ts';

const requesters = ['olivia', 'nils.berg', 'svc-fleet-automation', 'maria.kowalska'] as const;

/** Delay until a failed localization is tried again, multiplied by the number of its failures. */
const RETRY_DELAY_MS = { from: 60_000, to: 120_000 };
const MAX_ATTEMPTS = 5;
const RETRY_FAILURE_PERCENT = 25;

type Act = (stage: Stage) => void;

interface FollowUp {
  readonly at: number;
  readonly act: Act;
}

export class Shift {
  readonly model: ServiceModel;
  readonly #random: Random;
  /** UTC epoch ms. No request was created earlier. */
  readonly #startedAt: number;
  #elapsedMs = 0;
  #happenings = 0;
  readonly #followUps: FollowUp[] = [];
  readonly #failed = new Set<number>();
  readonly #running = new Set<LocalizationRun>();

  constructor(model: ServiceModel, random: Random) {
    this.model = model;
    this.#random = random;
    this.#startedAt = model.now();
  }

  /** Returns a separate random sequence for values outside the shift. */
  fork(name: string): Random {
    return this.#random.fork(name);
  }

  /** Returns a separate random sequence for each event, so that the values of one event do not change the next. */
  chance(): Random {
    return this.#random.fork(`happening ${this.#happenings++}`);
  }

  *happen(afterMs: number, act: Act): ScenarioSteps {
    const at = this.#elapsedMs + afterMs;
    for (;;) {
      const [next] = this.#followUps;
      if (next === undefined || next.at > at) break;
      this.#followUps.shift();
      yield this.#step(next);
    }
    yield this.#step({ at, act });
  }

  /** Takes distinct eUICCs that wait for no other attempt; fewer if there are not enough. */
  pickRows(chance: Random, count: number): number[] {
    const cast: number[] = [];
    for (const row of rowsFromRandomStart(this.model.fleet, chance)) {
      if (cast.length === count) break;
      if (!this.#failed.has(row) && this.model.localizationObstacle(row) === null) cast.push(row);
    }
    return cast;
  }

  /** Prefers an eUICC that does not wait for another attempt. Does nothing if none is free. */
  localize(stage: Stage, chance: Random, ending: LocalizationEnding): void {
    const row = randomLocalizableRow(this.model, chance, (candidate) => !this.#failed.has(candidate));
    if (row !== null) this.run(stage, chance, new LocalizationRun(this.model, row, { random: chance, plan: ending }));
  }

  /** `failures`: the attempts that failed before. */
  run(stage: Stage, chance: Random, run: LocalizationRun, failures = 0): void {
    const message = run.next();
    if (message !== null) stage.localization(message);
    if (run.isEnded) {
      this.#running.delete(run);
      this.recordEnd(run, chance, failures);
    } else {
      this.#running.add(run);
      this.#schedule(chance.integer(1500, 4000), (later) => this.run(later, chance, run, failures));
    }
  }

  recordEnd(run: LocalizationRun, chance: Random, failures = 0): void {
    if (!run.hasFailed) this.#failed.delete(run.row);
    else if (!this.#failed.has(run.row) && failures + 1 < MAX_ATTEMPTS) this.#scheduleRetry(run, chance, failures + 1);
  }

  /** Plays a request of one company with the requested size and failures, or as close as the fleet allows. */
  request(stage: Stage, chance: Random, demand: RequestSize): void {
    const supply = selectForRequest(this.model, chance, demand);
    if (supply === null) return;
    const createdBy = chance.pick(requesters);
    this.carryOut(stage, chance, { change: supply.change, rows: supply.rows, createdBy });
  }

  carryOut(stage: Stage, chance: Random, request: Omit<ConnectivityRequest, 'id' | 'createdAt'>): void {
    const requestedAt = Math.floor(this.model.now() - this.model.realMs(chance.integer(800, 9000)));
    const createdAt = Math.max(this.#startedAt, requestedAt);
    stage.connectivityRequest(carryOut({ ...request, id: chance.uuid(), createdAt }, this.model, chance));
  }

  end(): void {
    for (const run of this.#running) run.abandon();
    this.#running.clear();
  }

  #scheduleRetry(before: LocalizationRun, chance: Random, failures: number): void {
    const { row, countryCode } = before;
    this.#failed.add(row);
    this.#schedule(chance.integer(RETRY_DELAY_MS.from, RETRY_DELAY_MS.to) * failures, (stage) => {
      // Meanwhile the subscription may have been localized, paused, or be in another localization.
      const isStillFailed = this.#failed.delete(row) && this.model.localizationObstacle(row) === null;
      if (!isStillFailed) return;
      const plan = chooseEnding(chance, RETRY_FAILURE_PERCENT);
      this.run(stage, chance, new LocalizationRun(this.model, row, { random: chance, countryCode, plan }), failures);
    });
  }

  #schedule(afterMs: number, act: Act): void {
    const followUp = { at: this.#elapsedMs + afterMs, act };
    const index = this.#followUps.findLastIndex(({ at }) => at <= followUp.at);
    this.#followUps.splice(index + 1, 0, followUp);
  }

  #step({ at, act }: FollowUp): { afterMs: number; act: Act } {
    const afterMs = at - this.#elapsedMs;
    this.#elapsedMs = at;
    return { afterMs, act };
  }
}
