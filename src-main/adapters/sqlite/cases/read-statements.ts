import type { Database } from 'better-sqlite3';
import type { CaseKey, CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type {
  CaseHistoriesQuery,
  CaseProjectionPosition,
  CaseProjectionReader,
} from '../../../core/ports/case-projection.ts';
import {
  CURRENT_STAY_COLUMNS,
  type CurrentStayRow,
  outcomeNumber,
  STORED_CASE_COLUMNS,
  type StoredCaseRow,
} from './case-row.ts';
import type { AttemptRow, EndedStayRow } from './history-rows.ts';
import { ALARMED_CASE_COLUMNS, type AlarmedCaseRow } from './alarmed-case.ts';
import { type BoundKey, HAS_KEY, KEY_TEXT } from './stored-key.ts';
import { preparing } from '../prepared-statement.ts';
import { tallyReadStatements } from './tally-rows.ts';

/** Row by position, which takes half of the time, because thousands are read together. */
export type OpenRow = readonly [
  cause: number,
  id: number,
  consequence: number,
  outcome: number,
  openedAt: number,
  failedAt: number,
  failedSeq: number,
  country: string | null,
  ownerId: string | null,
  ownerName: string | null,
  errorCode: number | null,
  codes: number | null,
  iccid: string | null,
  failedResources: number,
  resources: number,
  remindAt: number | null,
  mutedUntil: number | null,
  ownedAt: number | null,
];

/** Numbers are bound as REAL, so the result needs a cast. */
const STEP = 'SELECT CAST((failed_at - :from) / :stepMs AS INTEGER) AS step, count(*) AS count';
const WITHIN =
  'WHERE cause = (SELECT id FROM shared_text WHERE text = :key) AND failed_at >= :from AND failed_at < :to';
/** Requests whose last report arrived in a span: one condition for their number and their list. */
const REPORTED_REQUESTS = `FROM case_file INDEXED BY case_request
       WHERE kind = 1 AND last_at >= :from AND last_at < :to`;
const OPEN_LOCALIZATIONS = `FROM case_file INDEXED BY case_open
       WHERE opened_at IS NOT NULL AND kind = 0 AND failed_at >= :from AND failed_at < :to`;
const FAILED = `outcome IN (${(['failed', 'partial', 'unknown'] as const).map(outcomeNumber).join(', ')})`;

interface Span {
  readonly key: CauseKey;
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}
interface StepCount {
  readonly step: number;
  readonly count: number;
}
interface RetryRow {
  readonly failedAt: number;
  /** Row of the case. */
  readonly id: number;
  readonly failedNumber: number;
  /** Null if the next attempt has no row of its own. */
  readonly number: number | null;
  readonly nextFailedAt: number | null;
  readonly state: string | null;
  readonly past: string | null;
}
export type KeyedStayRow = readonly [
  key: CaseKey,
  cause: number,
  from: number,
  to: number,
  fromSeq: number,
  state: string,
];

interface OngoingStaysQuery {
  readonly from: number;
  readonly afterSeq: number;
  readonly limit: number;
}

function ongoing(condition: string): string {
  return `SELECT ${CURRENT_STAY_COLUMNS} FROM case_file WHERE id IN (
      SELECT id FROM case_file INDEXED BY case_open WHERE opened_at IS NOT NULL AND id > :afterSeq AND ${condition}
      ORDER BY id LIMIT :limit)
    ORDER BY id`;
}

export type ReadStatements = ReturnType<typeof readStatements>;

export function readStatements(database: Database) {
  const { prepare, prepareScalar, prepareTuple } = preparing(database);
  return {
    position: prepare<[], CaseProjectionPosition>('SELECT cursor, actions FROM book'),
    case: prepare<BoundKey, StoredCaseRow>(`SELECT ${STORED_CASE_COLUMNS} FROM case_file WHERE ${HAS_KEY}`),
    alarmedCase: prepare<BoundKey, AlarmedCaseRow>(`SELECT ${ALARMED_CASE_COLUMNS} FROM case_file WHERE ${HAS_KEY}`),
    idOfCase: prepareScalar<BoundKey, number>(`SELECT id FROM case_file WHERE ${HAS_KEY}`),
    caseById: prepare<[id: number], StoredCaseRow>(`SELECT ${STORED_CASE_COLUMNS} FROM case_file WHERE id = ?`),
    nextCases: prepare<[CaseHistoriesQuery], StoredCaseRow & { id: number; past: string | null }>(
      `SELECT id, past, ${STORED_CASE_COLUMNS} FROM case_file
       WHERE id > :after AND last_at >= :from AND coalesce(first_at, last_at) <= :to ORDER BY id LIMIT :limit`,
    ),
    openCases: prepareTuple<[], OpenRow>(
      `SELECT cause, id, consequence, outcome, opened_at, failed_at, failed_seq, country, owner_id, owner_name,
         error_code, codes, iccid, failed_resources, resources, remind_at, muted_until, owned_at
       FROM case_file INDEXED BY case_open WHERE opened_at IS NOT NULL AND cause IS NOT NULL`,
    ),
    text: prepareScalar<[number: number], string>('SELECT text FROM shared_text WHERE id = ?'),
    group: prepareScalar<[cause: number], string>('SELECT state FROM cause_group WHERE cause = ?'),
    endedWell: prepareScalar<[since: number], number>(
      "SELECT count(*) FROM case_file INDEXED BY case_ended WHERE ended = 'well' AND ended_at >= ?",
    ),
    failedAttempts: prepare<[Span], StepCount>(`${STEP} FROM attempt ${WITHIN} GROUP BY step`),
    failedCases: prepare<[Span], StepCount>(
      `${STEP} FROM case_file INDEXED BY case_cause ${WITHIN} AND ${FAILED} GROUP BY step`,
    ),
    attempts: prepare<[...BoundKey, limit: number], AttemptRow>(
      `SELECT number, failed_at AS failedAt, state FROM attempt WHERE case_id = (SELECT id FROM case_file WHERE ${HAS_KEY})
       ORDER BY number DESC LIMIT ?`,
    ),
    past: prepareScalar<BoundKey, string | null>(`SELECT past FROM case_file WHERE ${HAS_KEY}`),
    endedStays: prepareTuple<
      [{ from: number; to: number; afterTo: number; afterSeq: number; limit: number }],
      KeyedStayRow
    >(
      `SELECT ${KEY_TEXT}, stay.cause, stay.from_at, stay.to_at, stay.from_seq, stay.state
       FROM stay JOIN case_file ON case_file.id = stay.case_id
       WHERE stay.to_at >= :from AND (stay.to_at, stay.from_seq) > (:afterTo, :afterSeq) AND stay.from_at <= :to
       ORDER BY stay.to_at, stay.from_seq LIMIT :limit`,
    ),
    ...tallyReadStatements(database),
    openRetries: prepare<[{ from: number; to: number }], { retry: number; count: number }>(
      `SELECT retry, count(*) AS count ${OPEN_LOCALIZATIONS} GROUP BY retry`,
    ),
    openAfterRetries: prepareScalar<Parameters<CaseProjectionReader['openAfterRetries']>, number>(
      `SELECT id ${OPEN_LOCALIZATIONS} AND retry BETWEEN :least AND :most AND failed_seq < :before
       ORDER BY failed_seq DESC LIMIT :limit`,
    ),
    pastStays: prepare<[{ cause: CauseKey; before: number; limit: number }], EndedStayRow>(
      `SELECT :cause AS cause, from_at AS "from", to_at AS "to", from_seq AS seq, state
       FROM stay WHERE cause = (SELECT id FROM shared_text WHERE text = :cause) AND to_at < :before
       ORDER BY to_at DESC LIMIT :limit`,
    ),
    // The attempt after the failure is a past one, too, with a row of its own or in the row of its case, or the last one.
    retries: prepare<[{ cause: CauseKey; limit: number }], RetryRow>(
      `SELECT failed.failed_at AS failedAt, failed.case_id AS id, failed.number AS failedNumber,
         next.number, next.failed_at AS nextFailedAt, next.state,
         CASE WHEN next.number IS NULL THEN (SELECT past FROM case_file WHERE id = failed.case_id) END AS past
       FROM attempt AS failed
       LEFT JOIN attempt AS next ON next.case_id = failed.case_id AND next.number = failed.number + 1
       WHERE failed.cause = (SELECT id FROM shared_text WHERE text = :cause)
       ORDER BY failed.failed_at DESC LIMIT :limit`,
    ),
    requestOutcomes: prepare<[{ from: number; to: number }], { outcome: number; count: number }>(
      `SELECT outcome, count(*) AS count ${REPORTED_REQUESTS} GROUP BY outcome`,
    ),
    requestsWithOutcome: prepare<[{ from: number; to: number; outcome: number }], { key: CaseKey; at: number }>(
      `SELECT ${KEY_TEXT} AS key, last_at AS at ${REPORTED_REQUESTS} AND outcome = :outcome ORDER BY last_at DESC`,
    ),
    ongoingStays: prepareTuple<[OngoingStaysQuery], CurrentStayRow>(ongoing('true')),
    thinnedOngoingStays: prepareTuple<[OngoingStaysQuery], CurrentStayRow>(
      ongoing(`(opened_at >= :from OR failed_at > opened_at OR touched_at IS NOT NULL OR
        (cause, kind, consequence, opened_at) IN (
          SELECT cause, kind, consequence, min(opened_at) FROM case_file INDEXED BY case_open
          WHERE opened_at < :from AND failed_at <= opened_at GROUP BY cause, kind, consequence))`),
    ),
  };
}
