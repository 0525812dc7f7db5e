/** Holds the fault plans in the order of their creation, and finds the one that applies to a request. */
import { type FaultPlan, type FaultPlanRequest, faultPlanSchema } from './fault-plan.ts';
import type { Endpoint } from './endpoints.ts';
import { matches, type RequestDetails } from './request-details.ts';

export interface FaultPlanRecord {
  readonly id: string;
  readonly plan: FaultPlan;
  /** Number of requests that met it, without those that were left alone first. */
  readonly met: number;
  /** True if it applies to no further request. */
  readonly spent: boolean;
}

interface PlanState {
  readonly id: string;
  readonly plan: FaultPlan;
  skipped: number;
  met: number;
}

/** Used-up plans that stay listed. A limit is needed because scenarios keep adding plans. */
const MAX_RETAINED_SPENT = 100;

export class FaultPlans {
  readonly #plans: PlanState[] = [];
  #made = 0;

  /**
   * Returns the id of the plan.
   * @throws ZodError if it cannot be carried out
   */
  add(request: FaultPlanRequest): string {
    const id = `plan-${++this.#made}`;
    this.#plans.push({ id, plan: faultPlanSchema.parse(request), skipped: 0, met: 0 });
    return id;
  }

  list(): FaultPlanRecord[] {
    return this.#plans.map(recordOf);
  }

  /** Returns false if there is no plan with this id. */
  forget(id: string): boolean {
    const place = this.#plans.findIndex((kept) => kept.id === id);
    if (place !== -1) this.#plans.splice(place, 1);
    return place !== -1;
  }

  /** Returns the number of removed plans. */
  forgetAll(): number {
    return this.#plans.splice(0).length;
  }

  /** Returns the plans that may apply to a request to this endpoint, or null if there is none. */
  waitingFor(endpoint: Endpoint): readonly FaultPlan[] | null {
    if (endpoint === 'control') return null;
    const waiting = this.#plans.filter((kept) => isFor(kept.plan, endpoint) && !isSpent(kept));
    return waiting.length === 0 ? null : waiting.map(({ plan }) => plan);
  }

  /**
   * Returns the first plan that applies to this request and counts it. Plans with `after` first count the requests they
   * leave alone.
   */
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
