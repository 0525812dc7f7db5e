import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../../../src-main/adapters/sqlite/database.ts';
import { createEvents } from '../../../../../src-main/adapters/sqlite/events/files/migrations/0001-events.ts';
import {
  EVENT_DATABASE,
  openForReading,
  openForWriting,
} from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { temporaryStore } from './temporary-store.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

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

  it('upgrade a store of an earlier version without losing its data', () => {
    const database = new Sqlite(join(temporaryDirectory(), 'events.db'));
    createEvents(database);
    database.pragma(`application_id = ${EVENT_DATABASE.applicationId}`);
    database.pragma('user_version = 1');
    database.exec(`
      INSERT INTO session VALUES (1, 1000, NULL, 2000, 2000, 1000, 'suspended', '95 s', 1);
      INSERT INTO gap VALUES (1, 2000, NULL, 3000, 1000, 'suspended', '95 s', 1), (2, 4000, NULL, NULL, NULL, 'silent', NULL, 1);
      INSERT INTO projection VALUES ('alarms', 1, 1);
      INSERT INTO projection_record VALUES ('alarms', 'begun', ''), ('alarms', 'a', '{"about":{"kind":"failures"}}'),
        ('alarms', 'b', '{"about":{"kind":"failures","wholly":2}}'), ('alarms', 'c', '{"about":{"kind":"test"}}');
    `);
    migrate(EVENT_DATABASE, database);
    const all = (columns: string) => database.prepare(`SELECT ${columns}`).raw().all();
    expect(all('reason, detail FROM session')).toEqual([['not-running', '95 s; or held-back']]);
    expect(all('reason, detail FROM gap')).toEqual([
      ['not-running', '95 s; or held-back'],
      ['silent', null],
    ]);
    expect(all('value FROM projection_record').flat()).toEqual([
      '{"about":{"kind":"failures","wholly":0}}',
      '{"about":{"kind":"failures","wholly":2}}',
      '',
      '{"about":{"kind":"test"}}',
    ]);
    database.close();
  });

  it('a store of an earlier version is refused for reading until it is migrated, and stays unchanged', () => {
    const path = join(temporaryDirectory(), 'events.db');
    const earlier = new Sqlite(path);
    createEvents(earlier);
    earlier.pragma(`application_id = ${EVENT_DATABASE.applicationId}`);
    earlier.pragma('user_version = 1');
    earlier.close();
    expect(() => openForReading(path)).toThrow(
      expect.objectContaining({ data: { code: 'NO_STORE', facts: { place: path, problem: 'not-set-up' } } }),
    );
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
    newer.pragma(`application_id = ${EVENT_DATABASE.applicationId}`);
    newer.pragma(`user_version = ${EVENT_DATABASE.version + 1}`);
    newer.close();
    const facts = { path, schema: EVENT_DATABASE.version + 1, known: EVENT_DATABASE.version };
    expect(() => open(path)).toThrow(expect.objectContaining({ data: { code: 'STORE_TOO_NEW', facts } }));
    const again = new Sqlite(path);
    expect(again.pragma('user_version', { simple: true })).toBe(EVENT_DATABASE.version + 1);
    again.close();
  });
});
