import type { Database } from 'better-sqlite3';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseProjectionPosition } from '../../../core/ports/case-projection.ts';
import { CASE_COLUMNS, STORED_CASE_COLUMNS, type StoredCaseRow } from './case-row.ts';
import { preparing } from '../prepared-statement.ts';

/** Max past attempts per case, and max stays that ended. The newest are kept. */
export const MAX_PAST_ENTRIES = 1_000;

const PUT_CASE = `INSERT INTO case_file (${CASE_COLUMNS.join(', ')}) VALUES (${CASE_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (key) DO UPDATE SET ${CASE_COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

export function writeStatements(database: Database) {
  const { prepare, prepareScalar } = preparing(database);
  return {
    position: prepare<[], CaseProjectionPosition & { basis: string }>('SELECT basis, cursor, facts FROM book'),
    begin: prepare<[basis: string]>('INSERT INTO book (id, basis, cursor, facts) VALUES (1, ?, 0, 0)'),
    updatePosition: prepare<[cursor: number, facts: number]>('UPDATE book SET cursor = ?, facts = ?'),
    case: prepare<[key: string], StoredCaseRow>(`SELECT ${STORED_CASE_COLUMNS} FROM case_file WHERE key = ?`),
    caseId: prepareScalar<[key: string], number>('SELECT id FROM case_file WHERE key = ?'),
    putCase: prepare<unknown[]>(PUT_CASE),
    openOf: prepareScalar<[cause: CauseKey], string>(
      'SELECT key FROM case_file INDEXED BY case_open WHERE opened_at IS NOT NULL AND cause = (SELECT id FROM cause_key WHERE key = ?)',
    ),
    groups: prepareScalar<[], string>('SELECT state FROM cause_group'),
    causeId: prepareScalar<[key: CauseKey], number>('SELECT id FROM cause_key WHERE key = ?'),
    addCause: prepare<[key: CauseKey]>('INSERT INTO cause_key (key) VALUES (?)'),
    putGroup: prepare<[cause: number, owner: string | null, touchedAt: number | null, state: string]>(
      `INSERT INTO cause_group (cause, owner, touched_at, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (cause) DO UPDATE SET owner = excluded.owner, touched_at = excluded.touched_at, state = excluded.state`,
    ),
    putAttempt: prepare<[id: number, number: number, cause: number | null, failedAt: number | null, state: string]>(
      `INSERT INTO attempt (case_id, number, cause, failed_at, state) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (case_id, number) DO UPDATE SET cause = excluded.cause, failed_at = excluded.failed_at,
         state = excluded.state`,
    ),
    putStay: prepare<[id: number, to: number, fromSeq: number, from: number, state: string]>(
      'INSERT INTO stay (case_id, to_at, from_seq, from_at, state) VALUES (?, ?, ?, ?, ?)',
    ),
    removeStay: prepare<[id: number, fromSeq: number]>('DELETE FROM stay WHERE case_id = ? AND from_seq = ?'),
    lastId: prepareScalar<[], number>('SELECT ifnull(max(id), 0) FROM case_file'),
    expiredCases: prepareScalar<[{ after: number; to: number; failures: number; successes: number }], number>(
      `SELECT id FROM case_file WHERE id > :after AND id <= :to AND opened_at IS NULL
         AND last_at < CASE WHEN cause IS NULL THEN :successes ELSE :failures END`,
    ),
    removeExpiredGroups: prepare<[failures: number]>(
      `DELETE FROM cause_group WHERE json_extract(state, '$.open') = 0 AND json_extract(state, '$.lastAt') < ?
         AND NOT EXISTS (SELECT 1 FROM case_file WHERE cause = cause_group.cause)`,
    ),
    removeUnusedCauses: prepare<[]>(
      `DELETE FROM cause_key WHERE NOT EXISTS (SELECT 1 FROM cause_group WHERE cause = cause_key.id)
         AND NOT EXISTS (SELECT 1 FROM case_file WHERE cause = cause_key.id)
         AND NOT EXISTS (SELECT 1 FROM attempt WHERE cause = cause_key.id)`,
    ),
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
