import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterCondition } from '../../../../src-main/adapters/event-store/filter-condition.ts';
import { migrate } from '../../../../src-main/adapters/event-store/migrate.ts';
import { readStatements } from '../../../../src-main/adapters/event-store/statements.ts';
import { StoreWriter } from '../../../../src-main/adapters/event-store/store-writer.ts';
import { registerTextSearch } from '../../../../src-main/adapters/event-store/text-search.ts';
import { anyFacet, countOfStep, rowsOfStep, walkStatements } from '../../../../src-main/adapters/event-store/walk.ts';
import { writeStatements } from '../../../../src-main/adapters/event-store/write-statements.ts';
import type { Filter, FilterTerm } from '../../../../src-shared/domain/filter.ts';
import { batchOf, receivedEvents } from '../../../doubles/received-events.ts';
import { SOURCE } from './temporary-store.ts';

/**
 * Read whole on purpose: the dictionary has some hundreds of rows, the lists are the caller's own or those of one event,
 * the index of open sessions holds one at most, and a step is a subquery with a limit.
 */
const SMALL =
  /^SCAN (facet|json_each|code|mark)\b|^SCAN \(subquery|^SCAN CONSTANT ROW$|^SCAN session USING (COVERING )?INDEX session_open$/;

const values = (field: Extract<FilterTerm, { kind: 'value' }>['field'], negated: boolean): FilterTerm => ({
  kind: 'value',
  field,
  values: ['a', 'b'],
  negated,
});
const ofFacets: Filter = { terms: [values('kind', false), values('outcome', true)] };
const ofEverything: Filter = {
  terms: [
    ...ofFacets.terms,
    ...(['code', 'eid', 'iccid', 'request', 'id', 'mark'] as const).flatMap((field) => [
      values(field, false),
      values(field, true),
    ]),
    { kind: 'since', time: { kind: 'at', at: 5 } },
    { kind: 'until', time: { kind: 'at', at: 5 } },
    { kind: 'text', values: ['x'], negated: false },
  ],
};

describe('the plan of every statement goes through an index and sorts nothing', () => {
  const database: Database = new Sqlite(':memory:');
  migrate(database);
  registerTextSearch(database);
  const prepared = { ...readStatements(database), ...walkStatements(database), ...writeStatements(database) };
  const everything = filterCondition(ofEverything).sql;
  const statements: [name: string, sql: string][] = [
    ...Object.entries(prepared).map(([name, { source }]): [string, string] => [name, source]),
    ['rows, newer', rowsOfStep('newer', everything)],
    ['rows, older', rowsOfStep('older', everything)],
    ['all rows', rowsOfStep('older', filterCondition({ terms: [] }).sql)],
    ['count', countOfStep(everything)],
    ['any facet', anyFacet(filterCondition(ofFacets).sql)],
  ];

  beforeAll(() => {
    const writer = new StoreWriter(database, { source: SOURCE });
    for (let first = 1; first <= 10_000; first += 50) {
      const { sessionId } = writer.append(batchOf('opens', receivedEvents(first, first + 49)));
      writer.endSession(sessionId, { reason: 'session-expired', detail: null });
    }
    database.exec('ANALYZE');
  });

  afterAll(() => void database.close());

  it.each(statements)('%s', (_name, source) => {
    // A plan needs no values, but each parameter must have one.
    const sql = source.replaceAll(/[:?]\w*(?=[\s,)]|$)/g, 'NULL');
    const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    const slow = plan.map(({ detail }) => detail).filter((detail) => /^SCAN|TEMP B-TREE/.test(detail));
    expect(slow.filter((detail) => !SMALL.test(detail))).toEqual([]);
  });
});
