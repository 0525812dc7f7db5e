/**
 * Writes the case projection, one transaction per call. A damaged database is deleted immediately: the failed call is
 * repeated with an empty one, and the projector starts again.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { CaseKey, CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import type {
  CaseProjectionBasis,
  CaseProjectionCommit,
  CaseProjectionPosition,
  CaseProjectionWriter,
  CaseState,
  GroupState,
} from '../../../core/ports/case-projection.ts';
import { databaseError } from '../../files/database-error.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { serializeAttempt } from './attempt-json.ts';
import { copyDatabase, discardDatabase, openForWriting } from './case-database.ts';
import { emptyTables } from './case-schema.ts';
import { caseFromRow, caseRowValues } from './case-row.ts';
import { MAX_PAST_ENTRIES, type WriteStatements, writeStatements } from './write-statements.ts';

/** Nothing is written below this much free disk space, which is left for events. */
const MIN_FREE_BYTES = 256 * 1_048_576;
const CASES_PER_BATCH = 2_000;

export interface CaseProjectionWorkerWriter extends CaseProjectionWriter {
  /**
   * Deletes a database that a reader could not read, and creates it again.
   * @param file id of that file; if the path has another file, nothing is done
   */
  recreate(file: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface CaseProjectionWriterOptions {
  readonly copyFrom?: string | null;
  readonly minFreeBytes?: number;
}

/** @throws AppError STORE_UNWRITABLE */
export function openCaseProjectionWriter(
  path: string,
  options: CaseProjectionWriterOptions = {},
): Synchronous<CaseProjectionWorkerWriter> & CallTarget {
  const { copyFrom = null, minFreeBytes = MIN_FREE_BYTES } = options;
  // A writer that is started again after its thread died already has its copy.
  if (copyFrom !== null && fileIdAt(dirname(path)) === null) copyDatabase(copyFrom, path);
  return new SqliteCaseProjectionWriter(path, minFreeBytes);
}

interface WriteConnection {
  /** Compared with the path, because data written to a deleted file is lost. */
  readonly fileId: string | null;
  readonly database: Database;
  readonly statements: WriteStatements;
}

function openWriteConnection(path: string): WriteConnection {
  const database = openForWriting(path);
  return { fileId: fileIdAt(path), database, statements: writeStatements(database) };
}

class SqliteCaseProjectionWriter implements Synchronous<CaseProjectionWorkerWriter> {
  readonly #path: string;
  readonly #leaveBytes: number;
  #connection: WriteConnection;
  #checkedThroughId = 0;

  constructor(path: string, leaveBytes: number) {
    this.#path = path;
    this.#leaveBytes = leaveBytes;
    this.#connection = openWriteConnection(path);
  }

  position(basis: CaseProjectionBasis): CaseProjectionPosition {
    const text = JSON.stringify([basis.version, basis.events]);
    return this.#write(({ database, statements }) => {
      const stored = statements.position.get();
      if (stored?.basis === text) return { cursor: stored.cursor, facts: stored.facts };
      if (stored !== undefined) emptyTables(database);
      statements.begin.run(text);
      return { cursor: 0, facts: 0 };
    });
  }

  cases(keys: readonly CaseKey[]): CaseState[] {
    return this.#write(({ statements }) =>
      keys.flatMap((key) => statements.case.all(key).map((row) => caseFromRow(row))),
    );
  }

  groups(): GroupState[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
    return this.#write(({ statements }) => statements.groups.all().map((text) => JSON.parse(text) as GroupState));
  }

  openCasesOf(cause: CauseKey): CaseKey[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
    return this.#write(({ statements }) => statements.openOf.all(cause) as CaseKey[]);
  }

  commit({ from, to, cases, groups, attempts, stays }: CaseProjectionCommit): boolean {
    this.#assertFreeDisk();
    return this.#write(({ statements }) => {
      const stored = statements.position.get();
      if (stored?.cursor !== from.cursor || stored.facts !== from.facts) return false;
      for (const state of cases) statements.putCase.run(...caseRowValues(state));
      for (const state of groups) {
        const { owner, touchedAt } = state.standing;
        statements.putGroup.run(state.key, owner?.name.toLowerCase() ?? null, touchedAt, JSON.stringify(state));
      }
      const idOf = (key: CaseKey): number => {
        const id = statements.caseId.get(key);
        if (id === undefined) throw new Error(`There is no case ${key}.`);
        return id;
      };
      for (const { key, attempt, cause } of attempts) {
        const failedAt = cause === null ? null : attempt.to;
        const id = idOf(key);
        statements.putAttempt.run(id, attempt.number, cause, failedAt, serializeAttempt(attempt));
        if (attempt.number > MAX_PAST_ENTRIES) statements.trimAttempts.run(id, attempt.number - MAX_PAST_ENTRIES);
      }
      for (const { key, stay } of stays) {
        const id = idOf(key);
        statements.putStay.run(id, stay.to ?? stay.from, stay.fromSeq, stay.from, JSON.stringify(stay));
        statements.trimStays.run({ id, most: MAX_PAST_ENTRIES });
      }
      statements.updatePosition.run(to.cursor, to.facts);
      return true;
    });
  }

  removeExpired({ failures, successes }: Parameters<CaseProjectionWriter['removeExpired']>[0]): boolean {
    return this.#write(({ statements }) => {
      const to = this.#checkedThroughId + CASES_PER_BATCH;
      for (const id of statements.expiredCases.all({ after: this.#checkedThroughId, to, failures, successes })) {
        statements.removeAttempts.run(id);
        statements.removeStays.run(id);
        statements.removeCase.run(id);
      }
      const isOver = to >= (statements.lastId.get() ?? 0);
      this.#checkedThroughId = isOver ? 0 : to;
      if (isOver) statements.removeExpiredGroups.run(failures);
      return !isOver;
    });
  }

  recreate(file: string): void {
    // If two readers met the same damage, only the first finds that file still there.
    if (fileIdAt(this.#path) === file) this.#recreate();
  }

  close(): void {
    this.#connection.database.close();
  }

  #write<Answer>(work: (writing: WriteConnection) => Answer): Answer {
    try {
      return this.#once(work);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      this.#recreate();
      return this.#once(work);
    }
  }

  #once<Answer>(work: (writing: WriteConnection) => Answer): Answer {
    if (fileIdAt(this.#path) !== this.#connection.fileId) this.#recreate();
    const writing = this.#connection;
    try {
      return writing.database.transaction(() => work(writing)).immediate();
    } catch (cause) {
      throw databaseError(cause, this.#path);
    }
  }

  #recreate(): void {
    this.#connection.database.close();
    discardDatabase(this.#path);
    this.#checkedThroughId = 0;
    this.#connection = openWriteConnection(this.#path);
  }

  #assertFreeDisk(): void {
    if (this.#leaveBytes === 0) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < this.#leaveBytes) throw appError('STORE_UNWRITABLE', { path: this.#path, problem: 'full' });
  }
}

function isDamage(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'STORE_DAMAGED';
}
