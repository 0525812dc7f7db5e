/**
 * Computes orders of the complete fleet in slices when first needed, and caches them. `FleetHistory` gives those of
 * earlier snapshots.
 */
import { type FieldName, isChanging } from './fields.ts';
import type { Fleet } from './fleet.ts';
import type { FleetSnapshot } from './fleet-history.ts';
import { AsyncLruCache } from './async-lru-cache.ts';
import type { CooperativeScheduler, TaskSteps } from './cooperative-scheduler.ts';
import { radixSorted } from './radix-sort.ts';
import { textRanks } from './text-ranks.ts';

export interface SortKey {
  readonly field: FieldName;
  readonly direction: 'asc' | 'desc';
}

type Numbers = Uint32Array | Float64Array;

/** An order of a million rows takes 4 MB. */
const MAX_CACHED_ORDERS = 16;
/** The times of a million rows take 8 MB. */
const MAX_CACHED_TIMES = 4;
const ROWS_PER_STEP = 1024;

export class FleetOrders {
  readonly #fleet: Fleet;
  readonly #scheduler: CooperativeScheduler;
  readonly #orders = new AsyncLruCache<Uint32Array>(MAX_CACHED_ORDERS);
  readonly #times = new AsyncLruCache<Float64Array>(MAX_CACHED_TIMES);
  /** Ranks of fields that never change, so there is at most one entry for each field. */
  readonly #ranks = new AsyncLruCache<Uint32Array>(Infinity);
  readonly #firstTimes = new AsyncLruCache<Float64Array>(1);

  constructor(fleet: Fleet, scheduler: CooperativeScheduler) {
    this.#fleet = fleet;
    this.#scheduler = scheduler;
  }

  rows(sortBy: readonly SortKey[], moment: FleetSnapshot): Promise<Uint32Array> {
    const keys = sortBy.map(({ field, direction }) => `${field} ${direction}`).join();
    const name = canChange(sortBy) ? `${keys} at ${moment.changes}` : keys;
    return this.#orders.get(name, async () => {
      let rows: Uint32Array = await this.#scheduler.run(filled(new Uint32Array(this.#fleet.size), (row) => row));
      for (const { field, direction } of sortBy.toReversed()) {
        const numbers = await this.#numbers(field, moment);
        rows = await this.#scheduler.run(radixSorted(rows, numbers, direction));
      }
      return rows;
    });
  }

  times(moment: FleetSnapshot): Promise<Float64Array> {
    return this.#times.get(String(moment.changes), async () => {
      const fleet = this.#fleet;
      const first = await this.#firstTimes.get('', () =>
        this.#scheduler.run(filled(new Float64Array(fleet.size), (row) => fleet.initialModifiedAt(row))),
      );
      return this.#scheduler.run(timesAt(fleet, moment, first));
    });
  }

  async #numbers(field: FieldName, moment: FleetSnapshot): Promise<Numbers> {
    const fleet = this.#fleet;
    if (field === 'lastModifiedAt') return this.#scheduler.run(sinceEarliest(await this.times(moment)));
    const textOf = (row: number) => fleet.value(row, field) ?? '';
    if (!isChanging(field)) return this.#ranks.get(field, () => this.#scheduler.run(textRanks(fleet.size, textOf)));
    const corrections = function* () {
      for (const [row, before] of fleet.history.changesSince(moment)) yield [row, before[field]] as const;
    };
    return this.#scheduler.run(textRanks(fleet.size, textOf, corrections));
  }
}

function canChange(sortBy: readonly SortKey[]): boolean {
  return sortBy.some(({ field }) => field === 'lastModifiedAt' || isChanging(field));
}

function* filled<Values extends Numbers>(values: Values, valueOf: (row: number) => number): TaskSteps<Values> {
  for (let row = 0; row < values.length; row++) {
    values[row] = valueOf(row);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return values;
}

function* timesAt(fleet: Fleet, moment: FleetSnapshot, first: Float64Array): TaskSteps<Float64Array> {
  const times = first.slice();
  let read = 0;
  for (const row of fleet.changedRows()) {
    times[row] = fleet.modifiedAt(row);
    if (++read % ROWS_PER_STEP === 0) yield;
  }
  for (const [row, { lastModifiedAt }] of fleet.history.changesSince(moment)) {
    times[row] = lastModifiedAt;
    if (++read % ROWS_PER_STEP === 0) yield;
  }
  return times;
}

/** Subtracts the earliest time, because the sort needs keys from 0. */
function* sinceEarliest(times: Float64Array): TaskSteps<Float64Array> {
  let earliest = Infinity;
  for (let row = 0; row < times.length; row++) {
    earliest = Math.min(earliest, times[row] ?? 0);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return yield* filled(new Float64Array(times.length), (row) => (times[row] ?? 0) - earliest);
}
