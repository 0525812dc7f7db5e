import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CASE_DATABASE } from '../../../../src-main/adapters/sqlite/cases/case-database.ts';
import type { DatabaseDefinition } from '../../../../src-main/adapters/sqlite/database.ts';
import { createDatabaseWriter, openOrReplace } from '../../../../src-main/adapters/sqlite/database-writer.ts';
import { INVENTORY_DATABASE } from '../../../../src-main/adapters/sqlite/inventory/inventory-database.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const DEFINITIONS = { cases: CASE_DATABASE, inventory: INVENTORY_DATABASE };

const SHAPES: Readonly<Record<string, (path: string) => void>> = {
  'of a newer version': (path) => new Sqlite(path).exec('PRAGMA user_version = 99').close(),
  'something else': (path) => writeFileSync(path, 'something else, long enough to be looked at'.repeat(100)),
  'cut short': (path) => writeFileSync(path, readFileSync(path).subarray(0, 6_000)),
  'without a table': (path) => {
    const database = new Sqlite(path);
    const table = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().get();
    database.exec(`DROP TABLE ${table}`).close();
  },
  empty: (path) => writeFileSync(path, ''),
  'of another program': (path) => {
    rmSync(path);
    new Sqlite(path).exec('CREATE TABLE theirs (value TEXT)').close();
  },
};

/** Writes into a database of this shape. Returns the tables that exist then, or the refusal, and the kept files. */
function writeOver(definition: DatabaseDefinition, shape: string) {
  const path = join(temporaryDirectory(), 'some.db');
  openOrReplace(definition, path).close();
  SHAPES[shape]?.(path);
  const before = readFileSync(path);
  const writer = createDatabaseWriter(definition, path, 0, (database) => database);
  onTestFinished(() => writer.close());
  let result: unknown;
  try {
    const names = writer.write((database) =>
      database.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all(),
    );
    result = definition.tables.every((table) => names.includes(table)) ? 'starts from scratch' : names;
  } catch (error) {
    result = error instanceof Error && 'code' in error ? error.code : error;
  }
  const isKept = (name: string) => readFileSync(join(dirname(path), name)).equals(before);
  const kept = readdirSync(dirname(path)).filter((name) => name.endsWith('.db') && isKept(name));
  return { result, kept: kept.map((name) => name.replace(/\d{4}-.*Z/, 'TIME')) };
}

describe('a database that can be derived or requested again', () => {
  it.each<[id: string, name: keyof typeof DEFINITIONS, shape: string, result: string, kept: readonly string[]]>([
    ['STORE-15', 'cases', 'of a newer version', 'starts from scratch', []],
    ['STORE-15', 'cases', 'something else', 'starts from scratch', []],
    ['STORE-15', 'cases', 'cut short', 'starts from scratch', []],
    ['STORE-15', 'cases', 'without a table', 'starts from scratch', []],
    ['STORE-15', 'cases', 'empty', 'starts from scratch', []],
    ['STORE-15', 'cases', 'of another program', 'starts from scratch', ['some.damaged-TIME.db']],
    ['DAMAGE-5', 'inventory', 'of a newer version', 'STORE_TOO_NEW', ['some.db']],
    ['DAMAGE-5', 'inventory', 'something else', 'starts from scratch', ['some.damaged-TIME.db']],
    ['DAMAGE-5', 'inventory', 'cut short', 'starts from scratch', ['some.damaged-TIME.db']],
    ['DAMAGE-5', 'inventory', 'without a table', 'starts from scratch', ['some.damaged-TIME.db']],
    ['DAMAGE-5', 'inventory', 'empty', 'starts from scratch', []],
    ['DAMAGE-5', 'inventory', 'of another program', 'starts from scratch', ['some.damaged-TIME.db']],
  ])('[%s] the database of %s that is %s: %s', (_id, name, shape, result, kept) => {
    expect(writeOver(DEFINITIONS[name], shape)).toEqual({ result, kept });
  });
});
