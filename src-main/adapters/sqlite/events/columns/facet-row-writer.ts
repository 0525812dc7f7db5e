/**
 * Stores the dictionary of facets: one row per combination of values, never changed or removed. Writers and readers
 * hold it in memory, so its size is limited, whatever a service sends. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { DecodedEvent, EventMark } from '../../../../../src-shared/domain/event/event.ts';
import {
  causeKeyOf,
  type BoundedField,
  FIELD_WORDS,
  FIELDS_OF_CAUSE,
  isDocumented,
  MAX_FIELD_VALUES,
  OTHER,
  replaceValues,
} from './facet-bounds.ts';
import { FACET_COLUMNS, type FacetValues, prepareStatement } from '../rows/statements.ts';

/** Thirty times the facets of a year in a large domain. */
const MAX_FACETS = 32_768;
const MAX_FACET_CHARACTERS = 16_777_216;
/** Max distinct causes of failures: a board with a group for each of them still loads quickly. */
const MAX_CAUSES = 2_048;

export interface FacetLimits {
  readonly facets: number;
  readonly chars: number;
  readonly causes: number;
  readonly values: Readonly<Record<BoundedField, number>>;
}

const LIMITS: FacetLimits = {
  facets: MAX_FACETS,
  chars: MAX_FACET_CHARACTERS,
  causes: MAX_CAUSES,
  values: MAX_FIELD_VALUES,
};

type Decoded = Pick<
  DecodedEvent,
  'operation' | 'state' | 'outcome' | 'errorCode' | 'errorCodes' | 'errorTypes' | 'countryCode' | 'principal'
>;

export interface FacetAssignment {
  readonly id: number;
  /** Marks of the event, and `too-many-values` if the facet has "other" for one of its values. */
  readonly marks: readonly EventMark[];
}

export class FacetRowWriter {
  readonly #rows: ReturnType<typeof facetStatements>;
  readonly #limits: FacetLimits;
  readonly #ids = new Map<string, number>();
  readonly #values = new Map<BoundedField, Set<string>>();
  readonly #causes = new Set<string>();
  #chars = 0;

  constructor(database: Database, limits: Partial<FacetLimits> = {}) {
    this.#rows = facetStatements(database);
    this.#limits = { ...LIMITS, ...limits };
  }

  reload(): void {
    this.#ids.clear();
    this.#values.clear();
    this.#causes.clear();
    this.#chars = 0;
    for (const { id, ...row } of this.#rows.all.all()) this.#remember(row, id);
  }

  assign(kind: string, decoded: Decoded, marks: readonly EventMark[]): FacetAssignment {
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
    if (known !== undefined) return { id: known, marks };
    // Uses the text that SQLite would store and return.
    if (!key.isWellFormed()) return this.assign(kind.toWellFormed(), wellFormed(decoded), marks);
    return this.#bounded(row, marks);
  }

  #bounded(row: FacetValues, marks: readonly EventMark[]): FacetAssignment {
    const hasRoom = (field: BoundedField, value: string) => {
      const valuesOfField = this.#values.get(field);
      return valuesOfField === undefined || valuesOfField.has(value) || valuesOfField.size < this.#limits.values[field];
    };
    const byField = replaceWithOther(row, (field, value) => !hasRoom(field, value));
    const hasCause = this.#causes.has(causeKeyOf(byField.row)) || this.#causes.size < this.#limits.causes;
    const byCause = hasCause
      ? byField
      : replaceWithOther(byField.row, (field) => FIELDS_OF_CAUSE.has(field), byField.fields);
    const fitting = this.#found(byCause, marks);
    if (fitting.id !== undefined) return { id: fitting.id, marks: fitting.marks };
    const isFull = this.#ids.size >= this.#limits.facets || this.#chars + fitting.key.length > this.#limits.chars;
    if (!isFull) return { id: this.#insert(fitting.row), marks: fitting.marks };
    // With only documented values and a single mark, few combinations are possible.
    const lowest = this.#found(
      replaceWithOther(row, () => true),
      [],
      'combinations of values',
    );
    return { id: lowest.id ?? this.#insert(lowest.row), marks: lowest.marks };
  }

  #found({ row, fields }: ReplacedRow, marks: readonly EventMark[], detail = wordsOf(fields)) {
    const all = detail === '' ? marks : [...marks, { code: 'too-many-values', detail } as const];
    const marked = { ...row, markCodes: all.length === 0 ? '[]' : markCodesOf(all) };
    const key = keyOf(marked);
    return { row: marked, key, id: this.#ids.get(key), marks: all };
  }

  #insert(row: FacetValues): number {
    const id = Number(this.#rows.insert.run(row).lastInsertRowid);
    this.#remember(row, id);
    return id;
  }

  #remember(row: FacetValues, id: number): void {
    const key = keyOf(row);
    this.#ids.set(key, id);
    this.#chars += key.length;
    replaceValues(row, (field, value) => {
      if (isDocumented(field, value)) return value;
      const valuesOfField = this.#values.get(field);
      if (valuesOfField === undefined) this.#values.set(field, new Set([value]));
      else valuesOfField.add(value);
      return value;
    });
    this.#causes.add(causeKeyOf(row));
  }
}

function wordsOf(fields: ReadonlySet<BoundedField>): string {
  return [...fields].map((field) => FIELD_WORDS[field]).join(', ');
}

interface ReplacedRow {
  readonly row: FacetValues;
  readonly fields: ReadonlySet<BoundedField>;
}

function replaceWithOther(
  row: FacetValues,
  isOver: (field: BoundedField, value: string) => boolean,
  before: ReadonlySet<BoundedField> = new Set(),
): ReplacedRow {
  const fields = new Set(before);
  const replaced = replaceValues(row, (field, value) => {
    if (isDocumented(field, value) || !isOver(field, value)) return value;
    fields.add(field);
    return OTHER;
  });
  return { row: replaced, fields };
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

/** Returns a key that is equal only for equal rows, because each value is prefixed with its length. */
function keyOf(row: FacetValues): string {
  let key = '';
  for (const column of COLUMNS) {
    const value = row[column];
    key += value === null ? '-' : `${value.length}:${value}`;
  }
  return key;
}

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

function facetStatements(database: Database) {
  return {
    all: prepareStatement<[], FacetValues & { readonly id: number }>(
      database,
      `SELECT ${FACET_COLUMNS} FROM facet ORDER BY id`,
    ),
    insert: prepareStatement<[FacetValues]>(
      database,
      `INSERT INTO facet (kind, operation, state, outcome, error_code, error_codes, error_types, country_code,
         principal, mark_codes)
       VALUES (:kind, :operation, :state, :outcome, :errorCode, :errorCodes, :errorTypes, :countryCode, :principal,
         :markCodes)`,
    ),
  };
}
