/**
 * The dictionary of the values with few values: one row for each combination, never changed and never removed. Held in
 * memory by whoever writes or reads, so that there are no more combinations than memory has room for, whatever a
 * service sends. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { DecodedEvent, EventMark, Outcome } from '../../../src-shared/domain/event.ts';
import { LOCALIZATION_KIND, REQUEST_KIND, SESSION_STATES } from '../../../src-shared/service/notification-words.ts';
import { FACET_COLUMNS, type FacetValues, prepared } from './statements.ts';

/** Thirty times what a year of a large domain gives. */
const MOST_FACETS = 32_768;
/** Characters in all of them. */
const MOST_CHARS = 16_777_216;
/** Above those: combinations of kind and outcome alone, for what has no facet of its own. */
const MOST_REDUCED = 1_024;
const OTHER_KIND = 'other';

export interface FacetLimits {
  readonly facets: number;
  readonly chars: number;
  readonly reduced: number;
}

type Decoded = Pick<
  DecodedEvent,
  'operation' | 'state' | 'outcome' | 'errorCode' | 'errorCodes' | 'errorTypes' | 'countryCode' | 'principal'
>;

export interface Facet {
  readonly id: number;
  /** There are too many combinations: this one has kind and outcome alone, and the row is to be marked. */
  readonly isReduced: boolean;
}

export class FacetRows {
  readonly #rows: ReturnType<typeof facetStatements>;
  readonly #limits: FacetLimits;
  readonly #ids = new Map<string, number>();
  #chars = 0;

  constructor(
    database: Database,
    limits: FacetLimits = { facets: MOST_FACETS, chars: MOST_CHARS, reduced: MOST_REDUCED },
  ) {
    this.#rows = facetStatements(database);
    this.#limits = limits;
  }

  /** At the start, and after a transaction that was taken back. */
  reload(): void {
    this.#ids.clear();
    this.#chars = 0;
    for (const { id, ...row } of this.#rows.all.all()) this.#remember(keyOf(row), id);
  }

  of(kind: string, decoded: Decoded, marks: readonly EventMark[]): Facet {
    const row = {
      kind,
      operation: decoded.operation,
      state: decoded.state,
      outcome: decoded.outcome,
      errorCode: decoded.errorCode,
      errorCodes: decoded.errorCodes.length === 0 ? '[]' : JSON.stringify(decoded.errorCodes),
      errorTypes: decoded.errorTypes.length === 0 ? '[]' : JSON.stringify(decoded.errorTypes),
      countryCode: decoded.countryCode,
      principal: decoded.principal,
      markCodes: marks.length === 0 ? '[]' : markCodesOf(marks),
    };
    const key = keyOf(row);
    const known = this.#ids.get(key);
    if (known !== undefined) return { id: known, isReduced: false };
    // As SQLite would write it, and give it back.
    if (!key.isWellFormed()) return this.of(kind.toWellFormed(), wellFormed(decoded), marks);
    if (this.#ids.size < this.#limits.facets && this.#chars + key.length <= this.#limits.chars)
      return { id: this.#insert(key, row), isReduced: false };
    return { id: this.#reduced(kind, decoded.outcome), isReduced: true };
  }

  #reduced(kind: string, outcome: Outcome | null): number {
    const row = {
      kind,
      operation: null,
      state: null,
      outcome,
      errorCode: null,
      errorCodes: '[]',
      errorTypes: '[]',
      countryCode: null,
      principal: null,
      markCodes: '["too-many-values"]',
    };
    const key = keyOf(row);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (isDocumented(kind) || kind === OTHER_KIND || this.#ids.size < this.#limits.facets + this.#limits.reduced)
      return this.#insert(key, row);
    return this.#reduced(OTHER_KIND, outcome);
  }

  #insert(key: string, row: FacetValues): number {
    const id = Number(this.#rows.insert.run(row).lastInsertRowid);
    this.#remember(key, id);
    return id;
  }

  #remember(key: string, id: number): void {
    this.#ids.set(key, id);
    this.#chars += key.length;
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
const COLUMNS = Object.keys({
  kind: true,
  operation: true,
  state: true,
  outcome: true,
  errorCode: true,
  errorCodes: true,
  errorTypes: true,
  countryCode: true,
  principal: true,
  markCodes: true,
} satisfies Record<keyof FacetValues, true>) as readonly (keyof FacetValues)[];

/** Two rows have the same key only if all their values are the same: the length of each value stands before it. */
function keyOf(row: FacetValues): string {
  let key = '';
  for (const column of COLUMNS) {
    const value = row[column];
    key += value === null ? '-' : `${value.length}:${value}`;
  }
  return key;
}

/** Each once and sorted: which fields they are of does not count. */
function markCodesOf(marks: readonly EventMark[]): string {
  return JSON.stringify([...new Set(marks.map(({ code }) => code))].toSorted());
}

function wellFormed(decoded: Decoded): Decoded {
  const { operation, state, outcome, errorCode, errorCodes, errorTypes, countryCode, principal } = decoded;
  return {
    operation: operation?.toWellFormed() ?? null,
    state: state?.toWellFormed() ?? null,
    outcome,
    errorCode: errorCode?.toWellFormed() ?? null,
    errorCodes: errorCodes.map((code) => code.toWellFormed()),
    errorTypes: errorTypes.map((type) => type.toWellFormed()),
    countryCode: countryCode?.toWellFormed() ?? null,
    principal: principal?.toWellFormed() ?? null,
  };
}

function isDocumented(kind: string): boolean {
  return kind === LOCALIZATION_KIND || kind === REQUEST_KIND || SESSION_STATES.has(kind);
}

function facetStatements(database: Database) {
  return {
    all: prepared<[], FacetValues & { readonly id: number }>(
      database,
      `SELECT ${FACET_COLUMNS} FROM facet ORDER BY id`,
    ),
    insert: prepared<[FacetValues]>(
      database,
      `INSERT INTO facet (kind, operation, state, outcome, error_code, error_codes, error_types, country_code,
         principal, mark_codes)
       VALUES (:kind, :operation, :state, :outcome, :errorCode, :errorCodes, :errorTypes, :countryCode, :principal,
         :markCodes)`,
    ),
  };
}
