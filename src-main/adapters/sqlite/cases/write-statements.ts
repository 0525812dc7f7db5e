import type { Database } from 'better-sqlite3';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseProjectionPosition } from '../../../core/ports/case-projection.ts';
import { CASE_COLUMNS, STORED_CASE_COLUMNS, type StoredCaseRow } from './case-row.ts';
import { prepareScalar, prepareStatement } from '../prepared-statement.ts';

/** Max past attempts per case, and max stays that ended. The newest are kept. */
export const MAX_PAST_ENTRIES = 1_000;

const PUT_CASE = `INSERT INTO case_file (${CASE_COLUMNS.join(', ')}) VALUES (${CASE_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (key) DO UPDATE SET ${CASE_COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

export type WriteStatements = ReturnType<typeof writeStatements>;

export function writeStatements(database: Database) {
  return {
    position: prepareStatement<[], CaseProjectionPosition & { basis: string }>(
      database,
      'SELECT basis, cursor, facts FROM book',
    ),
    begin: prepareStatement<[basis: string]>(
      database,
      'INSERT INTO book (id, basis, cursor, facts) VALUES (1, ?, 0, 0)',
    ),
    updatePosition: prepareStatement<[cursor: number, facts: number]>(
      database,
      'UPDATE book SET cursor = ?, facts = ?',
    ),
    case: prepareStatement<[key: string], StoredCaseRow>(
      database,
      `SELECT ${STORED_CASE_COLUMNS} FROM case_file WHERE key = ?`,
    ),
    caseId: prepareScalar<[key: string], number>(database, 'SELECT id FROM case_file WHERE key = ?'),
    putCase: prepareStatement<unknown[]>(database, PUT_CASE),
    openOf: prepareScalar<[cause: CauseKey], string>(
      database,
      'SELECT key FROM case_file INDEXED BY case_open WHERE opened_at IS NOT NULL AND cause = ?',
    ),
    groups: prepareScalar<[], string>(database, 'SELECT state FROM cause_group'),
    putGroup: prepareStatement<[key: string, owner: string | null, touchedAt: number | null, state: string]>(
      database,
      `INSERT INTO cause_group (key, owner, touched_at, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, touched_at = excluded.touched_at, state = excluded.state`,
    ),
    putAttempt: prepareStatement<
      [id: number, number: number, cause: string | null, failedAt: number | null, state: string]
    >(
      database,
      `INSERT INTO attempt (case_id, number, cause, failed_at, state) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (case_id, number) DO UPDATE SET cause = excluded.cause, failed_at = excluded.failed_at,
         state = excluded.state`,
    ),
    putStay: prepareStatement<[id: number, to: number, fromSeq: number, from: number, state: string]>(
      database,
      'INSERT INTO stay (case_id, to_at, from_seq, from_at, state) VALUES (?, ?, ?, ?, ?)',
    ),
    lastId: prepareScalar<[], number>(database, 'SELECT ifnull(max(id), 0) FROM case_file'),
    expiredCases: prepareScalar<[{ after: number; to: number; failures: number; successes: number }], number>(
      database,
      `SELECT id FROM case_file WHERE id > :after AND id <= :to AND opened_at IS NULL
         AND last_at < CASE WHEN cause IS NULL THEN :successes ELSE :failures END`,
    ),
    removeExpiredGroups: prepareStatement<[failures: number]>(
      database,
      `DELETE FROM cause_group WHERE json_extract(state, '$.open') = 0 AND json_extract(state, '$.lastAt') < ?
         AND NOT EXISTS (SELECT 1 FROM case_file WHERE cause = cause_group.key)`,
    ),
    trimAttempts: prepareStatement<[id: number, upTo: number]>(
      database,
      'DELETE FROM attempt WHERE case_id = ? AND number <= ?',
    ),
    trimStays: prepareStatement<[{ id: number; most: number }]>(
      database,
      `DELETE FROM stay WHERE case_id = :id AND id <=
         (SELECT id FROM stay WHERE case_id = :id ORDER BY id DESC LIMIT 1 OFFSET :most)`,
    ),
    removeCase: prepareStatement<[id: number]>(database, 'DELETE FROM case_file WHERE id = ?'),
    removeAttempts: prepareStatement<[id: number]>(database, 'DELETE FROM attempt WHERE case_id = ?'),
    removeStays: prepareStatement<[id: number]>(database, 'DELETE FROM stay WHERE case_id = ?'),
  };
}
