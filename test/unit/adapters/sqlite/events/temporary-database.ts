import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { openForWriting } from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';

/** Opens a database that is closed and removed when the test ends. */
export function temporaryDatabase(): Database {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-'));
  const database = openForWriting(join(directory, 'events.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return database;
}
