/**
 * Reads a book of cases over a connection that cannot write. Each answer is of one moment. Where the database was begun
 * anew, it goes on with that one; where there is none, nothing is known.
 */
import type { Database } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import type { CaseKey } from '../../../src-shared/domain/case-keys.ts';
import type {
  AttemptState,
  BookBoard,
  BookPosition,
  BookReader,
  CaseState,
  GroupState,
} from '../../core/ports/case-book.ts';
import { databaseError } from '../files/database-error.ts';
import { fileAt } from '../files/found-files.ts';
import type { Callable, Local } from '../threads/remote.ts';
import { attemptOf } from './attempt-text.ts';
import { openForReading } from './book-database.ts';
import { authorOf, stateOf } from './case-columns.ts';
import { listSql, placeText } from './case-query.ts';
import { GroupTally } from './group-tally.ts';
import { plucked, prepared } from './prepared.ts';
import { type OpenRow, type ReadStatements, readStatements } from './read-statements.ts';
import { staysOf } from './stay-pages.ts';

const NO_POSITION: BookPosition = { cursor: 0, facts: 0 };

/** @throws AppError STORE_… */
export function openBookReader(path: string): Local<BookReader> & Callable {
  return new SqliteBookReader(path);
}

interface Open {
  readonly database: Database;
  readonly file: string | null;
  readonly read: ReadStatements;
  /** One transaction: what is read together was true together. */
  readonly transaction: (work: () => void) => void;
}

type Answers = Local<BookReader>;
type Query<Name extends keyof BookReader> = Parameters<BookReader[Name]>[0];

class SqliteBookReader implements Answers {
  readonly #path: string;
  #open: Open | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  position(): BookPosition {
    return this.#atOnce(NO_POSITION, ({ read }) => read.position.get() ?? NO_POSITION);
  }

  /** @throws AppError STORE_LOST where nobody has begun the book: an empty board would say that all is well */
  board(now: number, since: number): BookBoard {
    const board = this.#atOnce<BookBoard | null>(null, ({ read }) => {
      const position = read.position.get();
      if (position === undefined) return null;
      const tallies = new Map<string, GroupTally>();
      for (const row of read.openCases.all()) {
        let tally = tallies.get(row[0]);
        if (tally === undefined) tallies.set(row[0], (tally = new GroupTally(now)));
        tally.add(openCase(row));
      }
      const only = (key: CaseKey): CaseState | null => stateIn(read, key)[0] ?? null;
      return {
        position,
        groups: [...tallies].flatMap(([key, tally]) => {
          const state = read.group.get(key);
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours
          return (state === undefined ? null : tally.facts(JSON.parse(state) as GroupState, only)) ?? [];
        }),
        endedWell: read.endedWell.get(since) ?? 0,
      };
    });
    if (board === null) throw appError('STORE_LOST', {});
    return board;
  }

  sparks({ keys, from, stepMs, steps }: Query<'sparks'>): ReturnType<Answers['sparks']> {
    const sparks = keys.map((key) => ({ key, counts: Array.from({ length: steps }, () => 0) }));
    return this.#atOnce(sparks, ({ read }) => {
      for (const { key, counts } of sparks) {
        const span = { key, from, to: from + stepMs * steps, stepMs };
        for (const { step, count } of [...read.failedAttempts.all(span), ...read.failedCases.all(span)])
          counts[step] = (counts[step] ?? 0) + count;
      }
      return sparks;
    });
  }

  list(query: Query<'list'>): ReturnType<Answers['list']> {
    const { page, total, bound } = listSql(query);
    return this.#atOnce({ cases: [], next: null, total: 0 }, ({ database, read }) => {
      const rows = prepared<[typeof bound], { id: number; first: number; second: number; seq: number }>(
        database,
        page,
      ).all(bound);
      const last = rows.length > query.limit ? rows[query.limit - 1] : undefined;
      return {
        cases: rows.slice(0, query.limit).flatMap(({ id }) => read.caseOfId.all(id).map((row) => stateOf(row))),
        next: last === undefined ? null : placeText(query.sort, [last.first, last.second, last.seq]),
        total: plucked<[typeof bound], number>(database, total).get(bound) ?? 0,
      };
    });
  }

  cases(keys: readonly CaseKey[]): CaseState[] {
    return this.#atOnce([], ({ read }) => keys.flatMap((key) => stateIn(read, key)));
  }

  attempts(key: CaseKey, limit: number): AttemptState[] {
    return this.#atOnce([], ({ read }) => read.attempts.all(key, limit).map((text) => attemptOf(text)));
  }

  stays(query: Query<'stays'>): ReturnType<Answers['stays']> {
    return this.#atOnce({ stays: [], next: null }, ({ read }) => staysOf(read, query));
  }

  requestOutcomes(span: Query<'requestOutcomes'>): ReturnType<Answers['requestOutcomes']> {
    return this.#atOnce([], ({ read }) => read.requestOutcomes.all(span));
  }

  close(): void {
    this.#open?.database.close();
    this.#open = null;
  }

  /** @param nothing what is answered where there is no book */
  #atOnce<Answer>(nothing: Answer, work: (open: Open) => Answer): Answer {
    try {
      const open = this.#current();
      if (open === null) return nothing;
      let answer = nothing;
      open.transaction(() => {
        answer = work(open);
      });
      return answer;
    } catch (cause) {
      throw databaseError(cause, this.#path);
    }
  }

  #current(): Open | null {
    const file = fileAt(this.#path);
    if (this.#open?.file === file) return this.#open;
    this.close();
    const database = file === null ? null : openForReading(this.#path);
    if (database === null) return null;
    try {
      const transaction = database.transaction((work: () => void) => work());
      this.#open = { database, file, read: readStatements(database), transaction };
      return this.#open;
    } catch (cause) {
      database.close();
      throw cause;
    }
  }
}

function stateIn(read: ReadStatements, key: CaseKey): CaseState[] {
  return read.case.all(key).map((row) => stateOf(row));
}

function openCase(row: OpenRow): Parameters<GroupTally['add']>[0] {
  return {
    key: row[1],
    consequence: row[2],
    outcome: row[3],
    openedAt: row[4],
    failedAt: row[5],
    failedSeq: row[6],
    country: row[7],
    owner: authorOf(row[8], row[9]),
    errorCode: row[10],
    codes: row[11],
    iccid: row[12],
    failedResources: row[13],
    resources: row[14],
    remindAt: row[15],
    mutedUntil: row[16],
    ownedAt: row[17],
  };
}
