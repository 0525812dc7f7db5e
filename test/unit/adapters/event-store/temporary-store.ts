/** A store's database in a directory of its own, for tests that look below the port. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { openForWriting } from '../../../../src-main/adapters/event-store/open-database.ts';
import { StoreReader } from '../../../../src-main/adapters/event-store/store-reader.ts';
import { StoreWriter } from '../../../../src-main/adapters/event-store/store-writer.ts';

/** Removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Reader and writer over one handle, closed when the test ends. */
export function temporaryStore(): { database: Database; writer: StoreWriter; reader: StoreReader; path: string } {
  const path = join(temporaryDirectory(), 'events.db');
  const database = openForWriting(path);
  onTestFinished(() => void database.close());
  return { database, writer: new StoreWriter(database), reader: new StoreReader(database), path };
}
