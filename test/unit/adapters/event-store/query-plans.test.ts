import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Sqlite from 'better-sqlite3';
import { migrate } from '../../../../src-main/adapters/event-store/migrate.ts';
import { readStatements, writeStatements } from '../../../../src-main/adapters/event-store/statements.ts';
import { StoreWriter } from '../../../../src-main/adapters/event-store/store-writer.ts';
import { receivedEvents } from '../../../conformance/event-store-conformance.ts';

/**
 * Read whole on purpose: the dictionary has some hundreds of rows, the list of facets is the caller's own, and the
 * index of open sessions holds one at most.
 */
const SMALL = /^SCAN (facet|json_each)\b|^SCAN CONSTANT ROW$|^SCAN session USING (COVERING )?INDEX session_open$/;

describe('the plan of every statement goes through an index and sorts nothing', () => {
  const database: Database = new Sqlite(':memory:');
  migrate(database);
  const statements = { ...readStatements(database), ...writeStatements(database) };

  beforeAll(() => {
    const writer = new StoreWriter(database);
    for (let first = 1; first <= 5_000; first += 50) {
      const { sessionId } = writer.append({ session: 'opens', events: receivedEvents(first, first + 49) });
      writer.endSession(sessionId, { reason: 'session-expired', detail: null });
    }
    database.exec('ANALYZE');
  });

  afterAll(() => void database.close());

  it.each(Object.entries(statements))('%s', (_name, { source }) => {
    // A plan needs no values, but each parameter must have one.
    const sql = source.replaceAll(/[:?]\w*(?=[\s,)]|$)/g, 'NULL');
    const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    const slow = plan.map(({ detail }) => detail).filter((detail) => /^SCAN|TEMP B-TREE/.test(detail));
    expect(slow.filter((detail) => !SMALL.test(detail))).toEqual([]);
  });
});
