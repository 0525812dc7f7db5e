/**
 * What the three trigger endpoints start: `service-spec.md` "4. Endpoints that trigger notifications". The document
 * shows neither method nor payload nor answer; here each is a POST with a small JSON object, answered with 202 before
 * the events come.
 */
import * as z from 'zod';
import type { ServiceClock } from './clock.ts';
import { refusal, type RequestedChange } from './connectivity-request.ts';
import { idTypes } from './fleet/fields.ts';
import type { Fleet } from './fleet/fleet.ts';
import { chooseEnding, localizationRun, localizationSteps, type LocalizationEnding } from './localization.ts';
import type { Random } from './random.ts';
import type { Stage } from './scenario.ts';

export const localizeBodySchema = z.strictObject({
  /** ISO 3166-1 alpha-2; the subscription's own where omitted. */
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** How it shall end; by chance where omitted. */
  outcome: z.enum(['enabled', 'fallback-set', 'localized', ...localizationSteps]).optional(),
});
export const modeBodySchema = z.strictObject({ targetState: z.enum(['ACTIVE', 'PAUSE', 'DEACTIVATED']) });
export const servicePolicyBodySchema = z.strictObject({ targetPackage: z.string().min(1).max(100) });
export const idTypeSchema = z.enum(idTypes);

/** Real services answer a second or more before the result is known. */
const FIRST_EVENT_MS = 500;
const NEXT_EVENT_MS = 1500;

export class Triggers {
  readonly #fleet: Fleet;
  readonly #clock: ServiceClock;
  readonly #random: Random;
  readonly #stage: Stage;
  readonly #pending = new Set<() => void>();

  constructor(fleet: Fleet, clock: ServiceClock, random: Random, stage: Stage) {
    this.#fleet = fleet;
    this.#clock = clock;
    this.#random = random;
    this.#stage = stage;
  }

  /** False where there is no such eUICC. */
  localize(eid: string, body: z.output<typeof localizeBodySchema>): boolean {
    const row = this.#fleet.find('eid', eid);
    if (row === null) return false;
    const { iccid, countryCode } = this.#fleet.subscription(row);
    const device = { eid, iccid, countryCode: body.countryCode ?? countryCode };
    const run = localizationRun(device, this.#ending(body.outcome), this.#random);
    for (const [position, message] of run.entries())
      this.#later(FIRST_EVENT_MS + position * NEXT_EVENT_MS, () => this.#stage.localization(message));
    return true;
  }

  /** False where there is no such subscription. */
  change(idType: (typeof idTypes)[number], id: string, change: RequestedChange, createdBy: string): boolean {
    const row = this.#fleet.find(idType, id);
    if (row === null) return false;
    const subscription = this.#fleet.subscription(row);
    const resources = [{ subscription, failure: refusal(subscription, change) }];
    this.#later(FIRST_EVENT_MS, () => this.#stage.connectivityRequest({ change, createdBy, resources }));
    return true;
  }

  stop(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
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
