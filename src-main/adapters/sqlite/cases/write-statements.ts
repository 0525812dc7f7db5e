import type { Database } from 'better-sqlite3';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseProjectionPosition } from '../../../core/ports/case-projection.ts';
import { CASE_COLUMNS, STORED_CASE_COLUMNS, type StoredCaseRow, TEXT_COLUMNS } from './case-row.ts';
import { type BoundKey, HAS_KEY, KEY_TEXT } from './stored-key.ts';
import { type PreparedStatement, preparing } from '../prepared-statement.ts';
import { tallyWriteStatements } from './tally-rows.ts';

/** Max past attempts per case, and max stays that ended. The newest are kept. */
export const MAX_PAST_ENTRIES = 1_000;

const KEY_COLUMNS: ReadonlySet<string> = new Set(['id', 'key', 'key_hash']);
const ALL_COLUMNS = [...CASE_COLUMNS, 'past'];
/** Attempts are added to those before. */
const LONGER_PAST = "coalesce(past || ',', '')";
/** A store has a few dozen combinations of columns without a value. */
const MAX_SHAPES = 64;

const USED_TEXTS = [
  ...TEXT_COLUMNS.map((column) => ['case_file', column] as const),
  ...(['cause_group', 'attempt', 'stay'] as const).map((table) => [table, 'cause'] as const),
  ['tally', 'combination'] as const,
]
  .map(([table, column]) => `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
  .join(' UNION ALL ');

export type WriteStatements = ReturnType<typeof writeStatements>;

export function writeStatements(database: Database) {
  const { prepare, prepareScalar } = preparing(database);
  return {
    position: prepare<[], CaseProjectionPosition & { basis: string }>('SELECT basis, cursor, actions FROM book'),
    begin: prepare<[basis: string]>('INSERT INTO book (id, basis, cursor, actions) VALUES (1, ?, 0, 0)'),
    updatePosition: prepare<[cursor: number, actions: number]>('UPDATE book SET cursor = ?, actions = ?'),
    casesByHash: prepare<[hashes: string], StoredCaseRow>(
      `SELECT ${STORED_CASE_COLUMNS} FROM case_file
       WHERE id IN (SELECT id FROM case_file WHERE key_hash IN (SELECT value FROM json_each(?)))`,
    ),
    caseId: prepareScalar<BoundKey, number>(`SELECT id FROM case_file WHERE ${HAS_KEY}`),
    putCase: putCaseStatements(database),
    openOf: prepareScalar<[cause: CauseKey], string>(
      `SELECT ${KEY_TEXT} FROM case_file INDEXED BY case_open
       WHERE opened_at IS NOT NULL AND cause = (SELECT id FROM shared_text WHERE text = ?)`,
    ),
    groups: prepareScalar<[], string>('SELECT state FROM cause_group'),
    textNumber: prepareScalar<[text: string], number>('SELECT id FROM shared_text WHERE text = ?'),
    addText: prepare<[text: string, folded: string | null]>('INSERT INTO shared_text (text, folded) VALUES (?, ?)'),
    putGroup: prepare<[cause: number, owner: string | null, touchedAt: number | null, state: string]>(
      `INSERT INTO cause_group (cause, owner, touched_at, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (cause) DO UPDATE SET owner = excluded.owner, touched_at = excluded.touched_at, state = excluded.state`,
    ),
    addPast: prepare<[past: string, id: number]>(`UPDATE case_file SET past = ${LONGER_PAST} || ? WHERE id = ?`),
    putAttempt: prepare<[id: number, number: number, cause: number | null, failedAt: number | null, state: string]>(
      `INSERT INTO attempt (case_id, number, cause, failed_at, state) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (case_id, number) DO UPDATE SET cause = excluded.cause, failed_at = excluded.failed_at,
         state = excluded.state`,
    ),
    putStay: prepare<[id: number, cause: number, to: number, fromSeq: number, from: number, state: string]>(
      'INSERT INTO stay (case_id, cause, to_at, from_seq, from_at, state) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    ...tallyWriteStatements(database),
    removeStay: prepare<[id: number, fromSeq: number]>('DELETE FROM stay WHERE case_id = ? AND from_seq = ?'),
    casesAfter: prepare<
      [{ after: number; limit: number; failures: number; successes: number }],
      { id: number; isExpired: 0 | 1 }
    >(
      `SELECT id, opened_at IS NULL AND last_at < CASE WHEN cause IS NULL THEN :successes ELSE :failures END AS isExpired
       FROM case_file WHERE id > :after ORDER BY id LIMIT :limit`,
    ),
    removeExpiredGroups: prepare<[failures: number]>(
      `DELETE FROM cause_group WHERE json_extract(state, '$.open') = 0 AND json_extract(state, '$.lastAt') < ?
         AND NOT EXISTS (SELECT 1 FROM case_file WHERE cause = cause_group.cause)`,
    ),
    removeUnusedTexts: prepare<[]>(`DELETE FROM shared_text WHERE id NOT IN (${USED_TEXTS})`),
    trimAttempts: prepare<[id: number, upTo: number]>('DELETE FROM attempt WHERE case_id = ? AND number <= ?'),
    trimStays: prepare<[{ id: number; most: number }]>(
      `DELETE FROM stay WHERE case_id = :id AND id <=
         (SELECT id FROM stay WHERE case_id = :id ORDER BY id DESC LIMIT 1 OFFSET :most)`,
    ),
    removeCase: prepare<[id: number]>('DELETE FROM case_file WHERE id = ?'),
    removeAttempts: prepare<[id: number]>('DELETE FROM attempt WHERE case_id = ?'),
    removeStays: prepare<[id: number]>('DELETE FROM stay WHERE case_id = ?'),
  };
}

/** Binds no nulls: half of the columns of most cases have no value, and binding one takes as long as a number. */
function putCaseStatements(database: Database) {
  const { prepare } = preparing(database);
  const byShape = new Map<number, PreparedStatement<unknown[]>>();
  const all = prepare<unknown[]>(putCaseSql(ALL_COLUMNS));
  return {
    source: all.source,
    /** @param values of `ALL_COLUMNS` */
    run(values: readonly unknown[]): void {
      let shape = 0;
      const bound: unknown[] = [];
      for (const value of values) {
        shape *= 2;
        if (value === null) continue;
        shape += 1;
        bound.push(value);
      }
      let statement = byShape.get(shape);
      if (statement === undefined && byShape.size < MAX_SHAPES) {
        statement = prepare<unknown[]>(putCaseSql(ALL_COLUMNS.filter((_, index) => values[index] !== null)));
        byShape.set(shape, statement);
      }
      if (statement === undefined) all.run(...values);
      else statement.run(...bound);
    },
  };
}

function putCaseSql(bound: readonly string[]): string {
  const updated = CASE_COLUMNS.filter((column) => !KEY_COLUMNS.has(column)).map(
    (column) => `${column} = ${bound.includes(column) ? `excluded.${column}` : 'NULL'}`,
  );
  if (bound.includes('past')) updated.push(`past = ${LONGER_PAST} || excluded.past`);
  return `INSERT INTO case_file (${bound.join(', ')}) VALUES (${bound.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updated.join(', ')}`;
}
