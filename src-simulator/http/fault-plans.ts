/** The plans there are, in the order in which they were made, and which of them a request meets. */
import { type FaultPlan, type FaultPlanRequest, faultPlanSchema } from './fault-plan.ts';
import type { Endpoint } from './endpoints.ts';
import { matches, type RequestDetails } from './request-details.ts';

export interface FaultPlanRecord {
  readonly id: string;
  readonly plan: FaultPlan;
  /** How many requests it met, those that were left alone first not counted. */
  readonly met: number;
  /** It meets no more. */
  readonly spent: boolean;
}

interface PlanState {
  readonly id: string;
  readonly plan: FaultPlan;
  skipped: number;
  met: number;
}

/** So many that are spent stay to be looked at: a scenario plans for ever. */
const MAX_RETAINED_SPENT = 100;

export class FaultPlans {
  readonly #plans: PlanState[] = [];
  #made = 0;

  /** Returns its id. @throws ZodError where it cannot be carried out. */
  add(request: FaultPlanRequest): string {
    const id = `plan-${++this.#made}`;
    this.#plans.push({ id, plan: faultPlanSchema.parse(request), skipped: 0, met: 0 });
    return id;
  }

  list(): FaultPlanRecord[] {
    return this.#plans.map(recordOf);
  }

  /** False where there is none of this id. */
  forget(id: string): boolean {
    const place = this.#plans.findIndex((kept) => kept.id === id);
    if (place !== -1) this.#plans.splice(place, 1);
    return place !== -1;
  }

  /** Returns how many there were. */
  forgetAll(): number {
    return this.#plans.splice(0).length;
  }

  /** What may meet a request to this endpoint; `null` where nothing may. */
  waitingFor(endpoint: Endpoint): readonly FaultPlan[] | null {
    if (endpoint === 'control') return null;
    const waiting = this.#plans.filter((kept) => isFor(kept.plan, endpoint) && !isSpent(kept));
    return waiting.length === 0 ? null : waiting.map(({ plan }) => plan);
  }

  /** The first that this request meets, which counts it; one that leaves its first requests alone counts those. */
  meet(endpoint: Endpoint, facts: RequestDetails): FaultPlanRecord | null {
    for (const kept of this.#plans) {
      if (!isFor(kept.plan, endpoint) || isSpent(kept) || !matches(kept.plan.match, facts)) continue;
      if (kept.skipped < kept.plan.after) {
        kept.skipped++;
        continue;
      }
      kept.met++;
      if (isSpent(kept)) this.#forgetOldSpent();
      return recordOf(kept);
    }
    return null;
  }

  #forgetOldSpent(): void {
    const spent = this.#plans.filter(isSpent);
    if (spent.length > MAX_RETAINED_SPENT && spent[0] !== undefined) this.forget(spent[0].id);
  }
}

function recordOf(kept: PlanState): FaultPlanRecord {
  return { id: kept.id, plan: kept.plan, met: kept.met, spent: isSpent(kept) };
}

function isFor({ endpoint }: FaultPlan, asked: Endpoint): boolean {
  return endpoint === 'every' || endpoint === asked;
}

function isSpent({ plan, met }: PlanState): boolean {
  return plan.times !== 'forever' && met >= plan.times;
}
