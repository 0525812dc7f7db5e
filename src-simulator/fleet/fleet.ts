/** The subscriptions of one domain: what they were when the simulator started, and what has become of them since. */
import { type ChangingField, type FieldName, fieldNames, type IdType, type Subscription } from './fields.ts';
import type { FleetRows } from './fleet-rows.ts';
import { type FleetPlace, MadeUpRows } from './made-up-rows.ts';

export class Fleet {
  readonly #rows: FleetRows;
  #modifiedAt: Float64Array | null = null;
  /** Rows changed since the start, in the order of their last change. */
  readonly #changed = new Map<number, Partial<Record<ChangingField, string>>>();
  #changes = 0;

  constructor(rows: FleetRows) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Grows with each change: what was computed at another count is out of date. */
  get changes(): number {
    return this.#changes;
  }

  /** `lastModifiedAt` of every row, UTC epoch ms. */
  modifiedAt(): Float64Array {
    return (this.#modifiedAt ??= this.#rows.modifiedAt());
  }

  /** Rows changed since the start, the latest last. */
  changedRows(): IterableIterator<number> {
    return this.#changed.keys();
  }

  isChanged(row: number): boolean {
    return this.#changed.has(row);
  }

  /** Notes a change at a time (UTC epoch ms), with new values where there are any. */
  change(row: number, at: number, values: Partial<Record<ChangingField, string>> = {}): void {
    const before = this.#changed.get(row);
    this.#changed.delete(row);
    this.#changed.set(row, { ...before, ...values });
    this.modifiedAt()[row] = at;
    this.#changes++;
  }

  subscription(row: number): Subscription {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each field
    return Object.fromEntries(fieldNames.map((field) => [field, this.value(row, field)])) as Subscription;
  }

  /** The row with this identifier, or `null`. */
  find(idType: IdType, id: string): number | null {
    return this.#rows.find(idType, id);
  }

  value(row: number, field: FieldName): string | null {
    if (field === 'lastModifiedAt') return new Date(this.modifiedAt()[row] ?? 0).toISOString();
    const changed = field === 'state' || field === 'subscriptionPackage' ? this.#changed.get(row)?.[field] : undefined;
    return changed ?? this.#rows.value(row, field);
  }
}

/** @param startedAt UTC epoch ms: no row was changed later than this at the beginning. */
export function madeUpFleet(
  seed: number,
  size: number,
  startedAt: number,
  place: FleetPlace = { domainId: 'a.domain', firstRow: 0 },
): Fleet {
  return new Fleet(new MadeUpRows(seed, size, startedAt, place));
}
