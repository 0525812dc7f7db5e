import { type FaultPlan, type FaultPlanRecord, type FaultPlanRequest, faultPlanSchema } from './fault-plan.ts';
import type { Endpoint } from './endpoints.ts';
import { matches, type RequestDetails } from './request-details.ts';

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

  /** Returns the id. @throws ZodError if the plan cannot be carried out */
  add(request: FaultPlanRequest): string {
    const id = `plan-${++this.#made}`;
    this.#plans.push({ id, plan: faultPlanSchema.parse(request), skipped: 0, met: 0 });
    return id;
  }

  list(): FaultPlanRecord[] {
    return this.#plans.map(recordOf);
  }

  forget(id: string): boolean {
    const index = this.#plans.findIndex((state) => state.id === id);
    if (index !== -1) this.#plans.splice(index, 1);
    return index !== -1;
  }

  forgetAll(): number {
    return this.#plans.splice(0).length;
  }

  /** Returns the plans that may apply to a request to this endpoint, or null if there is none. */
  waitingFor(endpoint: Endpoint): readonly FaultPlan[] | null {
    if (endpoint === 'control') return null;
    const waiting = this.#plans.filter((state) => isFor(state.plan, endpoint) && !isSpent(state));
    return waiting.length === 0 ? null : waiting.map(({ plan }) => plan);
  }

  /** Also counts the request for plans that leave the first ones alone (`after`). */
  applyTo(endpoint: Endpoint, details: RequestDetails): FaultPlanRecord | null {
    for (const state of this.#plans) {
      if (!isFor(state.plan, endpoint) || isSpent(state) || !matches(state.plan.match, details)) continue;
      if (state.skipped < state.plan.after) {
        state.skipped++;
        continue;
      }
      state.met++;
      if (isSpent(state)) this.#forgetOldSpent();
      return recordOf(state);
    }
    return null;
  }

  #forgetOldSpent(): void {
    const spent = this.#plans.filter(isSpent);
    if (spent.length > MAX_RETAINED_SPENT && spent[0] !== undefined) this.forget(spent[0].id);
  }
}

function recordOf(state: PlanState): FaultPlanRecord {
  return { id: state.id, plan: state.plan, met: state.met, spent: isSpent(state) };
}

function isFor({ endpoint }: FaultPlan, requested: Endpoint): boolean {
  return endpoint === 'every' || endpoint === requested;
}

function isSpent({ plan, met }: PlanState): boolean {
  return plan.times !== 'forever' && met >= plan.times;
}
