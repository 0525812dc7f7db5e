/** Uses one transaction per answer. Continues with a replaced database. */
import type { Database } from 'better-sqlite3';
import { databaseError } from '../files/database-error.ts';
import { fileIdAt } from '../files/file-stat.ts';

export interface ReaderOptions<Statements> {
  readonly path: string;
  /** Returns null if there is no database. */
  readonly open: (path: string) => Database | null;
  readonly prepare: (database: Database) => Statements;
  readonly release?: (statements: Statements) => void;
  readonly errorOf?: (cause: unknown, path: string) => unknown;
  /** True if the connection is closed after an error. A file that is open cannot be replaced on every system. */
  readonly closesOnError: boolean;
}

interface ReadConnection<Statements> {
  readonly database: Database;
  readonly fileId: string | null;
  readonly statements: Statements;
  /** Created once: creating it costs more than a small read. */
  readonly transaction: (work: () => void) => void;
}

export function createDatabaseReader<Statements>(options: ReaderOptions<Statements>) {
  let current: ReadConnection<Statements> | null = null;

  /** `fallback`: the answer if there is no database. @throws AppError STORE_… */
  function read<Answer>(fallback: () => Answer, work: (statements: Statements) => Answer): Answer {
    return convertingErrors(() => {
      const connection = currentConnection();
      if (connection === null) return fallback();
      let result: { readonly answer: Answer } | undefined;
      try {
        connection.transaction(() => {
          result = { answer: work(connection.statements) };
        });
      } catch (cause) {
        // A damaged page that the result already reports also fails the end of the transaction.
        if (result === undefined) throw cause;
      }
      if (result === undefined) throw new Error('A transaction ended before its work was done.');
      return result.answer;
    });
  }

  function close(): void {
    const connection = current;
    current = null;
    if (connection === null) return;
    options.release?.(connection.statements);
    connection.database.close();
  }

  function convertingErrors<Answer>(work: () => Answer): Answer {
    const { path, errorOf = databaseError, closesOnError } = options;
    try {
      return work();
    } catch (cause) {
      if (closesOnError) close();
      throw errorOf(cause, path);
    }
  }

  function currentConnection(): ReadConnection<Statements> | null {
    const { path, open, prepare } = options;
    const fileId = fileIdAt(path);
    if (current !== null && current.fileId === fileId) return current;
    close();
    const database = open(path);
    if (database === null) return null;
    try {
      const transaction = database.transaction((work: () => void) => work());
      current = { database, fileId, statements: prepare(database), transaction };
      return current;
    } catch (cause) {
      // Damage may show only when the statements are prepared.
      database.close();
      throw cause;
    }
  }

  return {
    /** Opens the database now, instead of with the first read. @throws AppError STORE_… */
    open: () => void convertingErrors(currentConnection),
    read,
    close,
  };
}
