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

/** Max events in one commit of the product. */
export const BATCH = 500;

export interface Baseline {
  readonly schema: string;
  /** Prepared in advance, so that the baseline measures only writing. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Lower bound for storing events on disk in SQLite. */
export function rawBaseline(events: readonly ReceivedEvent[]): Baseline {
  return {
    schema: 'CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, kind TEXT, id TEXT, raw TEXT) STRICT',
    rows: events.map(({ receivedAt, kind, id, data }) => [receivedAt, kind, id, data]),
  };
}

const WIDE_COLUMNS = ['kind', 'operation', 'state', 'eid', 'iccid', 'country_code', 'error_code', 'request_id'];

export function wideBaseline(events: readonly ReceivedEvent[]): Baseline {
  return {
    schema: [
      `CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, ${WIDE_COLUMNS.map((name) => `${name} TEXT`).join(', ')}, id TEXT, raw TEXT) STRICT`,
      ...WIDE_COLUMNS.map((name) => `CREATE INDEX event_${name} ON event(${name})`),
    ].join(';'),
    rows: events.map((event) => {
      const { operation, state, eid, iccid, countryCode, errorCode, requestId } = decodeEvent(event);
      const { receivedAt, kind, id, data } = event;
      return [receivedAt, kind, operation, state, eid, iccid, countryCode, errorCode, requestId, id, data];
    }),
  };
}

export interface Written {
  readonly ms: number;
  readonly cpuMs: number;
}

export function bareInserts({ schema, rows }: Baseline): Written {
  return inBareDatabase((database) => {
    database.exec(schema);
    const placeholders = rows[0]?.map(() => '?').join(', ');
    const insert = database.prepare(`INSERT INTO event VALUES (NULL, ${placeholders})`);
    const insertAll = database.transaction((batch: Baseline['rows']) => {
      for (const row of batch) insert.run(row);
    });
    const cpuBefore = process.cpuUsage();
    const start = performance.now();
    for (let at = 0; at < rows.length; at += BATCH) insertAll(rows.slice(at, at + BATCH));
    const ms = performance.now() - start;
    const cpu = process.cpuUsage(cpuBefore);
    return { ms, cpuMs: (cpu.user + cpu.system) / 1_000 };
  });
}

export function bareCommits(rows: Baseline['rows']): number[] {
  return inBareDatabase((database) => {
    database.exec(rawBaseline([]).schema);
    const insert = database.prepare('INSERT INTO event VALUES (NULL, ?, ?, ?, ?)');
    return rows.map((row) => {
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
