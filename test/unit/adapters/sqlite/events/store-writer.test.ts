import { randomBytes } from 'node:crypto';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../../doubles/received-events.ts';
import { temporaryStore } from './temporary-store.ts';

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

function contents(database: Database) {
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck();
  return Object.fromEntries(tables.all().map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]));
}

const unwritable = (problem: string) =>
  expect.objectContaining({
    data: { code: 'STORE_UNWRITABLE', facts: expect.objectContaining({ problem }) },
  });

describe('a batch that cannot be written', () => {
  it('[STORE-11] leaves nothing when the disk is full, and is stored when there is space again', () => {
    const { database, writer, reader } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 10)));
    writer.endSession(1, { reason: 'silent', detail: null });
    const before = contents(database);
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 2}`);

    const events = receivedEvents(11, 300).map((event) => ({ ...event, data: `{"filler":"${'x'.repeat(500)}"}` }));
    const write = () => writer.append(batchOf('opens', events));
    expect(write).toThrow(unwritable('full'));
    expect(write).toThrow(unwritable('full'));
    expect(contents(database)).toEqual(before);

    database.pragma('max_page_count = 1000000');
    expect(write()).toEqual({
      sessionId: 2,
      extent: { oldestSeq: 1, newestSeq: 300, storedEvents: 300 },
      domain: 'acme/emea',
      stored: 290,
      repeated: 0,
    });
    expect({ check: database.pragma('quick_check', { simple: true }), coverage: reader.coverage(EVER) }).toMatchObject({
      check: 'ok',
      coverage: { sessions: [{}, { events: 290 }], gaps: [{ to: 11_000 }] },
    });
  });

  it('does not keep a store from closing while another program locks the file', () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 300)));
    const other = new Sqlite(path);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    expect(() => writer.append(batchOf(1, receivedEvents(301, 302)))).toThrow(unwritable('locked'));
    writer.close();
    expect(database.open).toBe(false);
  });

  it('is refused while another program locks the file, and stored afterwards', () => {
    const { writer, path } = temporaryStore();
    const other = new Sqlite(path);
    other.exec('BEGIN IMMEDIATE');
    const write = () => writer.append(batchOf('opens', receivedEvents(1, 2)));
    expect(write).toThrow(unwritable('locked'));
    other.exec('ROLLBACK');
    other.close();
    expect(write()).toMatchObject({ extent: { newestSeq: 2 }, stored: 2 });
  });

  it('is refused on a read-only file', () => {
    const { database, writer } = temporaryStore();
    database.pragma('query_only = ON');
    expect(() => writer.append(batchOf('opens', receivedEvents(1, 2)))).toThrow(unwritable('forbidden'));
  });

  it('is stored in a new session if its own session has ended', () => {
    const { writer, reader } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 2)));
    writer.endSession(1, { reason: 'silent', detail: null });
    const { sessionId } = writer.append(batchOf(1, [receivedEvent(5)]));
    expect({ sessionId, ...reader.coverage(EVER) }).toMatchObject({
      sessionId: 2,
      sessions: [
        { id: 1, events: 2 },
        { id: 2, events: 1 },
      ],
      gaps: [{ from: 2_000, to: 5_000 }],
    });
  });
});

describe('[STORE-20] an event that cannot be stored like others', () => {
  const poisoned = JSON.stringify({ poison: true });
  const events = [receivedEvent(1), receivedEvent(2, { data: poisoned }), receivedEvent(3)];

  it('is a row of its raw text with a mark if the decoder fails on it', () => {
    const decoder = {
      version: 1,
      decode(event: Parameters<typeof decodeEvent>[0]) {
        if (event.data === poisoned) throw new TypeError('a bug of ours');
        return decodeEvent(event);
      },
    };
    const { writer, reader } = temporaryStore({ decoder });
    expect(writer.append(batchOf('opens', events))).toMatchObject({ stored: 3 });
    expect([1, 2, 3].map((seq) => reader.event(seq))).toMatchObject([
      { id: 'e-1', outcome: null, marks: [{ code: 'missing-field' }] },
      {
        kind: 'HEARTBEAT',
        id: 'e-2',
        outcome: 'unknown',
        raw: poisoned,
        marks: [{ code: 'undecodable', detail: 'TypeError: a bug of ours' }],
      },
      { id: 'e-3', outcome: null },
    ]);
  });

  it('is a row of its raw text with a mark if the database refuses its values, and other events are stored', () => {
    const decoder = {
      version: 1,
      decode(event: Parameters<typeof decodeEvent>[0]) {
        const decoded = decodeEvent(event);
        // A STRICT column refuses a fraction.
        return event.data === poisoned ? { ...decoded, principal: 'its own', createdAt: 1.5 } : decoded;
      },
    };
    const { writer, reader } = temporaryStore({ decoder });
    const appended = writer.append(batchOf('opens', events));
    const again = writer.append(batchOf(1, events));
    const rows = [1, 2, 3].map((seq) => reader.event(seq));
    expect({ appended, again, rows }).toMatchObject({
      appended: { extent: { newestSeq: 3, storedEvents: 3 }, stored: 3, repeated: 0 },
      again: { stored: 0, repeated: 3 },
      rows: [
        { id: 'e-1', repeats: 1 },
        { id: 'e-2', raw: poisoned, marks: [{ code: 'undecodable', detail: expect.stringContaining('REAL') }] },
        { id: 'e-3', repeats: 1 },
      ],
    });
  });

  it('is a row of its beginning, with the full size and SHA-256, if it is larger than the database can hold', () => {
    const { database, writer, reader } = temporaryStore();
    // SQLite's own limit is 1 000 000 000 bytes. This trigger raises the same error at 100 000.
    database.exec(`CREATE TEMP TRIGGER limited BEFORE INSERT ON received WHEN length(NEW.body) > 100000
      BEGIN SELECT zeroblob(2000000000); END`);
    const data = randomBytes(150_000).toString('base64');
    const appended = writer.append(batchOf('opens', [receivedEvent(1), receivedEvent(2, { data }), receivedEvent(3)]));
    const stored = reader.event(2);
    expect({ appended, stored, beginning: data.startsWith(stored?.raw ?? '-') }).toMatchObject({
      appended: { stored: 3 },
      stored: {
        kind: 'HEARTBEAT',
        id: 'e-2',
        marks: [{ code: 'oversize', detail: expect.stringMatching(/^200012 bytes, SHA-256 [0-9a-f]{64}$/) }],
      },
      beginning: true,
    });
  });

  it('is stored if its time is invalid', () => {
    const { writer, reader } = temporaryStore();
    const times = [Number.NaN, Number.POSITIVE_INFINITY, 1_000.75];
    writer.append(
      batchOf(
        'opens',
        times.map((receivedAt, index) => receivedEvent(index, { receivedAt })),
      ),
    );
    expect([1, 2, 3].map((seq) => reader.event(seq)?.receivedAt)).toEqual([0, Number.MAX_SAFE_INTEGER, 1_000]);
  });

  it('is stored as new if its earlier arrival is no longer stored', () => {
    const { database, writer } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 70)));
    database.exec('DELETE FROM block WHERE id = 0; DELETE FROM event WHERE seq < 64');
    expect(writer.append(batchOf(1, [receivedEvent(1)]))).toMatchObject({ stored: 1, repeated: 0 });
  });
});
