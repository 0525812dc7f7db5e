/**
 * Holds the dictionary of facets in memory, so that a filter is evaluated once per facet and never per event. Usually
 * there are some hundreds; the writer limits their number.
 */
import { facetColumns, type FacetField } from '../../../../../src-shared/domain/event/event-fields.ts';
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
import { type FacetRow, SELECT_FACETS } from '../rows/statements.ts';

export interface Facet {
  readonly id: number;
  readonly values: FacetValues;
}

type FacetEntry = readonly [id: number, ...row: FacetRow];

const MAX_CACHED_MASKS = 16;

/** 1 for each facet id that passes, else 0; null if the filter has no facet terms. */
export type FacetMask = Uint8Array | null;

export class FacetIndex {
  readonly #newer: PreparedStatement<[number], FacetEntry>;
  readonly #newestId: PreparedStatement<[], { id: number }>;
  readonly #facets: (Facet | undefined)[] = [];
  readonly #choices = new Map<string, Uint8Array>();
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
      this.#newest = 0;
    }
    for (const [id, ...row] of this.#newer.all(this.#newest)) this.#facets[id] = { id, values: valuesOf(row) };
    this.#newest = newest;
    this.#choices.clear();
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

  #buildMask(terms: readonly FacetTerm[]): Uint8Array {
    const choice = new Uint8Array(this.size);
    for (const facet of this.#facets)
      if (facet !== undefined && terms.every((term) => matchesFacet(term, facet.values))) choice[facet.id] = 1;
    return choice;
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

/** Returns each value once, or only null if the facet has none. */
export function distinctFacetValues(facet: Facet, field: FacetField): readonly (string | null)[] {
  const values = facetValues(facet.values, field);
  return values.length === 0 ? [null] : [...new Set(values)];
}
