/**
 * Stores the dictionary of facets: one row per combination of values. Writers and readers hold it in memory, so its size
 * is limited, whatever a service sends. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { DecodedEvent, EventMark } from '../../../../../src-shared/domain/event/event.ts';
import {
  type FacetColumn,
  facetColumns,
  type FacetField,
  serviceValues,
  yieldsRoom,
} from '../../../../../src-shared/domain/event/event-fields.ts';
import { causeKeyOf, FIELDS_OF_CAUSE, isDocumented, OTHER, replaceValues } from './facet-bounds.ts';
import { type FacetRow, INSERT_FACET, SELECT_FACETS } from '../rows/statements.ts';
import { preparing } from '../../prepared-statement.ts';

const MAX_FACETS = 49_152;
/** Thirty times the facets of a year in a large domain. The rest is for combinations without users and targets. */
const YIELD_FROM = 32_768;
const MAX_FACET_CHARACTERS = 16_777_216;
/** Max distinct causes of failures: a board with a group for each of them still loads quickly. */
const MAX_CAUSES = 2_048;

export interface FacetLimits {
  readonly facets: number;
  /** From this many facets on, a new one has "other" for the fields that yield their room. */
  readonly yieldFrom: number;
  readonly chars: number;
  readonly causes: number;
  /** Replaces the limit of a field's entry in `facetTable`. */
  readonly values: Readonly<Partial<Record<FacetField, number>>>;
}

const LIMITS: FacetLimits = {
  facets: MAX_FACETS,
  yieldFrom: YIELD_FROM,
  chars: MAX_FACET_CHARACTERS,
  causes: MAX_CAUSES,
  values: {},
};

type Decoded = Pick<DecodedEvent, Exclude<FacetColumn['property'], 'kind' | 'marks'>>;

export interface FacetAssignment {
  readonly id: number;
  /** Marks of the event, and `too-many-values` if the facet has "other" for one of its values. */
  readonly marks: readonly EventMark[];
}

export function createFacetRowWriter(database: Database, changedLimits: Partial<FacetLimits> = {}) {
  const ids = new Map<string, number>();
  const values = new Map<FacetField, Set<string>>();
  const causes = new Set<string>();
  let chars = 0;
  const rows = facetStatements(database);
  const limits = { ...LIMITS, ...changedLimits };

  function reload(): void {
    ids.clear();
    values.clear();
    causes.clear();
    chars = 0;
    for (const [id, ...row] of rows.all.all(0)) remember(row, id);
  }

  function assign(kind: string, decoded: Decoded, marks: readonly EventMark[]): FacetAssignment {
    const row = facetRow(kind, decoded, marks);
    const key = keyOf(row);
    const known = ids.get(key);
    if (known !== undefined) return { id: known, marks };
    // Uses the text that SQLite would store and return.
    return bounded(
      row.map((value) => value?.toWellFormed() ?? null),
      marks,
    );
  }

  function bounded(row: FacetRow, marks: readonly EventMark[]): FacetAssignment {
    const hasRoom = (field: FacetField, value: string) => {
      const valuesOfField = values.get(field);
      const maxValues = limits.values[field] ?? serviceValues(field)?.maxOthers ?? 0;
      return valuesOfField === undefined || valuesOfField.has(value) || valuesOfField.size < maxValues;
    };
    const isTight = ids.size >= limits.yieldFrom;
    const byField = replaceWithOther(row, (field, value) => (isTight && yieldsRoom(field)) || !hasRoom(field, value));
    const hasCause = causes.has(causeKeyOf(byField.row)) || causes.size < limits.causes;
    const byCause = hasCause
      ? byField
      : replaceWithOther(byField.row, (field) => FIELDS_OF_CAUSE.has(field), byField.fields);
    const fitting = found(byCause, marks);
    if (fitting.id !== undefined) return { id: fitting.id, marks: fitting.marks };
    const isFull = ids.size >= limits.facets || chars + fitting.key.length > limits.chars;
    if (!isFull) return { id: insert(fitting.row), marks: fitting.marks };
    // With only documented values and a single mark, few combinations are possible.
    const lowest = found(
      replaceWithOther(row, () => true),
      [],
      'combinations of values',
    );
    return { id: lowest.id ?? insert(lowest.row), marks: lowest.marks };
  }

  function found({ row, fields }: ReplacedRow, marks: readonly EventMark[], detail = wordsOf(fields)) {
    const all = detail === '' ? marks : [...marks, { code: 'too-many-values', detail } as const];
    const marked = row.map((value, index) => (facetColumns[index]?.shape === 'marks' ? markCodesOf(all) : value));
    const key = keyOf(marked);
    return { row: marked, key, id: ids.get(key), marks: all };
  }

  function insert(row: FacetRow): number {
    const id = Number(rows.insert.run(...row).lastInsertRowid);
    remember(row, id);
    return id;
  }

  function remember(row: FacetRow, id: number): void {
    const key = keyOf(row);
    ids.set(key, id);
    chars += key.length;
    replaceValues(row, (field, value) => {
      if (isDocumented(field, value)) return value;
      const valuesOfField = values.get(field);
      if (valuesOfField === undefined) values.set(field, new Set([value]));
      else valuesOfField.add(value);
      return value;
    });
    causes.add(causeKeyOf(row));
  }

  /** Removes facets that no event has. `used` has all others. */
  function removeUnused(used: ReadonlySet<number>): void {
    const unused = [...ids.values()].filter((id) => !used.has(id));
    if (unused.length === 0) return;
    for (const id of unused) rows.remove.run(id);
    reload();
  }

  return { reload, assign, removeUnused };
}
export type FacetRowWriter = ReturnType<typeof createFacetRowWriter>;

function wordsOf(fields: ReadonlySet<FacetField>): string {
  return [...fields].map((field) => serviceValues(field)?.noun).join(', ');
}

interface ReplacedRow {
  readonly row: FacetRow;
  readonly fields: ReadonlySet<FacetField>;
}

function replaceWithOther(
  row: FacetRow,
  isOver: (field: FacetField, value: string) => boolean,
  before: ReadonlySet<FacetField> = new Set(),
): ReplacedRow {
  const fields = new Set(before);
  const replaced = replaceValues(row, (field, value) => {
    if (isDocumented(field, value) || !isOver(field, value)) return value;
    fields.add(field);
    return OTHER;
  });
  return { row: replaced, fields };
}

function facetRow(kind: string, decoded: Decoded, marks: readonly EventMark[]): FacetRow {
  const row: (string | null)[] = [];
  for (const { property } of facetColumns) {
    if (property === 'kind') row.push(kind);
    else if (property === 'marks') row.push(markCodesOf(marks));
    else {
      const value = decoded[property];
      row.push(typeof value === 'object' && value !== null ? listText(value) : value);
    }
  }
  return row;
}

function listText(values: readonly string[]): string {
  return values.length === 0 ? '[]' : JSON.stringify(values);
}

function markCodesOf(marks: readonly EventMark[]): string {
  return marks.length === 0 ? '[]' : listText([...new Set(marks.map(({ code }) => code))].toSorted());
}

/** Returns a key that is equal only for equal rows. A concatenated one would keep its parts. */
function keyOf(row: FacetRow): string {
  return JSON.stringify(row);
}

function facetStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    all: database.prepare<unknown[], readonly [id: number, ...row: FacetRow]>(SELECT_FACETS).raw(),
    insert: prepare<(string | null)[]>(INSERT_FACET),
    remove: prepare<[id: number]>('DELETE FROM facet WHERE id = ?'),
  };
}
