/**
 * Implements the event store over SQLite. One thread writes. Two read, each with its own connection: `reader` for calls
 * that a user waits for (pages, details, counts, coverage), `scanner` for long reads (projections, the check, text
 * search, exports), so that no long read delays a short one. The calling thread never blocks. A reading thread starts
 * with its first call. A fourth thread makes a copy and a fifth builds the search index; each ends with its work.
 */
import { Worker } from 'node:worker_threads';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import type {
  EventReader,
  EventStore,
  EventStoreOpener,
  EventWriter,
  SearchIndexer,
  StoreIdentity,
} from '../../../core/ports/event-store.ts';
import type { Log } from '../../../core/ports/log.ts';
import { DamageRetry } from './damage/damage-retry.ts';
import type { RemoteClient } from '../threads/remote.ts';
import type { BackupService } from './files/backup-service.ts';
import { createStoreDirectory, type StorePaths, storePaths } from './files/store-directory.ts';
import { WorkerThreadClient } from '../threads/worker-thread-client.ts';
import type { StoreWorkerData } from './worker.ts';

export interface SqliteEventStoreOptions {
  readonly dataDir: string;
  readonly workerUrl?: URL | undefined;
  readonly log?: Log | undefined;
}

type OnIncident = (incident: StoreIncident | null) => void;

export interface StoreClients {
  writer(paths: StorePaths, identity: StoreIdentity, onIncident: OnIncident): RemoteClient<EventWriter>;
  reader(paths: StorePaths): RemoteClient<EventReader>;
  backupService(paths: StorePaths, onShare: (share: number) => void): RemoteClient<BackupService>;
  indexer(paths: StorePaths): RemoteClient<Pick<SearchIndexer, 'index'>>;
}

export function createEventStoreOpener({ dataDir, workerUrl, log }: SqliteEventStoreOptions): EventStoreOpener {
  return storeOpenerWith(dataDir, storeThreads(workerUrl ?? new URL('./worker.ts', import.meta.url), log), log);
}

export function storeThreads(url: URL, log?: Log, start = startWorker): StoreClients {
  return {
    writer: (paths, identity, onIncident) =>
      new WorkerThreadClient<EventWriter>({
        start: () => start(url, { role: 'writer', paths, identity }),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a writer tells, see `worker.ts`
        onMessage: (value) => onIncident(value as StoreIncident | null),
        log,
      }),
    reader: (paths) => new WorkerThreadClient<EventReader>({ start: () => start(url, { role: 'reader', paths }), log }),
    backupService: (paths, onShare) =>
      new WorkerThreadClient<BackupService>({
        start: () => start(url, { role: 'copier', paths }),
        onMessage: (value) => onShare(Number(value)),
        log,
      }),
    indexer: (paths) =>
      new WorkerThreadClient<Pick<SearchIndexer, 'index'>>({
        start: () => start(url, { role: 'indexer', paths }),
        log,
      }),
  };
}

/**
 * Limits the unused memory that a thread keeps. The old generation grows more slowly near its limit. Decoding an event
 * of the largest size that is stored completely needs half of it.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1_024 };

function startWorker(url: URL, workerData: StoreWorkerData): Worker {
  return new Worker(url, { workerData, resourceLimits: RESOURCE_LIMITS });
}

export function storeOpenerWith(dataDir: string, parts: StoreClients, log?: Log): EventStoreOpener {
  const logged = async <Opened>(identity: StoreIdentity, opening: Promise<Opened>): Promise<Opened> => {
    try {
      return await opening;
    } catch (error) {
      log?.error('The event store could not be opened.', {
        path: storePaths(dataDir, identity).events,
        reason: String(error),
      });
      throw error;
    }
  };
  return {
    open: (identity, onIncident) =>
      logged(identity, openStore(storePaths(dataDir, identity), identity, parts, onIncident)),
    openReadOnly: (identity) => logged(identity, openReader(parts.reader(storePaths(dataDir, identity)))),
  };
}

async function openReader(client: RemoteClient<EventReader>): Promise<EventReader> {
  try {
    await client.open();
    return client.remote;
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function openStore(
  paths: StorePaths,
  identity: StoreIdentity,
  parts: StoreClients,
  onIncident: OnIncident,
): Promise<EventStore> {
  createStoreDirectory(paths);
  let incidentAt: number | null = null;
  const writer = parts.writer(paths, identity, (incident) => {
    if (incident !== null && incident.at !== incidentAt) damageRetry.databaseReplaced();
    incidentAt = incident?.at ?? null;
    onIncident(incident);
  });
  const damageRetry = new DamageRetry(writer);
  try {
    await writer.open();
  } catch (error) {
    await writer.close();
    throw error;
  }
  const reader = parts.reader(paths);
  const scanner = parts.reader(paths);
  const copiers = new Set<RemoteClient<BackupService>>();
  const withBackupService = async <Answer>(
    call: (copies: BackupService) => Promise<Answer>,
    onShare: (share: number) => void = () => undefined,
  ): Promise<Answer> => {
    const client = parts.backupService(paths, onShare);
    copiers.add(client);
    try {
      return await call(client.remote);
    } finally {
      copiers.delete(client);
      await client.close();
    }
  };
  let closing: Promise<void> | null = null;
  const indexer = onDemandIndexer(() => {
    if (closing !== null) throw appError('STORE_LOST', {});
    return parts.indexer(paths);
  });
  return {
    reader: damageRetry.wrap(reader.remote),
    scanner: damageRetry.wrap(scanner.remote),
    writer: writer.remote,
    indexer,
    backups: () => withBackupService((copies) => copies.backups()),
    backUp: (onShare) => withBackupService((copies) => copies.backUp(), onShare),
    close() {
      // Readers first: the last connection that closes checkpoints the write-ahead log.
      closing ??= Promise.allSettled([
        reader.close(),
        scanner.close(),
        indexer.stop(),
        ...[...copiers].map((copier) => copier.abandon()),
      ]).then(() => writer.close());
      return closing;
    },
  };
}

/** Runs the indexer's thread only while there is work, because a thread frees its memory only when it ends. */
function onDemandIndexer(start: () => RemoteClient<Pick<SearchIndexer, 'index'>>): SearchIndexer {
  let client: RemoteClient<Pick<SearchIndexer, 'index'>> | null = null;
  return {
    async index() {
      return await (client ??= start()).remote.index();
    },
    async stop() {
      const ended = client;
      client = null;
      await ended?.close();
    },
  };
}
