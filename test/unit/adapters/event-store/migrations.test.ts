import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { APPLICATION_ID, migrate, SCHEMA_VERSION } from '../../../../src-main/adapters/event-store/migrate.ts';
import { openForReading, openForWriting } from '../../../../src-main/adapters/event-store/open-database.ts';
import { temporaryDirectory, temporaryStore } from './temporary-store.ts';

describe('migrations', () => {
  it('lead from nothing to this schema, and leave it alone the second time', () => {
    const { database } = temporaryStore();
    const schema = () => database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
    const before = schema();
    migrate(database);
    expect({ version: database.pragma('user_version', { simple: true }), schema: schema() }).toEqual({
      version: SCHEMA_VERSION,
      schema: before,
    });
  });

  it('every table is STRICT', () => {
    const { database } = temporaryStore();
    const loose = database.prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'`,
    );
    expect(loose.all()).toEqual([]);
  });

  it.each([
    ['writing', openForWriting],
    ['reading', openForReading],
  ])('a store of a newer version is refused for %s and stays as it is', (_what, open) => {
    const path = join(temporaryDirectory(), 'events.db');
    const newer = new Sqlite(path);
    newer.pragma(`application_id = ${APPLICATION_ID}`);
    newer.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    newer.close();
    const facts = { path, schema: SCHEMA_VERSION + 1, known: SCHEMA_VERSION };
    expect(() => open(path)).toThrow(expect.objectContaining({ data: { code: 'STORE_TOO_NEW', facts } }));
    const again = new Sqlite(path);
    expect(again.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION + 1);
    again.close();
  });
});
