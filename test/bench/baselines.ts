/**
 * Baselines for the figures of the product, measured in the same run: plain SQLite tables with the durability and the
 * batches of the store, and single commits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { generatedEvent, generatedEvents } from './generated-events.ts';

/** Max events in one commit of the product. */
export const BATCH = 500;

export interface Baseline {
  readonly schema: string;
  readonly rowOf: (event: ReceivedEvent) => readonly unknown[];
}

/** Lower bound for storing events on disk in SQLite. */
const rawBaseline: Baseline = {
  schema: 'CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, kind TEXT, id TEXT, raw TEXT) STRICT',
  rowOf: ({ receivedAt, kind, id, data }) => [receivedAt, kind, id, data],
};

const WIDE_COLUMNS = ['kind', 'operation', 'state', 'eid', 'iccid', 'country_code', 'error_code', 'request_id'];

export const wideBaseline: Baseline = {
  schema: [
    `CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, ${WIDE_COLUMNS.map((name) => `${name} TEXT`).join(', ')}, id TEXT, raw TEXT) STRICT`,
    ...WIDE_COLUMNS.map((name) => `CREATE INDEX event_${name} ON event(${name})`),
  ].join(';'),
  rowOf(event) {
    const { operation, state, eid, iccid, countryCode, errorCode, requestId } = decodeEvent(event);
    const { receivedAt, kind, id, data } = event;
    return [receivedAt, kind, operation, state, eid, iccid, countryCode, errorCode, requestId, id, data];
  },
};

export interface Written {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Rows that are prepared at a time, before they are written. Only writing is measured. */
const PREPARED = 100_000;

export function bareInserts({ schema, rowOf }: Baseline, count: number): Written {
  return inBareDatabase((database) => {
    database.exec(schema);
    const placeholders = rowOf(generatedEvent(0)).map(() => '?');
    const insert = database.prepare(`INSERT INTO event VALUES (NULL, ${placeholders.join(', ')})`);
    const insertAll = database.transaction((batch: readonly (readonly unknown[])[]) => {
      for (const row of batch) insert.run(row);
    });
    const written = { ms: 0, cpuMs: 0 };
    for (let from = 0; from < count; from += PREPARED) {
      const rows = [...generatedEvents(from, Math.min(PREPARED, count - from))].map(rowOf);
      const cpuBefore = process.cpuUsage();
      const start = performance.now();
      for (let at = 0; at < rows.length; at += BATCH) insertAll(rows.slice(at, at + BATCH));
      written.ms += performance.now() - start;
      const cpu = process.cpuUsage(cpuBefore);
      written.cpuMs += (cpu.user + cpu.system) / 1_000;
    }
    return written;
  });
}

/** @returns ms of each commit of one event */
export function bareCommits(count: number): number[] {
  return inBareDatabase((database) => {
    database.exec(rawBaseline.schema);
    const insert = database.prepare('INSERT INTO event VALUES (NULL, ?, ?, ?, ?)');
    return [...generatedEvents(0, count)].map(rawBaseline.rowOf).map((row) => {
      const start = performance.now();
      insert.run(row);
      return performance.now() - start;
    });
  });
}

function inBareDatabase<Result>(work: (database: Database) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  const database = new Sqlite(join(directory, 'bare.db'));
  try {
    database.pragma('page_size = 8192');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    return work(database);
  } finally {
    database.close();
    rmSync(directory, { recursive: true });
  }
}
