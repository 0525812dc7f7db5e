/**
 * The writing side of a book of cases, one transaction for each call. A database that turns out to be damaged is thrown
 * away at once: the call that met it finds an empty one, and whoever follows the events begins anew.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/case-keys.ts';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type {
  BookBasis,
  BookCommit,
  BookPosition,
  BookWriter,
  CaseState,
  GroupState,
} from '../../core/ports/case-book.ts';
import { databaseError } from '../files/database-error.ts';
import { fileAt } from '../files/found-files.ts';
import type { Callable, Local } from '../threads/remote.ts';
import { attemptText } from './attempt-text.ts';
import { copyOf, discard, openForWriting } from './book-database.ts';
import { emptyTables } from './book-schema.ts';
import { stateOf, valuesOf } from './case-columns.ts';
import { MOST_PAST, type WriteStatements, writeStatements } from './write-statements.ts';

/** Events come first: so much of the disk is theirs. */
const LEAVE_BYTES = 256 * 1_048_576;
/** Cases that one piece of tidying looks at: some milliseconds. */
const TIDY_CASES = 2_000;

export interface BookWrites extends BookWriter {
  /**
   * Throws away what somebody who reads could not.
   * @param file that could not be read: where another stands in its place, nothing is done
   */
  beginAnew(file: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface BookWriterOptions {
  /** Another book that is copied first; `null`: none. */
  readonly from?: string | null;
  /** Of the disk that are not for books. */
  readonly leaveBytes?: number;
}

/** @throws AppError STORE_UNWRITABLE */
export function openBookWriter(path: string, options: BookWriterOptions = {}): Local<BookWrites> & Callable {
  const { from = null, leaveBytes = LEAVE_BYTES } = options;
  // Started again after its thread died it finds its own copy.
  if (from !== null && fileAt(dirname(path)) === null) copyOf(from, path);
  return new SqliteBookWriter(path, leaveBytes);
}

interface Writing {
  /** Somebody may delete it: what is written to it then is written for nobody. */
  readonly file: string | null;
  readonly database: Database;
  readonly statements: WriteStatements;
}

function writingInto(path: string): Writing {
  const database = openForWriting(path);
  return { file: fileAt(path), database, statements: writeStatements(database) };
}

class SqliteBookWriter implements Local<BookWrites> {
  readonly #path: string;
  readonly #leaveBytes: number;
  #writing: Writing;
  /** Cases up to this id were looked at by tidying. */
  #tidied = 0;

  constructor(path: string, leaveBytes: number) {
    this.#path = path;
    this.#leaveBytes = leaveBytes;
    this.#writing = writingInto(path);
  }

  position(basis: BookBasis): BookPosition {
    const text = JSON.stringify([basis.version, basis.events]);
    return this.#write(({ database, statements }) => {
      const kept = statements.position.get();
      if (kept?.basis === text) return { cursor: kept.cursor, facts: kept.facts };
      if (kept !== undefined) emptyTables(database);
      statements.begin.run(text);
      return { cursor: 0, facts: 0 };
    });
  }

  cases(keys: readonly CaseKey[]): CaseState[] {
    return this.#write(({ statements }) => keys.flatMap((key) => statements.case.all(key).map((row) => stateOf(row))));
  }

  groups(): GroupState[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
    return this.#write(({ statements }) => statements.groups.all().map((text) => JSON.parse(text) as GroupState));
  }

  openOf(cause: CauseKey): CaseKey[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of ours
    return this.#write(({ statements }) => statements.openOf.all(cause) as CaseKey[]);
  }

  commit({ from, to, cases, groups, attempts, stays }: BookCommit): boolean {
    this.#refuseLastRoom();
    return this.#write(({ statements }) => {
      const kept = statements.position.get();
      if (kept?.cursor !== from.cursor || kept.facts !== from.facts) return false;
      for (const state of cases) statements.putCase.run(...valuesOf(state));
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
        statements.putAttempt.run(id, attempt.number, cause, failedAt, attemptText(attempt));
        if (attempt.number > MOST_PAST) statements.boundAttempts.run(id, attempt.number - MOST_PAST);
      }
      for (const { key, stay } of stays) {
        const id = idOf(key);
        statements.putStay.run(id, stay.to ?? stay.from, stay.fromSeq, stay.from, JSON.stringify(stay));
        statements.boundStays.run({ id, most: MOST_PAST });
      }
      statements.move.run(to.cursor, to.facts);
      return true;
    });
  }

  tidy({ failures, successes }: Parameters<BookWriter['tidy']>[0]): boolean {
    return this.#write(({ statements }) => {
      const to = this.#tidied + TIDY_CASES;
      for (const id of statements.past.all({ after: this.#tidied, to, failures, successes })) {
        statements.removeAttempts.run(id);
        statements.removeStays.run(id);
        statements.removeCase.run(id);
      }
      const isOver = to >= (statements.lastId.get() ?? 0);
      this.#tidied = isOver ? 0 : to;
      if (isOver) statements.removePastGroups.run(failures);
      return !isOver;
    });
  }

  beginAnew(file: string): void {
    // Two who met the same damage: only the first finds that file still there.
    if (fileAt(this.#path) === file) this.#beginAnew();
  }

  close(): void {
    this.#writing.database.close();
  }

  #write<Answer>(work: (writing: Writing) => Answer): Answer {
    try {
      return this.#once(work);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      this.#beginAnew();
      return this.#once(work);
    }
  }

  #once<Answer>(work: (writing: Writing) => Answer): Answer {
    if (fileAt(this.#path) !== this.#writing.file) this.#beginAnew();
    const writing = this.#writing;
    try {
      return writing.database.transaction(() => work(writing)).immediate();
    } catch (cause) {
      throw databaseError(cause, this.#path);
    }
  }

  #beginAnew(): void {
    this.#writing.database.close();
    discard(this.#path);
    this.#tidied = 0;
    this.#writing = writingInto(this.#path);
  }

  #refuseLastRoom(): void {
    if (this.#leaveBytes === 0) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < this.#leaveBytes) throw appError('STORE_UNWRITABLE', { path: this.#path, problem: 'full' });
  }
}

function isDamage(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'STORE_DAMAGED';
}
