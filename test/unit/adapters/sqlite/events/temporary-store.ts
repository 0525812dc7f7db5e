import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Decoder } from '../../../../../src-main/adapters/sqlite/events/rows/decoder.ts';
import { openForWriting } from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { openStoreReader, type StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { type StoreWriter, createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import type { ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';
import { batchOf } from '../../../../doubles/received-events.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

export const SOURCE = 'https://events.example.com';

export interface TemporaryStore {
  readonly database: Database;
  readonly writer: StoreWriter;
  readonly reader: StoreReader;
  readonly path: string;
}

/**
 * Opens a reader and a writer over one connection, which closes when the test ends.
 * @param options.copy bytes of the initial database
 */
export function temporaryStore(options: { decoder?: Decoder; batchMs?: number; copy?: Buffer } = {}): TemporaryStore {
  const path = join(temporaryDirectory(), 'events.db');
  if (options.copy !== undefined) writeFileSync(path, options.copy);
  const database = openForWriting(path);
  onTestFinished(() => void database.close());
  return {
    database,
    writer: createStoreWriter(database, { source: SOURCE, decoder: options.decoder }),
    reader: openStoreReader(database.name, options.batchMs),
    path,
  };
}

/** Serialized databases by the digest of their events. A database over 8 MiB is filled each time. */
const filled = new Map<string, Buffer>();
const MAX_CACHED_BYTES = 8_388_608;

/**
 * Returns a store that contains these events in one session. A second store with the same events is a copy of the
 * first.
 */
/** @param options `batchMs`: by default so long that each read ends in one batch, however busy the computer is */
export function filledStore(
  events: readonly ReceivedEvent[],
  options: { batchMs?: number } = { batchMs: 60_000 },
): TemporaryStore {
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex');
  const copy = filled.get(digest);
  if (copy !== undefined) return temporaryStore({ ...options, copy });
  const store = temporaryStore(options);
  appendAll(store.writer, events);
  const bytes = store.database.serialize();
  if (bytes.length <= MAX_CACHED_BYTES) filled.set(digest, bytes);
  return store;
}

export function appendAll(writer: StoreWriter, events: readonly ReceivedEvent[]): void {
  let session: number | 'opens' = 'opens';
  for (let first = 0; first < events.length; first += 500)
    ({ sessionId: session } = writer.append(batchOf(session, events.slice(first, first + 500))));
}
