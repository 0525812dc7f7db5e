import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openForWriting } from '../../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { listStores } from '../../../../../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { pathsIn } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import { EVERYTHING, type Filter } from '../../../../../../src-shared/domain/filter/filter.ts';
import { PRACTICE_ID } from '../../../../../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../../../../../doubles/in-thread-databases.ts';
import { batchOf, receivedEvent } from '../../../../../doubles/received-events.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';
import { filledStore, SOURCE } from '../temporary-store.ts';

const events = [1, 2, 3].map((seq) =>
  receivedEvent(seq, { data: JSON.stringify({ operation: `O${seq}`, principal: `p${seq}` }) }),
);
const RANGE = { from: 0, to: 3, limit: 1 };

/** Makes reading a list of values fail, without making the row or another column unreadable. */
function breakLists(database: Database, where: string): void {
  database.exec(`UPDATE facet SET error_codes = '{' WHERE ${where}`);
}

describe('the values that events have in common are read', () => {
  it('for a list of events: those of its events', () => {
    const { database, reader } = filledStore(events);
    breakLists(database, `operation <> 'O1'`);
    const list = (from: number) => reader.summaries({ ...RANGE, filter: EVERYTHING, direction: 'newer', from });
    expect(list(0).rows.map(({ operation }) => operation)).toEqual(['O1']);
    expect(() => list(1)).toThrow(SyntaxError);
  });

  it('for a filter or a count: the fields that it names', () => {
    const { database, reader } = filledStore(events);
    breakLists(database, 'true');
    const filter: Filter = { terms: [{ kind: 'value', field: 'operation', values: ['O2', 'O3'], negated: false }] };
    expect(reader.count({ filter, after: 0, to: 3 }).count).toBe(2);
    const facets = (field: 'principal' | 'code') => reader.facets({ filter, after: 0, to: 3, fields: [field] });
    expect(facets('principal').fields[0]?.values).toHaveLength(2);
    expect(() => facets('code')).toThrow(SyntaxError);
  });

  it('for the choice of a store: none', async () => {
    const dataDir = temporaryDirectory();
    const identity = { id: PRACTICE_ID, name: 'Practice', practice: true, source: SOURCE };
    const store = await inThreadDatabases(dataDir).stores.open(identity, () => undefined);
    await store.writer.append(batchOf('opens', events));
    await store.close();
    const database = openForWriting(pathsIn(join(dataDir, 'practice')).events);
    breakLists(database, 'true');
    database.close();
    expect(listStores(dataDir).map(({ name }) => name)).toEqual(['Practice']);
  });
});
