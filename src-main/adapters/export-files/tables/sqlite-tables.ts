/** Writes all tables into one SQLite database. */
import Database from 'better-sqlite3';
import {
  columnsOf,
  type ColumnType,
  type TableCell,
  type TableName,
  tableNames,
  TABLES_VERSION,
} from '../../../../src-shared/domain/analyst-tables.ts';
import { recordOf } from '../../../../src-shared/lib/record-of.ts';

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'INTEGER',
  boolean: 'INTEGER',
  time: 'TEXT',
  text: 'TEXT',
  json: 'TEXT',
};
const PAGE_BYTES = 4_096;

export class SqliteTables {
  readonly #database: Database.Database;
  readonly #inserts: Readonly<Record<TableName, Database.Statement>>;
  readonly #types: Readonly<Record<TableName, readonly ColumnType[]>>;

  /** @param path an empty file that no other process opens */
  constructor(path: string) {
    this.#database = new Database(path);
    // If this fails, the file is deleted, so nothing must be rolled back.
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('synchronous = OFF');
    this.#database.pragma(`page_size = ${PAGE_BYTES}`);
    this.#database.pragma(`user_version = ${TABLES_VERSION}`);
    this.#database.exec('BEGIN');
    for (const name of tableNames) this.#database.exec(tableSql(name));
    this.#types = recordOf(tableNames, (name) => columnsOf(name).map(({ type }) => type));
    this.#inserts = recordOf(tableNames, (name) => this.#database.prepare(insertSql(name)));
  }

  /** @returns size of the database in bytes */
  add(table: TableName, rows: readonly (readonly TableCell[])[]): number {
    const types = this.#types[table];
    for (const row of rows) this.#inserts[table].run(row.map((cell, index) => valueOf(cell, types[index])));
    return Number(this.#database.pragma('page_count', { simple: true })) * PAGE_BYTES;
  }

  end(): void {
    this.#database.exec('COMMIT');
    this.close();
  }

  /** Idempotent. */
  close(): void {
    this.#database.close();
  }
}

function valueOf(cell: TableCell, type: ColumnType | undefined): string | number | null {
  if (typeof cell === 'boolean') return Number(cell);
  return type === 'time' && typeof cell === 'number' ? new Date(cell).toISOString() : cell;
}

function tableSql(name: TableName): string {
  const columns = columnsOf(name).map((column) =>
    column.name === 'seq' && name === 'events'
      ? '"seq" INTEGER PRIMARY KEY'
      : `"${column.name}" ${SQL_TYPES[column.type]}`,
  );
  return `CREATE TABLE "${name}" (${columns.join(', ')}) STRICT`;
}

function insertSql(name: TableName): string {
  const values = columnsOf(name).map(() => '?');
  return `INSERT INTO "${name}" VALUES (${values.join(', ')})`;
}
