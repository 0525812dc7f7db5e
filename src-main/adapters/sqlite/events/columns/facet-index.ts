/**
 * Holds the dictionary of facets in memory, so that a filter is evaluated once per set of values and never per event.
 * There are some hundreds, or tens of thousands if events have several codes; the writer limits their number.
 */
import { facetColumns, type FacetField, facetFields } from '../../../../../src-shared/domain/event/event-fields.ts';
import type { Database } from 'better-sqlite3';
import type { Filter } from '../../../../../src-shared/domain/filter/filter.ts';
import {
  matchesFacet,
  type FacetTerm,
  type FacetValues,
  facetValues,
  isFacetTerm,
} from '../../../../../src-shared/domain/filter/filter-match.ts';
import { recordOf } from '../../../../../src-shared/lib/record-of.ts';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import { type FacetRow, SELECT_FACETS } from '../rows/statements.ts';

export interface Facet {
  readonly id: number;
  readonly values: FacetValues;
}

type FacetEntry = readonly [id: number, ...row: FacetRow];

/** Values of one field that some facets have in common: each once, or only null if the field is empty. */
interface ValueSet {
  readonly facet: Facet;
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
  readonly #newer: PreparedStatement<[number], FacetEntry>;
  readonly #newestId: PreparedStatement<[], { id: number }>;
  readonly #facets: (Facet | undefined)[] = [];
  #sets = recordOf(facetFields, () => new GrowingSets());
  readonly #choices = new Map<string, Uint8Array>();
  #revision = 0;
  #newest = 0;

  constructor(database: Database) {
    this.#newer = database.prepare<unknown[], FacetEntry>(SELECT_FACETS).raw();
    this.#newestId = preparing(database).prepare('SELECT ifnull(max(id), 0) AS id FROM facet');
  }

  /** Loads new facets. Call it at the beginning of a transaction. Facets are only added, unless all are rebuilt. */
  refresh(): void {
    const newest = this.#newestId.get()?.id ?? 0;
    if (newest === this.#newest) return;
    if (newest < this.#newest) {
      this.#facets.length = 0;
      this.#sets = recordOf(facetFields, () => new GrowingSets());
      this.#newest = 0;
    }
    for (const [id, ...row] of this.#newer.all(this.#newest)) {
      const facet = { id, values: valuesOf(row) };
      this.#facets[id] = facet;
      for (const [index, field] of facetFields.entries()) this.#sets[field].add(facet, field, row[index] ?? null);
    }
    this.#newest = newest;
    this.#choices.clear();
    this.#revision += 1;
  }

  /** Changes with each new facet. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#newest + 1;
  }

  get(id: number): Facet {
    const facet = this.#facets[id];
    if (facet === undefined) throw new Error(`The store has no facet ${id}.`);
    return facet;
  }

  find(id: number): Facet | undefined {
    return this.#facets[id];
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
    return this.#sets[field];
  }

  #buildMask(terms: readonly FacetTerm[]): Uint8Array {
    const choice = new Uint8Array(this.size);
    for (const facet of this.#facets) if (facet !== undefined) choice[facet.id] = 1;
    for (const term of terms) {
      const { setOf, sets } = this.valueSets(term.field);
      const passes = sets.map(({ facet }) => matchesFacet(term, facet.values));
      for (const [id, set] of setOf.entries()) if (passes[set] !== true) choice[id] = 0;
    }
    return choice;
  }
}

class GrowingSets implements ValueSets {
  readonly setOf: number[] = [];
  readonly sets: ValueSet[] = [];
  readonly #known = new Map<string | null, number>();

  /** @param stored text of the column: facets with the same text have the same values */
  add(facet: Facet, field: FacetField, stored: string | null): void {
    let set = this.#known.get(stored);
    if (set === undefined) {
      set = this.sets.length;
      this.#known.set(stored, set);
      const values = facetValues(facet.values, field);
      this.sets.push({ facet, values: values.length === 0 ? [null] : [...new Set(values)] });
    }
    this.setOf[facet.id] = set;
  }
}

function valuesOf(row: FacetRow): FacetValues {
  const values = facetColumns.map(({ property, shape }, index) => {
    const text = row[index] ?? null;
    if (shape === 'text') return [property, text];
    const list: string[] = JSON.parse(text ?? '[]');
    return [property, shape === 'marks' ? list.map((code) => ({ code })) : list];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the writer stored these properties
  return Object.fromEntries(values) as FacetValues;
}
