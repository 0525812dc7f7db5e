/**
 * Orders of the whole fleet, computed when first asked for and kept, so that the first search in an order costs a
 * sort and every later one only a walk.
 */
import type { FieldName } from './fields.ts';
import type { Fleet } from './fleet.ts';

export interface SortKey {
  readonly field: FieldName;
  readonly direction: 'asc' | 'desc';
}

/** These change while the simulator runs; an order by one of them is kept until the next change only. */
const changing: ReadonlySet<FieldName> = new Set(['lastModifiedAt', 'state', 'subscriptionPackage']);

interface KeptOrder {
  readonly rows: Uint32Array;
  /** `fleet.changes` at the time, `null` where no change can touch it. */
  readonly changes: number | null;
}

/** An order of a fleet of 250 000 takes a megabyte. */
const KEPT_ORDERS = 16;

export class FleetOrders {
  readonly #fleet: Fleet;
  readonly #orders = new Map<string, KeptOrder>();
  readonly #ranks = new Map<FieldName, Float64Array>();
  #timeOrderAtStart: Uint32Array | null = null;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** Every row once, in order; rows that are equal by all keys in their own order. */
  rows(sortBy: readonly SortKey[]): Uint32Array {
    const name = sortBy.map(({ field, direction }) => `${field} ${direction}`).join();
    const kept = this.#orders.get(name);
    if (kept !== undefined && (kept.changes === null || kept.changes === this.#fleet.changes)) return kept.rows;
    const isChanging = sortBy.some(({ field }) => changing.has(field));
    const rows = this.#sorted(sortBy);
    this.#orders.delete(name);
    this.#orders.set(name, { rows, changes: isChanging ? this.#fleet.changes : null });
    if (this.#orders.size > KEPT_ORDERS) this.#orders.delete(this.#orders.keys().next().value ?? '');
    return rows;
  }

  #sorted(sortBy: readonly SortKey[]): Uint32Array {
    const [first, ...rest] = sortBy;
    if (first === undefined) return Uint32Array.from({ length: this.#fleet.size }, (_, row) => row);
    if (first.field === 'lastModifiedAt' && rest.length === 0) {
      const ascending = this.#timeOrder();
      return first.direction === 'asc' ? ascending : ascending.toReversed();
    }
    const keys = sortBy.map(({ field, direction }) => ({
      values: this.#sortValues(field),
      sign: direction === 'asc' ? 1 : -1,
    }));
    return Uint32Array.from({ length: this.#fleet.size }, (_, row) => row).toSorted((left, right) => {
      for (const { values, sign } of keys) {
        const difference = (values[left] ?? 0) - (values[right] ?? 0);
        if (difference !== 0) return difference * sign;
      }
      return left - right;
    });
  }

  /**
   * The order most asked for, and the one every change touches: a row that changes goes to the end, so the sort at
   * the start is good for ever.
   */
  #timeOrder(): Uint32Array {
    this.#timeOrderAtStart ??= this.#sortedByTime();
    const rows = new Uint32Array(this.#fleet.size);
    let position = 0;
    for (const row of this.#timeOrderAtStart) if (!this.#fleet.isChanged(row)) rows[position++] = row;
    for (const row of this.#fleet.changedRows()) rows[position++] = row;
    return rows;
  }

  #sortedByTime(): Uint32Array {
    const times = this.#fleet.modifiedAt();
    return Uint32Array.from(times, (_, row) => row).toSorted(
      (left, right) => (times[left] ?? 0) - (times[right] ?? 0) || left - right,
    );
  }

  /** A number for each row that sorts as the field's text does. */
  #sortValues(field: FieldName): Float64Array {
    if (field === 'lastModifiedAt') return this.#fleet.modifiedAt();
    const known = this.#ranks.get(field);
    if (known !== undefined) return known;
    const texts = Array.from({ length: this.#fleet.size }, (_, row) => this.#fleet.value(row, field) ?? '');
    const rankOf = new Map([...new Set(texts)].toSorted().map((text, rank) => [text, rank]));
    const ranks = Float64Array.from(texts, (text) => rankOf.get(text) ?? 0);
    if (!changing.has(field)) this.#ranks.set(field, ranks);
    return ranks;
  }
}
