import { describe, expect, it } from 'vitest';
import Sqlite from 'better-sqlite3';
import { receivedEvent, receivedEvents } from '../../../conformance/event-store-conformance.ts';
import { temporaryStore } from './temporary-store.ts';

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Everything that is in the database, table by table. */
function contents(database: Sqlite.Database) {
  const tables = ['event', 'payload', 'facet', 'session', 'gap', 'meta'];
  return Object.fromEntries(tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]));
}

describe('a batch that cannot be written', () => {
  it('leaves nothing when the disk is full, and is stored when there is space again', () => {
    const { database, writer, reader } = temporaryStore();
    writer.append({ session: 'opens', events: receivedEvents(1, 10) });
    writer.endSession(1, { reason: 'silent', detail: null });
    const before = contents(database);
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 2}`);

    const events = receivedEvents(11, 300).map((event) => ({ ...event, data: `{"filler":"${'x'.repeat(500)}"}` }));
    const write = () => writer.append({ session: 'opens', events });
    expect(write).toThrow(
      expect.objectContaining({ code: 'STORE_UNWRITABLE', message: expect.stringContaining('Free some space') }),
    );
    expect(write).toThrow(expect.objectContaining({ code: 'STORE_UNWRITABLE' }));
    expect(contents(database)).toEqual(before);

    database.pragma('max_page_count = 1000000');
    expect(write()).toEqual({ sessionId: 2, newestSeq: 300, principal: 'acme/emea', stored: 290, repeated: 0 });
    expect({ check: database.pragma('quick_check', { simple: true }), coverage: reader.coverage(EVER) }).toMatchObject({
      check: 'ok',
      coverage: { sessions: [{}, { events: 290 }], gaps: [{ to: 11_000 }] },
    });
  });

  it('is refused while another program holds the file locked, and stored afterwards', () => {
    const { writer, path } = temporaryStore();
    const other = new Sqlite(path);
    other.exec('BEGIN IMMEDIATE');
    const write = () => writer.append({ session: 'opens', events: receivedEvents(1, 2) });
    expect(write).toThrow(
      expect.objectContaining({ code: 'STORE_UNWRITABLE', message: expect.stringContaining('locked') }),
    );
    other.exec('ROLLBACK');
    other.close();
    expect(write()).toMatchObject({ newestSeq: 2, stored: 2 });
  });

  it('is refused on a read-only file', () => {
    const { database, writer } = temporaryStore();
    database.pragma('query_only = ON');
    expect(() => writer.append({ session: 'opens', events: receivedEvents(1, 2) })).toThrow(
      expect.objectContaining({ code: 'STORE_UNWRITABLE', message: expect.stringContaining('write access') }),
    );
  });

  it('leaves nothing when its session does not exist', () => {
    const { database, writer } = temporaryStore();
    const before = contents(database);
    expect(() => writer.append({ session: 7, events: receivedEvents(1, 2) })).toThrow('FOREIGN KEY');
    expect(contents(database)).toEqual(before);
  });
});

describe('counts', () => {
  it('of the facets are those of the rows', () => {
    const { database, writer } = temporaryStore();
    const events = [...receivedEvents(1, 5), receivedEvent(6, { kind: 'CMP_EVENT' }), receivedEvent(1)];
    writer.append({ session: 'opens', events });
    writer.append({ session: 1, events: receivedEvents(7, 9) });
    const counts = database.prepare('SELECT kind, outcome, principal, count FROM facet ORDER BY id').all();
    expect(counts).toEqual([
      { kind: 'HEARTBEAT', outcome: null, principal: 'acme/emea', count: 8 },
      { kind: 'CMP_EVENT', outcome: 'unknown', principal: 'acme/emea', count: 1 },
    ]);
  });

  it('a time with a fraction is a time all the same', () => {
    const { writer, reader } = temporaryStore();
    writer.append({ session: 'opens', events: [receivedEvent(1, { receivedAt: 1_000.75 })] });
    expect(reader.event(1)?.receivedAt).toBe(1_000);
  });
});
