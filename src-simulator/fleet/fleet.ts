import {
  type ChangingField,
  type FieldName,
  fieldNames,
  type IdType,
  isChanging,
  type Subscription,
} from './fields.ts';
import { FleetHistory } from './fleet-history.ts';
import type { FleetRows } from './fleet-rows.ts';
import { type FleetScope, GeneratedRows } from './generated-rows.ts';

interface Change extends Partial<Record<ChangingField, string>> {
  readonly at: number;
}

export class Fleet {
  readonly #rows: FleetRows;
  readonly #changed = new Map<number, Change>();
  #changes = 0;
  /** Earlier values of rows, for the oldest search that can still be paged through. */
  readonly history = new FleetHistory(() => this.#changes);

  constructor(rows: FleetRows) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#rows.size;
  }

  modifiedAt(row: number): number {
    return this.#changed.get(row)?.at ?? this.#rows.modifiedAt(row);
  }

  initialModifiedAt(row: number): number {
    return this.#rows.modifiedAt(row);
  }

  changedRows(): IterableIterator<number> {
    return this.#changed.keys();
  }

  change(row: number, at: number, values: Partial<Record<ChangingField, string>> = {}): void {
    this.history.recordChange(row, () => ({
      lastModifiedAt: this.modifiedAt(row),
      state: this.value(row, 'state') ?? '',
      subscriptionPackage: this.value(row, 'subscriptionPackage') ?? '',
      countryCode: this.value(row, 'countryCode') ?? '',
    }));
    this.#changed.set(row, { ...this.#changed.get(row), ...values, at });
    this.#changes++;
  }

  subscription(row: number): Subscription {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each field
    return Object.fromEntries(fieldNames.map((field) => [field, this.value(row, field)])) as Subscription;
  }

  find(idType: IdType, id: string): number | null {
    return this.#rows.find(idType, id);
  }

  value(row: number, field: FieldName): string | null {
    if (field === 'lastModifiedAt') return new Date(this.modifiedAt(row)).toISOString();
    return (isChanging(field) ? this.#changed.get(row)?.[field] : undefined) ?? this.#rows.value(row, field);
  }
}

/** @param startedAt UTC epoch ms; no row has a later change at the start */
export function generateFleet(
  seed: number,
  size: number,
  startedAt: number,
  scope: FleetScope = { domainId: 'a.domain', firstRow: 0 },
): Fleet {
  return new Fleet(new GeneratedRows(seed, size, startedAt, scope));
}
