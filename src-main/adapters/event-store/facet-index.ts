/**
 * The dictionary of facets, held in memory: what a filter says of them is decided once for each, never for an event.
 * They are some hundreds as a rule, and never more than the writer keeps apart.
 */
import type { Database } from 'better-sqlite3';
import type { FacetField, Filter } from '../../../src-shared/domain/filter.ts';
import {
  type FacetFields,
  matchesFacet,
  type FacetTerm,
  facetValues,
  isFacetTerm,
} from '../../../src-shared/domain/filter-match.ts';
import { FACET_COLUMNS, type FacetRow, type PreparedStatement, prepareStatement } from './statements.ts';

export interface Facet extends FacetFields {
  readonly id: number;
  readonly errorCode: string | null;
  readonly errorTypes: readonly string[];
}

/** Filters that are asked in turn; a walk asks the same one for each of its pieces. */
const MAX_CACHED_MASKS = 16;

/** Which facets pass, by id: 1 or 0; `null` where the filter does not ask for any. */
export type FacetMask = Uint8Array | null;

export class FacetIndex {
  readonly #behind: PreparedStatement<[number], FacetRow>;
  readonly #newestId: PreparedStatement<[], { id: number }>;
  readonly #facets: (Facet | undefined)[] = [];
  readonly #choices = new Map<string, Uint8Array>();
  #newest = 0;

  constructor(database: Database) {
    this.#behind = prepareStatement(database, `SELECT ${FACET_COLUMNS} FROM facet WHERE id > ? ORDER BY id`);
    this.#newestId = prepareStatement(database, 'SELECT ifnull(max(id), 0) AS id FROM facet');
  }

  /** At the beginning of a transaction. They are only ever added to, unless all of them are made anew. */
  refresh(): void {
    const newest = this.#newestId.get()?.id ?? 0;
    if (newest === this.#newest) return;
    if (newest < this.#newest) {
      this.#facets.length = 0;
      this.#newest = 0;
    }
    for (const row of this.#behind.all(this.#newest)) this.#facets[row.id] = facetFromRow(row);
    this.#newest = newest;
    this.#choices.clear();
  }

  /** Ids are below this. */
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
      if (facet !== undefined && terms.every((term) => matchesFacet(term, facet))) choice[facet.id] = 1;
    return choice;
  }
}

function facetFromRow({ markCodes, errorCodes, errorTypes, ...row }: FacetRow): Facet {
  const codes: string[] = JSON.parse(errorCodes);
  const types: string[] = JSON.parse(errorTypes);
  const marks: string[] = JSON.parse(markCodes);
  return { ...row, errorCodes: codes, errorTypes: types, marks: marks.map((code) => ({ code })) };
}

/** Each once; `null` alone where it has none. */
export function distinctFacetValues(facet: Facet, field: FacetField): readonly (string | null)[] {
  const values = facetValues(facet, field);
  return values.length === 0 ? [null] : [...new Set(values)];
}
