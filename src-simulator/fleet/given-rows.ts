/** Uses given values as they are and generates the missing ones to fit. Generated rows can follow the given ones. */
import { hashOf } from '../random.ts';
import type { FieldName, IdType } from './fields.ts';
import type { FleetRows } from './fleet-rows.ts';
import { scrambles, serialOf, withEidCheckDigits } from './identifiers.ts';
import { type FleetScope, GeneratedRows } from './generated-rows.ts';

export type GivenRow = Readonly<Partial<Record<FieldName, string | undefined>>>;

/** Keeps generated identifiers apart from another simulator's given ones. A scramble needs rows below 1 000 000 000. */
const FIRST_SERIAL = 500_000_000;

export class GivenRows implements FleetRows {
  readonly size: number;
  readonly #given: readonly GivenRow[];
  readonly #generated: GeneratedRows;
  readonly #firstSerial: number;
  readonly #rowOf = new Map<IdType, ReadonlyMap<string, number>>();

  /** `size` is that of the complete fleet. No row has a change after `startedAt`. */
  constructor(given: readonly GivenRow[], seed: number, size: number, startedAt: number, scope: FleetScope) {
    this.#given = given;
    this.size = size;
    this.#firstSerial = FIRST_SERIAL + scope.firstRow;
    this.#generated = new GeneratedRows(seed, size, startedAt, { ...scope, firstRow: this.#firstSerial });
  }

  modifiedAt(row: number): number {
    const { lastModifiedAt, createdAt } = this.#given[row] ?? {};
    if (lastModifiedAt !== undefined) return Date.parse(lastModifiedAt);
    return Math.max(this.#generated.modifiedAt(row), createdAt === undefined ? 0 : Date.parse(createdAt));
  }

  find(idType: IdType, id: string): number | null {
    const row = this.#rowsBy(idType).get(id) ?? this.#generated.find(idType, id);
    return row !== null && this.value(row, idType) === id ? row : null;
  }

  value(row: number, field: Exclude<FieldName, 'lastModifiedAt'>): string | null {
    const given = this.#given[row];
    if (given === undefined) return this.#generated.value(row, field);
    return given[field] ?? this.#consistentValue(row, given, field);
  }

  #consistentValue(row: number, given: GivenRow, field: Exclude<FieldName, 'lastModifiedAt'>): string | null {
    const madeUp = this.#generated.value(row, field);
    if (field === 'subscriptionType') return given.eid === undefined ? madeUp : 'EUICC';
    if (field === 'eid') return this.value(row, 'subscriptionType') === 'EUICC' ? this.#eid(row) : null;
    // The same company name always gives the same id.
    if (field === 'companyId' && given.companyName !== undefined)
      return `company-${hashOf(0, hashOfText(given.companyName), 0)}`;
    if (field === 'companyName') return given.companyId ?? madeUp;
    const { lastModifiedAt } = given;
    if (field === 'createdAt' && lastModifiedAt !== undefined && madeUp !== null)
      return lastModifiedAt < madeUp ? lastModifiedAt : madeUp;
    return madeUp;
  }

  #eid(row: number): string {
    return withEidCheckDigits(`89049032000000000000${serialOf(this.#firstSerial + row, scrambles.eid)}`);
  }

  #rowsBy(idType: IdType): ReadonlyMap<string, number> {
    const cached = this.#rowOf.get(idType);
    if (cached !== undefined) return cached;
    const rows = new Map<string, number>();
    for (const row of this.#given.keys()) {
      const id = this.value(row, idType);
      if (id !== null) rows.set(id, row);
    }
    this.#rowOf.set(idType, rows);
    return rows;
  }
}

function hashOfText(text: string): number {
  let hash = 0;
  for (let position = 0; position < text.length; position++) hash = hashOf(hash, text.charCodeAt(position), position);
  return hash;
}
