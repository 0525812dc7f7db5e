/**
 * Selects a change and subscriptions of one company for it, a given number of which really fail. If the fleet has too
 * few, returns as many as there are, and the caller must compare the numbers.
 */
import type { Random } from '../random.ts';
import { rowsFromRandomStart } from './random-rows.ts';
import type { RequestedChange } from './subscription-changes.ts';
import type { ServiceModel } from './service-model.ts';

export interface RequestSize {
  readonly resources: number;
  /** Number of resources that must fail. */
  readonly failed: number;
}

export interface RequestSelection {
  readonly change: RequestedChange;
  /** In the order of the fleet. */
  readonly rows: readonly number[];
  readonly failed: number;
}

const packages = ['IOT-EU-500MB', 'IOT-WORLD-100MB'] as const;
const states = ['PAUSE', 'DEACTIVATED', 'ACTIVE'] as const;

interface SelectionOptions {
  readonly world: ServiceModel;
  readonly random: Random;
  readonly demand: RequestSize;
  readonly isWanted: (row: number) => boolean;
  readonly maxRows: number | undefined;
}

/** @returns null if no subscription was found */
export function selectForRequest(
  world: ServiceModel,
  random: Random,
  demand: RequestSize,
  {
    maxRows,
    change,
    isWanted = () => true,
  }: {
    readonly maxRows?: number;
    /** The only allowed change. */
    readonly change?: RequestedChange;
    readonly isWanted?: (row: number) => boolean;
  } = {},
): RequestSelection | null {
  const { size } = world.fleet;
  if (size === 0) return null;
  const search = { world, random, demand, isWanted, maxRows };
  const someone = random.integer(0, size - 1);
  const wanted = change ?? randomChange(world, random, someone);
  const first = new Candidate(search, wanted, world.companyOf(someone));
  for (const row of rowsFromRandomStart(world.fleet, random, maxRows)) if (first.isFull || first.offer(row)) break;
  if (first.isFull) return first.supply();
  const best = bestCandidate(search, change === undefined ? [wanted, ...allChanges(world, someone)] : [change]);
  return best === null || best.found === 0 ? null : best.supply();
}

/** Returns the company and the change with the most matching rows. */
function bestCandidate(search: SelectionOptions, changes: readonly RequestedChange[]): Candidate | null {
  const baskets = new Map<string, Candidate[]>();
  scan: for (const row of rowsFromRandomStart(search.world.fleet, search.random, search.maxRows)) {
    const company = search.world.companyOf(row);
    const known = baskets.get(company) ?? changes.map((change) => new Candidate(search, change, company));
    baskets.set(company, known);
    for (const basket of known) if (basket.offer(row)) break scan;
  }
  let best: Candidate | null = null;
  for (const basket of [...baskets.values()].flat()) if (basket.found > (best?.found ?? -1)) best = basket;
  return best;
}

function randomChange(world: ServiceModel, random: Random, someone: number): RequestedChange {
  const target = random.pick([
    ...states,
    ...packages,
    world.fleet.value(someone, 'subscriptionPackage') ?? packages[0],
  ]);
  const change: RequestedChange = { kind: isState(target) ? 'state' : 'package', target };
  return world.remainingCapacity(change) > 0 ? change : { kind: 'state', target: 'ACTIVE' };
}

function allChanges(world: ServiceModel, someone: number): RequestedChange[] {
  const own = world.fleet.value(someone, 'subscriptionPackage');
  return [
    ...[...new Set([...packages, ...(own === null ? [] : [own])])].map(
      (target) => ({ kind: 'package', target }) as const,
    ),
    ...states.map((target) => ({ kind: 'state', target }) as const),
  ];
}

const isState = (target: string) => states.some((state) => state === target);

/** Collects rows for one change in one company. */
class Candidate {
  readonly #world: ServiceModel;
  readonly #change: RequestedChange;
  readonly #company: string;
  readonly #isWanted: (row: number) => boolean;
  readonly #wanted: { readonly able: number; readonly failing: number };
  readonly #able: number[] = [];
  readonly #failing: number[] = [];

  constructor({ world, demand, isWanted }: SelectionOptions, change: RequestedChange, company: string) {
    this.#world = world;
    this.#change = change;
    this.#company = company;
    this.#isWanted = isWanted;
    this.#wanted = { able: demand.resources - demand.failed, failing: demand.failed };
  }

  get found(): number {
    return this.#able.length + this.#failing.length;
  }

  get isFull(): boolean {
    return this.found >= this.#wanted.able + this.#wanted.failing;
  }

  /** Adds the row if it fits. Returns true if no more rows are needed. */
  offer(row: number): boolean {
    if (this.#isFor(row)) {
      const [rows, most] = this.#world.changeFailure(row, this.#change) === null ? this.#ableRows : this.#failingRows;
      if (rows.length < most) rows.push(row);
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
    // Rows with a running localization are not changed.
    return this.#world.companyOf(row) === this.#company && !this.#world.isBeingLocalized(row) && this.#isWanted(row);
  }

  get #ableRows(): [number[], number] {
    return [this.#able, Math.min(this.#wanted.able, this.#world.remainingCapacity(this.#change))];
  }

  get #failingRows(): [number[], number] {
    return [this.#failing, this.#wanted.failing];
  }
}
