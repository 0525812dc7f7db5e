/**
 * Implements the inventory over SQLite, `inventory.db` next to the events of a profile. One thread writes; two read,
 * each with its own connection: one for calls that a user waits for, one for long reads. A thread starts with its first
 * call, and nothing is read if nothing is stored: most shifts search for nothing.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { StoreIdentity } from '../../../core/ports/event-store.ts';
import type {
  InventoryOpener,
  InventoryReader,
  InventoryStore,
  InventoryWriter,
} from '../../../core/ports/inventory-store.ts';
import type { Log } from '../../../core/ports/log.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { RemoteClient } from '../threads/remote.ts';
import { WorkerThreadClient } from '../threads/worker-thread-client.ts';
import { EMPTY_INVENTORY } from './empty-inventory.ts';
import { inventoryPathOf } from './inventory-database.ts';
import type { InventoryWorkerReader, InventoryWorkerWriter } from './inventory-worker.ts';
import type { InventoryWorkerData } from './worker.ts';

export interface InventoryOpenerOptions {
  readonly directoryOf: (identity: StoreIdentity) => string;
  readonly workerUrl?: URL | undefined;
  readonly log?: Log | undefined;
}

export interface InventoryClients {
  writer(path: string): RemoteClient<InventoryWorkerWriter>;
  reader(path: string): RemoteClient<InventoryWorkerReader>;
}

export function createInventoryOpener({ directoryOf, workerUrl, log }: InventoryOpenerOptions): InventoryOpener {
  return inventoryOpenerWith(
    directoryOf,
    inventoryThreads(workerUrl ?? new URL('./worker.ts', import.meta.url), log),
    log,
  );
}

export function inventoryOpenerWith(
  directoryOf: InventoryOpenerOptions['directoryOf'],
  parts: InventoryClients,
  log?: Log,
): InventoryOpener {
  return {
    open: (identity) => openInventory(inventoryPathOf(directoryOf(identity)), parts, log),
    openReadOnly(identity) {
      const path = inventoryPathOf(directoryOf(identity));
      return readerOver(path, parts.reader(path), null);
    },
  };
}

function inventoryThreads(url: URL, log: Log | undefined): InventoryClients {
  return {
    writer: (path) =>
      new WorkerThreadClient<InventoryWorkerWriter>({ start: () => startWorker(url, { role: 'writer', path }), log }),
    reader: (path) =>
      new WorkerThreadClient<InventoryWorkerReader>({ start: () => startWorker(url, { role: 'reader', path }), log }),
  };
}

/** Enough for a page of the service and the ranks of the rows of a few views. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

function startWorker(url: URL, workerData: InventoryWorkerData): Worker {
  return new Worker(url, { workerData, resourceLimits: RESOURCE_LIMITS });
}

function openInventory(path: string, parts: InventoryClients, log: Log | undefined): InventoryStore {
  const writing = parts.writer(path);
  const setAside = async (error: AppError, file: string): Promise<void> => {
    log?.error('The inventory could not be read. It was moved aside and a new one was created.', {
      path,
      reason: String(error),
    });
    await writing.remote.setAside(file);
  };
  const reader = readerOver(path, parts.reader(path), setAside);
  const scanner = readerOver(path, parts.reader(path), setAside);
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
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const result = await readBatch();
    if (result !== null) return result;
  }
}
