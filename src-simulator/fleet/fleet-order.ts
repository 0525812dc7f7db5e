/**
 * Orders of the whole fleet, computed in pieces when first asked for and kept, so that the first search in an order
 * costs a sort and every later one only a walk. An order can be made of a moment that is gone (`FleetHistory`):
 * one that was forgotten is made again.
 */
import { type ChangingField, changingFields, type FieldName } from './fields.ts';
import type { Fleet } from './fleet.ts';
import type { Moment } from './fleet-history.ts';
import { Kept } from './kept.ts';
import type { Pieces, Steps } from './pieces.ts';
import { radixSorted } from './radix-sort.ts';
import { textRanks } from './text-ranks.ts';

export interface SortKey {
  readonly field: FieldName;
  readonly direction: 'asc' | 'desc';
}

type Numbers = Uint32Array | Float64Array;

/** An order of a million takes 4 MB. */
const KEPT_ORDERS = 16;
/** Times of a million rows take 8 MB. */
const KEPT_TIMES = 4;
const STEP = 1024;

export class FleetOrders {
  readonly #fleet: Fleet;
  readonly #pieces: Pieces;
  readonly #orders = new Kept<Uint32Array>(KEPT_ORDERS);
  readonly #times = new Kept<Float64Array>(KEPT_TIMES);
  /** Of fields that do not change: at most one for each. */
  readonly #ranks = new Kept<Uint32Array>(Infinity);
  readonly #firstTimes = new Kept<Float64Array>(1);

  constructor(fleet: Fleet, pieces: Pieces) {
    this.#fleet = fleet;
    this.#pieces = pieces;
  }

  /** Every row once, as it was in order at that moment; rows that are equal by all keys in their own order. */
  rows(sortBy: readonly SortKey[], moment: Moment): Promise<Uint32Array> {
    const keys = sortBy.map(({ field, direction }) => `${field} ${direction}`).join();
    const name = changes(sortBy) ? `${keys} at ${moment.changes}` : keys;
    return this.#orders.get(name, async () => {
      let rows = await this.#pieces.run(inOwnOrder(this.#fleet.size));
      for (const { field, direction } of sortBy.toReversed()) {
        // oxlint-disable-next-line no-await-in-loop -- the last key first, each over the order before
        const numbers = await this.#numbers(field, moment);
        // oxlint-disable-next-line no-await-in-loop -- as above
        rows = await this.#pieces.run(radixSorted(rows, numbers, direction));
      }
      return rows;
    });
  }

  /** `lastModifiedAt` of every row at that moment, UTC epoch ms. */
  times(moment: Moment): Promise<Float64Array> {
    return this.#times.get(String(moment.changes), async () => {
      const first = await this.#firstTimes.get('', () => this.#pieces.run(firstTimes(this.#fleet)));
      return this.#pieces.run(timesAt(this.#fleet, moment, first));
    });
  }

  /** Numbers that sort as the field does. */
  async #numbers(field: FieldName, moment: Moment): Promise<Numbers> {
    const fleet = this.#fleet;
    if (field === 'lastModifiedAt') return this.#pieces.run(sinceEarliest(await this.times(moment)));
    const textOf = (row: number) => fleet.value(row, field) ?? '';
    if (!isChanging(field)) return this.#ranks.get(field, () => this.#pieces.run(textRanks(fleet.size, textOf)));
    const corrections = function* () {
      for (const [row, before] of fleet.history.since(moment)) yield [row, before[field]] as const;
    };
    return this.#pieces.run(textRanks(fleet.size, textOf, corrections));
  }
}

/** Whether the order may be another one after a change. */
function changes(sortBy: readonly SortKey[]): boolean {
  return sortBy.some(({ field }) => field === 'lastModifiedAt' || isChanging(field));
}

function isChanging(field: FieldName): field is ChangingField {
  return changingFields.some((one) => one === field);
}

function* inOwnOrder(size: number): Steps<Uint32Array> {
  const rows = new Uint32Array(size);
  for (let row = 0; row < size; row++) {
    rows[row] = row;
    if (row % STEP === 0) yield;
  }
  return rows;
}

function* firstTimes(fleet: Fleet): Steps<Float64Array> {
  const times = new Float64Array(fleet.size);
  for (let row = 0; row < fleet.size; row++) {
    times[row] = fleet.modifiedAtFirst(row);
    if (row % STEP === 0) yield;
  }
  return times;
}

function* timesAt(fleet: Fleet, moment: Moment, first: Float64Array): Steps<Float64Array> {
  const times = first.slice();
  let read = 0;
  for (const row of fleet.changedRows()) {
    times[row] = fleet.modifiedAt(row);
    if (++read % STEP === 0) yield;
  }
  for (const [row, { lastModifiedAt }] of fleet.history.since(moment)) {
    times[row] = lastModifiedAt;
    if (++read % STEP === 0) yield;
  }
  return times;
}

/** From 0, as the sort wants them. */
function* sinceEarliest(times: Float64Array): Steps<Float64Array> {
  let earliest = Infinity;
  for (let row = 0; row < times.length; row++) {
    earliest = Math.min(earliest, times[row] ?? 0);
    if (row % STEP === 0) yield;
  }
  const since = new Float64Array(times.length);
  for (let row = 0; row < times.length; row++) {
    since[row] = (times[row] ?? 0) - earliest;
    if (row % STEP === 0) yield;
  }
  return since;
}
