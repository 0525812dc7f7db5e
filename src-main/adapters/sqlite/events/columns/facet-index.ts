/** Reads the dictionary of facets, so that a filter is evaluated once per set of values and never per event. */
import {
  type FacetColumn,
  facetColumns,
  type FacetField,
  facetTable,
} from '../../../../../src-shared/domain/event/event-fields.ts';
import type { Database } from 'better-sqlite3';
import type { Filter } from '../../../../../src-shared/domain/filter/filter.ts';
import {
  matchesFacet,
  type FacetTerm,
  type FacetValues,
  facetValues,
  isFacetTerm,
} from '../../../../../src-shared/domain/filter/filter-match.ts';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import { type FacetRow, SELECT_FACET } from '../rows/statements.ts';

export interface Facet {
  readonly id: number;
  readonly values: FacetValues;
}

/** Values of one field that some facets have in common: each once, or only null if the field is empty. */
interface ValueSet {
  readonly facet: FacetValues;
  readonly values: readonly (string | null)[];
}

/** Sets of values of one field. Thousands of facets have few sets, so a sum over facets is first made by set. */
export interface ValueSets {
  /** Index in `sets` by facet id. */
  readonly setOf: readonly number[];
  readonly sets: readonly ValueSet[];
}

const MAX_CACHED_MASKS = 16;

/** 1 for each facet id that passes, else 0; null if the filter has no facet terms. */
export type FacetMask = Uint8Array | null;

export class FacetIndex {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof facetStatements>;
  readonly #facets = new Map<number, Facet>();
  /** By column and stored text: thousands of facets have few values. */
  readonly #parsed = facetColumns.map(() => new Map<string | null, unknown>());
  readonly #sets = new Map<FacetField, GrowingSets>();
  readonly #choices = new Map<string, Uint8Array>();
  #revision = 0;
  #newest = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = facetStatements(database);
  }

  /**
   * Looks for new facets. Call it at the beginning of a transaction. An id always means the same facet, so it does not
   * matter that facets which no event has any more stay in memory.
   */
  refresh(): void {
    const newest = this.#statements.newestId.get()?.id ?? 0;
    if (newest === this.#newest) return;
    if (newest < this.#newest) {
      this.#facets.clear();
      this.#sets.clear();
    }
    this.#newest = newest;
    this.#choices.clear();
    this.#revision += 1;
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#newest + 1;
  }

  get(id: number): Facet {
    const facet = this.find(id);
    if (facet === undefined) throw new Error(`The store has no facet ${id}.`);
    return facet;
  }

  find(id: number): Facet | undefined {
    const known = this.#facets.get(id);
    if (known !== undefined) return known;
    const row = this.#statements.one.get(id);
    if (row === undefined) return undefined;
    const facet = { id, values: this.#valuesOf(row) };
    this.#facets.set(id, facet);
    return facet;
  }

  maskFor({ terms }: Filter): FacetMask {
    const ofFacet = terms.filter(isFacetTerm);
    if (ofFacet.length === 0) return null;
    const key = JSON.stringify(ofFacet);
    let choice = this.#choices.get(key);
    if (choice === undefined) {
      choice = this.#buildMask(ofFacet);
      if (this.#choices.size >= MAX_CACHED_MASKS) this.#choices.clear();
      this.#choices.set(key, choice);
    }
    return choice;
  }

  valueSets(field: FacetField): ValueSets {
    let sets = this.#sets.get(field);
    if (sets === undefined) this.#sets.set(field, (sets = new GrowingSets(this.#database, field)));
    sets.extendTo(this.#newest);
    return sets;
  }

  #valuesOf(row: FacetRow): FacetValues {
    const values = facetColumns.map((column, index) => {
      const stored = row[index] ?? null;
      let value = this.#parsed[index]?.get(stored);
      if (value === undefined) this.#parsed[index]?.set(stored, (value = valueOf(column, stored)));
      return [column.property, value];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the writer stored these properties
    return Object.fromEntries(values) as FacetValues;
  }

  #buildMask(terms: readonly FacetTerm[]): Uint8Array {
    const choice = new Uint8Array(this.size).fill(1);
    for (const term of terms) {
      const { setOf, sets } = this.valueSets(term.field);
      const passes = sets.map(({ facet }) => matchesFacet(term, facet));
      for (const [id, set] of setOf.entries()) if (passes[set] !== true) choice[id] = 0;
    }
    return choice;
  }
}

class GrowingSets implements ValueSets {
  readonly setOf: number[] = [];
  readonly sets: ValueSet[] = [];
  readonly #column: FacetColumn;
  readonly #newer: PreparedStatement<[after: number], readonly [id: number, stored: string | null]>;
  readonly #known = new Map<string | null, number>();
  #newest = 0;

  constructor(database: Database, field: FacetField) {
    this.#column = { field, ...facetTable[field] };
    this.#newer = preparing(database).prepareTuple(
      `SELECT id, ${this.#column.column} FROM facet WHERE id > ? ORDER BY id`,
    );
  }

  extendTo(newest: number): void {
    if (this.#newest === newest) return;
    for (const [id, stored] of this.#newer.all(this.#newest)) this.setOf[id] = this.#setWith(stored);
    this.#newest = newest;
  }

  #setWith(stored: string | null): number {
    let set = this.#known.get(stored);
    if (set === undefined) {
      set = this.sets.length;
      this.#known.set(stored, set);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the property of this field is read
      const facet = { [this.#column.property]: valueOf(this.#column, stored) } as unknown as FacetValues;
      const values = facetValues(facet, this.#column.field);
      this.sets.push({ facet, values: values.length === 0 ? [null] : [...new Set(values)] });
    }
    return set;
  }
}

function valueOf({ shape }: FacetColumn, stored: string | null): unknown {
  if (shape === 'text') return stored;
  const list: string[] = JSON.parse(stored ?? '[]');
  return shape === 'marks' ? list.map((code) => ({ code })) : list;
}

function facetStatements(database: Database) {
  const { prepare, prepareTuple } = preparing(database);
  return {
    newestId: prepare<[], { id: number }>('SELECT ifnull(max(id), 0) AS id FROM facet'),
    one: prepareTuple<[id: number], FacetRow>(SELECT_FACET),
  };
}
