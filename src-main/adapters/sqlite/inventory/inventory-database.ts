import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { CASE_DATABASE } from '../cases/case-database.ts';
import type { DatabaseDefinition } from '../database.ts';

/** Results of searches, which can be fetched again. Written like cases: small rows in random order. */
export const INVENTORY_DATABASE: DatabaseDefinition = {
  applicationId: 0x57_74_66_69,
  version: 1,
  oldestVersion: 1,
  migrate: createTables,
  tables: ['search', 'item', 'known', 'field', 'not_accepted'],
  writer: CASE_DATABASE.writer,
  // The temporary data holds the keys by which a million rows are sorted.
  reader: { busyTimeoutMs: 5_000, cacheKib: 8_192, temporaryData: 'file' },
  unusable: 'keep',
};

export function inventoryPathOf(directory: string): string {
  return join(directory, 'inventory.db');
}

function createTables(database: Database): void {
  database.exec(`
    CREATE TABLE search (
      number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were begun; never given again
      id TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL,
      begun_at INTEGER NOT NULL,
      asked_at INTEGER NOT NULL,
      row_count INTEGER NOT NULL,
      total_hits INTEGER,
      first_total_hits INTEGER,
      pages INTEGER NOT NULL,
      passes INTEGER NOT NULL,
      doubled INTEGER NOT NULL,
      earlier INTEGER NOT NULL, -- rows whose pass is not the last
      without_id INTEGER NOT NULL,
      end TEXT,
      gap_check TEXT, -- JSON
      last_page TEXT, -- the key of the page that was taken last, and what came of it
      last_added INTEGER NOT NULL,
      last_fresh INTEGER NOT NULL,
      is_removed INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE item (
      place INTEGER PRIMARY KEY, -- search << 32 | ordinal, so that they lie in their order
      subscription TEXT,
      pass INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      raw TEXT NOT NULL -- as it was received
    ) STRICT;

    CREATE TABLE known (
      search INTEGER NOT NULL,
      subscription TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      PRIMARY KEY (search, subscription)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE field (
      search INTEGER NOT NULL,
      name TEXT NOT NULL,
      row_count INTEGER NOT NULL,
      PRIMARY KEY (search, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE not_accepted (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      status INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID;
  `);
}
