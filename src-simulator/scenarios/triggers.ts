/** `docs/service.md` §8 shows only the paths. Each is a POST with a small JSON object, answered with 202 first. */
import * as z from 'zod';
import type { ServiceClock } from '../clock.ts';
import { carryOut } from '../service/connectivity-request.ts';
import { idTypes } from '../fleet/fields.ts';
import { chooseEnding, type LocalizationEnding } from '../model/localization.ts';
import type { Random } from '../random.ts';
import { LocalizationRun } from '../model/localization-run.ts';
import { type RequestedChange, subscriptionStates } from '../model/subscription-changes.ts';
import type { LocalizationObstacle, ServiceModel } from '../model/service-model.ts';
import type { Stage } from './stage.ts';
import { localizationSteps } from '../model/localization-causes.ts';

export const localizeBodySchema = z.strictObject({
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** Ending of the localization. Default: random. */
  outcome: z.enum(['enabled', 'fallback-set', 'localized', ...localizationSteps]).optional(),
});
export const modeBodySchema = z.strictObject({ targetState: z.enum(subscriptionStates) });
export const servicePolicyBodySchema = z.strictObject({ targetPackage: z.string().min(1).max(100) });
export const idTypeSchema = z.enum(idTypes);

/** Real services answer 1 s or more before the result is known. */
const FIRST_EVENT_MS = 500;
const NEXT_EVENT_MS = 1500;

export type TriggerResult<What> =
  | { readonly kind: 'begun'; readonly what: What }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'impossible'; readonly message: string };

export class Triggers {
  readonly #model: ServiceModel;
  readonly #clock: ServiceClock;
  readonly #random: Random;
  readonly #stage: Stage;
  readonly #pending = new Set<() => void>();

  constructor(model: ServiceModel, clock: ServiceClock, random: Random, stage: Stage) {
    this.#model = model;
    this.#clock = clock;
    this.#random = random;
    this.#stage = stage;
  }

  localize(
    eid: string,
    body: z.output<typeof localizeBodySchema>,
  ): TriggerResult<{ readonly eid: string; readonly countryCode: string }> {
    const model = this.#model;
    const row = model.fleet.find('eid', eid);
    const obstacle = row === null ? 'no-eUICC' : model.localizationObstacle(row);
    if (row === null || obstacle === 'no-eUICC') return { kind: 'unknown' };
    if (obstacle !== null) return { kind: 'impossible', message: sentences[obstacle](eid) };
    const { countryCode, outcome } = body;
    const run = new LocalizationRun(model, row, { random: this.#random, countryCode, plan: this.#ending(outcome) });
    this.#later(FIRST_EVENT_MS, () => this.#goOn(run));
    return { kind: 'begun', what: { eid, countryCode: run.countryCode } };
  }

  /** The result is decided when the change is carried out. */
  change(
    idType: (typeof idTypes)[number],
    id: string,
    change: RequestedChange,
    createdBy: string,
  ): TriggerResult<{ readonly subscriptionRequestId: string }> {
    const row = this.#model.fleet.find(idType, id);
    if (row === null) return { kind: 'unknown' };
    const request = { id: this.#random.uuid(), createdAt: this.#model.now(), change, createdBy, rows: [row] };
    this.#later(FIRST_EVENT_MS, () => this.#stage.connectivityRequest(carryOut(request, this.#model, this.#random)));
    return { kind: 'begun', what: { subscriptionRequestId: request.id } };
  }

  stop(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }

  #goOn(run: LocalizationRun): void {
    const message = run.next();
    if (message !== null) this.#stage.localization(message);
    if (!run.isEnded) this.#later(NEXT_EVENT_MS, () => this.#goOn(run));
  }

  #ending(outcome: z.output<typeof localizeBodySchema>['outcome']): LocalizationEnding {
    if (outcome === undefined) return chooseEnding(this.#random, 20);
    if (outcome === 'enabled' || outcome === 'fallback-set' || outcome === 'localized') return { kind: outcome };
    return { kind: 'failed', step: outcome };
  }

  #later(serviceMs: number, act: () => void): void {
    const cancel = this.#clock.after(serviceMs, () => {
      this.#pending.delete(cancel);
      act();
    });
    this.#pending.add(cancel);
  }
}

const sentences: Record<Exclude<LocalizationObstacle, 'no-eUICC'>, (eid: string) => string> = {
  'not-active': (eid) => `The subscription of the eUICC "${eid}" is not ACTIVE: resume it first.`,
  'already-running': (eid) => `A localization of the eUICC "${eid}" is running: wait for its last event.`,
};
