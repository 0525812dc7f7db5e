import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkStatements } from '../../../../../src-main/adapters/sqlite/events/columns/chunk-index.ts';
import { actionStatements } from '../../../../../src-main/adapters/sqlite/events/rows/action-rows.ts';
import { filterCondition } from '../../../../../src-main/adapters/sqlite/events/columns/filter-condition.ts';
import { migrate } from '../../../../../src-main/adapters/sqlite/database.ts';
import { EVENT_DATABASE } from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import {
  selectRowsBySeq,
  selectRowsInRange,
  rowStatements,
} from '../../../../../src-main/adapters/sqlite/events/reading/row-queries.ts';
import { seenStatements } from '../../../../../src-main/adapters/sqlite/events/rows/seen-row-writer.ts';
import { readStatements } from '../../../../../src-main/adapters/sqlite/events/rows/statements.ts';
import { createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { writeStatements } from '../../../../../src-main/adapters/sqlite/events/rows/write-statements.ts';
import { batchOf, receivedEvents } from '../../../../doubles/received-events.ts';
import { SOURCE } from './temporary-store.ts';

/**
 * Accepted scans: lists from the caller, the index of open sessions (at most one row), the chunks (some thousands) that
 * the writer adds up when it opens, one row per written chunk, and the actions that wait for the log of a team.
 */
const SMALL =
  /^SCAN (wanted|json_each|sealed|chunk|chunk_write|action_out)\b|^SCAN CONSTANT ROW$|^SCAN session USING (COVERING )?INDEX session_open$/;

const everything = filterCondition({
  terms: [
    { kind: 'since', time: { kind: 'at', at: 5 } },
    { kind: 'until', time: { kind: 'at', at: 5 } },
  ],
}).sql;

describe('the plan of every statement uses an index and sorts nothing', () => {
  const database: Database = new Sqlite(':memory:');
  migrate(EVENT_DATABASE, database);
  const prepared = {
    ...readStatements(database),
    ...writeStatements(database),
    ...chunkStatements(database),
    ...seenStatements(database),
    ...actionStatements(database),
  };
  const { places, ...rows } = rowStatements(database);
  const statements: [name: string, sql: string][] = [
    ...Object.entries({ ...prepared, ...rows }).map(([name, { source }]): [string, string] => [name, source]),
    ['places', places.source],
    ['rows of a range, newer', selectRowsInRange('newer', everything ?? '')],
    ['rows of a range, older', selectRowsInRange('older', everything ?? '')],
    ['all rows', selectRowsInRange('older', 'TRUE')],
    ['rows of a list', selectRowsBySeq(everything ?? '')],
  ];

  beforeAll(() => {
    const writer = createStoreWriter(database, { source: SOURCE });
    for (let first = 1; first <= 10_000; first += 50) {
      const { sessionId } = writer.append(batchOf('opens', receivedEvents(first, first + 49)));
      writer.endSession(sessionId, { reason: 'session-expired', detail: null });
    }
    database.exec('ANALYZE');
  });

  afterAll(() => void database.close());

  it.each(statements)('%s', (_name, source) => {
    // The plan does not depend on values, but each parameter needs one.
    const sql = source.replaceAll(/[:?]\w*(?=[\s,)]|$)/g, 'NULL');
    const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    const slow = plan.map(({ detail }) => detail).filter((detail) => /^SCAN|TEMP B-TREE/.test(detail));
    const isOneRow = /ORDER BY seq( DESC)? LIMIT 1$/.test(source);
    expect(slow.filter((detail) => !SMALL.test(detail) && !(isOneRow && detail === 'SCAN event'))).toEqual([]);
  });
});
