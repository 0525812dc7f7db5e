import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  type DatabaseDefinition,
  migrate,
  openForReading as openCurrentForReading,
} from '../../../../../src-main/adapters/sqlite/database.ts';
import {
  EVENT_DATABASE,
  openForReading,
  openForWriting,
} from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { temporaryStore } from './temporary-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

/** A later version of the database, with a column more. */
const NEXT: DatabaseDefinition = {
  ...EVENT_DATABASE,
  version: EVENT_DATABASE.version + 1,
  migrate(database, from) {
    if (from < EVENT_DATABASE.version) EVENT_DATABASE.migrate(database, from);
    database.exec("ALTER TABLE pinned ADD COLUMN reason TEXT; UPDATE pinned SET reason = 'not known'");
  },
};

const namesIn = (database: Sqlite.Database) =>
  database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");

describe('migrations', () => {
  it('create the current schema in an empty database and change nothing the second time', () => {
    const { database } = temporaryStore();
    const schema = () => database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
    const before = schema();
    migrate(EVENT_DATABASE, database);
    expect({ version: database.pragma('user_version', { simple: true }), schema: schema() }).toEqual({
      version: EVENT_DATABASE.version,
      schema: before,
    });
  });

  it('create every table whose absence counts as damage, and no other', () => {
    const { database } = temporaryStore();
    expect(namesIn(database).pluck().all().toSorted()).toEqual(EVENT_DATABASE.tables.toSorted());
  });

  it('upgrade a store of an earlier version without losing its data, once', () => {
    const { database } = temporaryStore();
    database.exec('INSERT INTO pinned VALUES (7)');
    migrate(NEXT, database);
    database.exec("UPDATE pinned SET reason = 'kept'");
    migrate(NEXT, database);
    expect(database.prepare('SELECT seq, reason FROM pinned').all()).toEqual([{ seq: 7, reason: 'kept' }]);
  });

  it('change nothing if one of them fails', () => {
    const { database } = temporaryStore();
    const failing: DatabaseDefinition = {
      ...NEXT,
      migrate: (into, from) => {
        NEXT.migrate(into, from);
        into.exec('INSERT INTO no_such_table VALUES (1)');
      },
    };
    expect(() => migrate(failing, database)).toThrow('no such table: no_such_table');
    expect([
      database.pragma('user_version', { simple: true }),
      database.prepare('SELECT * FROM pinned').columns().length,
    ]).toEqual([EVENT_DATABASE.version, 1]);
  });

  it('are not made by a reader: it opens no store of an earlier version, and leaves it unchanged', () => {
    const { path, database } = temporaryStore();
    expect(openCurrentForReading(NEXT, path)).toBeNull();
    expect(database.pragma('user_version', { simple: true })).toBe(EVENT_DATABASE.version);
  });

  it('make every table STRICT', () => {
    const { database } = temporaryStore();
    const loose = database.prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'`,
    );
    expect(loose.all()).toEqual([]);
  });

  it.each([
    ['writing', openForWriting],
    ['reading', openForReading],
  ])('a store of a newer version is refused for %s and stays unchanged', (_what, open) => {
    const path = join(temporaryDirectory(), 'events.db');
    const newer = new Sqlite(path);
    migrate(NEXT, newer);
    newer.close();
    const facts = { path, schema: NEXT.version, known: EVENT_DATABASE.version };
    expect(() => open(path)).toThrow(expect.objectContaining({ data: { code: 'STORE_TOO_NEW', facts } }));
    const again = new Sqlite(path);
    expect(again.pragma('user_version', { simple: true })).toBe(NEXT.version);
    again.close();
  });
});
