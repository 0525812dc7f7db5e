/**
 * Implements the inventory over SQLite, `inventory.db` next to the events of a profile. Nothing is read if nothing is
 * stored: most shifts search for nothing.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type {
  InventoryOpener,
  InventoryReader,
  InventoryStore,
  InventoryWriter,
} from '../../../core/ports/inventory-store.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { DatabaseOptions } from '../targets.ts';
import type { RemoteClient } from '../threads/remote.ts';
import { EMPTY_INVENTORY } from './empty-inventory.ts';
import { inventoryPathOf } from './inventory-database.ts';
import type { InventoryWorkerReader, InventoryWorkerWriter } from './inventory-worker.ts';

export function createInventoryOpener({ directoryOf, clientsOf, log }: DatabaseOptions): InventoryOpener {
  const readerIn = (directory: string, path: string, role: 'read' | 'scan') =>
    clientsOf(directory).client<InventoryWorkerReader>(role, { kind: 'inventory-reader', path });
  return {
    open: (identity) => openInventory(directoryOf(identity), { clientsOf, readerIn, log }),
    openReadOnly(identity) {
      const directory = directoryOf(identity);
      const path = inventoryPathOf(directory);
      return readerOver(path, readerIn(directory, path, 'read'), null);
    },
  };
}

interface InventoryParts extends Pick<DatabaseOptions, 'clientsOf' | 'log'> {
  readonly readerIn: (directory: string, path: string, role: 'read' | 'scan') => RemoteClient<InventoryWorkerReader>;
}

function openInventory(directory: string, { clientsOf, readerIn, log }: InventoryParts): InventoryStore {
  const path = inventoryPathOf(directory);
  const writing = clientsOf(directory).client<InventoryWorkerWriter>('derive', { kind: 'inventory-writer', path });
  const setAside = async (error: AppError, file: string): Promise<void> => {
    log?.error('The inventory could not be read. It was moved aside and a new one was created.', {
      path,
      reason: String(error),
    });
    await writing.remote.setAside(file);
  };
  const reader = readerOver(path, readerIn(directory, path, 'read'), setAside);
  const scanner = readerOver(path, readerIn(directory, path, 'scan'), setAside);
  let closing: Promise<void> | null = null;
  return {
    reader,
    scanner,
    writer: writerOver(path, writing.remote),
    close() {
      // Readers first: the last connection that closes checkpoints the write-ahead log.
      closing ??= Promise.allSettled([reader.close(), scanner.close()]).then(() => writing.close());
      return closing;
    },
  };
}

function writerOver(path: string, writes: InventoryWorkerWriter): InventoryWriter {
  return {
    startSearch: (search) => writes.startSearch(search),
    storePage: (page) => writes.storePage(page, randomUUID()),
    endSearch: (id, end, repeated) => writes.endSearch(id, end, repeated),
    noteGapCheck: (id, check) => writes.noteGapCheck(id, check),
    // A removal creates no database.
    remove: async (id) => existsSync(path) && writes.remove(id),
    removeExpired: async (before, spared) => existsSync(path) && writes.removeExpired(before, spared),
    noteNotAccepted: (what) => writes.noteNotAccepted(what),
    async forgetNotAccepted(what) {
      if (existsSync(path)) await writes.forgetNotAccepted(what);
    },
  };
}

/** @param setAside replaces a database that cannot be read; null if that is not allowed */
function readerOver(
  path: string,
  client: RemoteClient<InventoryWorkerReader>,
  setAside: ((error: AppError, file: string) => Promise<void>) | null,
): InventoryReader {
  const { remote } = client;
  const withReader = async <Answer>(call: (batchReader: InventoryWorkerReader) => Promise<Answer>): Promise<Answer> => {
    const file = fileIdAt(path);
    if (file === null) return call(EMPTY_INVENTORY);
    try {
      return await call(remote);
    } catch (error) {
      if (setAside === null || !(error instanceof AppError) || error.code !== 'STORE_DAMAGED') throw error;
      await setAside(error, file);
      return await call(remote);
    }
  };
  return {
    searches: () => withReader((batchReader) => batchReader.searches()),
    notAccepted: () => withReader((batchReader) => batchReader.notAccepted()),
    rows: (query, signal) => withReader((batchReader) => untilComplete(() => batchReader.rows(query, signal), signal)),
    items: (query, signal) =>
      withReader((batchReader) => untilComplete(() => batchReader.items(query, signal), signal)),
    item: (location) => withReader((batchReader) => batchReader.item(location)),
    fields: (id) => withReader((batchReader) => batchReader.fields(id)),
    find: (query, signal) => withReader((batchReader) => batchReader.find(query, signal)),
    compare: (query, signal) => withReader((batchReader) => batchReader.compare(query, signal)),
    close: () => client.close(),
  };
}

async function untilComplete<Answer>(
  readBatch: () => Promise<Answer | null>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  for (;;) {
    signal?.throwIfAborted();
    const result = await readBatch();
    if (result !== null) return result;
  }
}
