/** If the fleet has too few, returns as many as there are; the caller must compare the numbers. */
import type { Random } from '../random.ts';
import { rowsFromRandomStart } from './random-rows.ts';
import type { RequestedChange } from './subscription-changes.ts';
import type { ServiceModel } from './service-model.ts';

export interface RequestSize {
  readonly resources: number;
  readonly failed: number;
}

export interface RequestSelection {
  readonly change: RequestedChange;
  readonly rows: readonly number[];
  readonly failed: number;
}

export const packages = ['IOT-EU-500MB', 'IOT-WORLD-100MB'] as const;
const states = ['PAUSE', 'DEACTIVATED', 'ACTIVE'] as const;

interface SelectionOptions {
  readonly model: ServiceModel;
  readonly random: Random;
  readonly demand: RequestSize;
  readonly accepts: (row: number) => boolean;
  readonly maxRows: number | undefined;
}

export function selectForRequest(
  model: ServiceModel,
  random: Random,
  demand: RequestSize,
  {
    maxRows,
    change,
    accepts = () => true,
  }: {
    readonly maxRows?: number;
    readonly change?: RequestedChange;
    readonly accepts?: (row: number) => boolean;
  } = {},
): RequestSelection | null {
  const { size } = model.fleet;
  if (size === 0) return null;
  const search = { model, random, demand, accepts, maxRows };
  const someone = random.integer(0, size - 1);
  const firstChange = change ?? randomChange(model, random, someone);
  const first = new Candidate(search, firstChange, model.companyOf(someone));
  for (const row of rowsFromRandomStart(model.fleet, random, maxRows)) if (first.isFull || first.offer(row)) break;
  if (first.isFull) return first.supply();
  const best = bestCandidate(search, change === undefined ? [firstChange, ...allChanges(model, someone)] : [change]);
  return best === null || best.found === 0 ? null : best.supply();
}

function bestCandidate(search: SelectionOptions, changes: readonly RequestedChange[]): Candidate | null {
  const baskets = new Map<string, Candidate[]>();
  scan: for (const row of rowsFromRandomStart(search.model.fleet, search.random, search.maxRows)) {
    const company = search.model.companyOf(row);
    const candidates = baskets.get(company) ?? changes.map((change) => new Candidate(search, change, company));
    baskets.set(company, candidates);
    for (const basket of candidates) if (basket.offer(row)) break scan;
  }
  let best: Candidate | null = null;
  for (const basket of [...baskets.values()].flat()) if (basket.found > (best?.found ?? -1)) best = basket;
  return best;
}

function randomChange(model: ServiceModel, random: Random, someone: number): RequestedChange {
  const target = random.pick([
    ...states,
    ...packages,
    model.fleet.value(someone, 'subscriptionPackage') ?? packages[0],
  ]);
  const change: RequestedChange = { kind: isState(target) ? 'state' : 'package', target };
  return model.remainingCapacity(change) > 0 ? change : { kind: 'state', target: 'ACTIVE' };
}

function allChanges(model: ServiceModel, someone: number): RequestedChange[] {
  const own = model.fleet.value(someone, 'subscriptionPackage');
  return [
    ...[...new Set([...packages, ...(own === null ? [] : [own])])].map(
      (target) => ({ kind: 'package', target }) as const,
    ),
    ...states.map((target) => ({ kind: 'state', target }) as const),
  ];
}

const isState = (target: string) => states.some((state) => state === target);

class Candidate {
  readonly #model: ServiceModel;
  readonly #change: RequestedChange;
  readonly #company: string;
  readonly #accepts: (row: number) => boolean;
  readonly #required: { readonly able: number; readonly failing: number };
  readonly #able: number[] = [];
  readonly #failing: number[] = [];

  constructor({ model, demand, accepts }: SelectionOptions, change: RequestedChange, company: string) {
    this.#model = model;
    this.#change = change;
    this.#company = company;
    this.#accepts = accepts;
    this.#required = { able: demand.resources - demand.failed, failing: demand.failed };
  }

  get found(): number {
    return this.#able.length + this.#failing.length;
  }

  get isFull(): boolean {
    return this.found >= this.#required.able + this.#required.failing;
  }

  offer(row: number): boolean {
    if (this.#isFor(row)) {
      const [rows, limit] = this.#model.changeFailure(row, this.#change) === null ? this.#ableRows : this.#failingRows;
      if (rows.length < limit) rows.push(row);
    }
    return this.isFull;
  }

  supply(): RequestSelection {
    return {
      change: this.#change,
      rows: [...this.#able, ...this.#failing].toSorted((one, other) => one - other),
      failed: this.#failing.length,
    };
  }

  #isFor(row: number): boolean {
    return this.#model.companyOf(row) === this.#company && !this.#model.isBeingLocalized(row) && this.#accepts(row);
  }

  get #ableRows(): [number[], number] {
    return [this.#able, Math.min(this.#required.able, this.#model.remainingCapacity(this.#change))];
  }

  get #failingRows(): [number[], number] {
    return [this.#failing, this.#required.failing];
  }
}
