/**
 * Implements the case projection over SQLite, `cases.db` next to the events of a profile. One thread writes, one reads;
 * each starts with its first call. All data is derived: an unusable database is deleted, and the projector fills it
 * again.
 */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type {
  CaseProjectionReader,
  CaseProjection,
  CaseProjectionOpener,
} from '../../../core/ports/case-projection.ts';
import type { CaseProjectionControl, CaseProjectionThread } from '../../../core/ports/case-projection-thread.ts';
import type { StoreIdentity } from '../../../core/ports/event-store.ts';
import type { Log } from '../../../core/ports/log.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { RemoteClient } from '../threads/remote.ts';
import { WorkerThreadClient } from '../threads/worker-thread-client.ts';
import { caseDatabasePath } from './case-database.ts';
import type { CaseProjectionWorkerWriter } from './case-writer.ts';
import { EMPTY_CASE_PROJECTION_READER } from './empty-case-reader.ts';
import { type SerializedCaseProjectionMessage, CaseProjectionMessageReceiver } from './case-projection-messages.ts';
import { createPrivateFolder } from './private-folder.ts';
import type { CaseWorkerData } from './worker.ts';

export interface CaseProjectionOptions {
  readonly directoryOf: (identity: StoreIdentity) => string;
  /** URL of the worker's entry; a bundle uses another name. */
  readonly workerUrl?: URL | undefined;
  /** If missing, the writing thread does not read events by itself. */
  readonly projector?: {
    /** Entry of the host, which knows the projector and both databases. This thread also writes the projection. */
    readonly workerUrl: URL;
    readonly eventsOf: (identity: StoreIdentity) => string;
  };
  readonly log?: Log | undefined;
}

type ProjectingWriter = CaseProjectionWorkerWriter & CaseProjectionControl;

export interface CaseProjectionClients {
  writer(path: string, from: string | null): RemoteClient<CaseProjectionWorkerWriter>;
  reader(path: string): RemoteClient<CaseProjectionReader>;
  /** Used instead of `writer` if it exists. */
  projectingWriter?(
    path: string,
    from: string | null,
    identity: StoreIdentity,
    emit: (message: SerializedCaseProjectionMessage) => void,
  ): RemoteClient<ProjectingWriter>;
}

export function createCaseProjectionOpener({
  directoryOf,
  workerUrl,
  projector,
  log,
}: CaseProjectionOptions): CaseProjectionOpener {
  const threads = caseProjectionThreads(workerUrl ?? new URL('./worker.ts', import.meta.url), log);
  if (projector === undefined) return caseProjectionOpenerWith(directoryOf, threads, log);
  const parts: CaseProjectionClients = {
    ...threads,
    projectingWriter: (path, from, identity, emit) =>
      new WorkerThreadClient<ProjectingWriter>({
        start: () =>
          startWorker(
            projector.workerUrl,
            { path, from, events: projector.eventsOf(identity) },
            PROJECTOR_RESOURCE_LIMITS,
          ),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that it tells
        onMessage: (value) => emit(value as SerializedCaseProjectionMessage),
        log,
      }),
  };
  return caseProjectionOpenerWith(directoryOf, parts, log);
}

export function caseProjectionOpenerWith(
  directoryOf: CaseProjectionOptions['directoryOf'],
  parts: CaseProjectionClients,
  log?: Log,
): CaseProjectionOpener {
  const opened = (path: string, from: string | null, identity: StoreIdentity): CaseProjection => {
    const receiver = new CaseProjectionMessageReceiver();
    const client = parts.projectingWriter?.(path, from, identity, receiver.receive);
    const thread = client === undefined ? null : receiver.createThread(client.remote);
    return caseProjectionOver(path, client ?? parts.writer(path, from), parts.reader(path), thread, log);
  };
  return {
    open: (identity) => opened(caseDatabasePath(directoryOf(identity)), null, identity),
    openPrivate(identity) {
      const folder = createPrivateFolder();
      const copy = opened(caseDatabasePath(folder.path), caseDatabasePath(directoryOf(identity)), identity);
      return {
        ...copy,
        async close() {
          await copy.close();
          folder.remove();
        },
      };
    },
  };
}

function caseProjectionThreads(url: URL, log: Log | undefined): CaseProjectionClients {
  const start = (data: CaseWorkerData): Worker => startWorker(url, data);
  return {
    writer: (path, from) =>
      new WorkerThreadClient<CaseProjectionWorkerWriter>({ start: () => start({ role: 'writer', path, from }), log }),
    reader: (path) =>
      new WorkerThreadClient<CaseProjectionReader>({ start: () => start({ role: 'reader', path }), log }),
  };
}

/** Enough for one batch of the projector, or one page of a list. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** The data of a batch is freed together. With less memory, garbage collection takes a sixth of the time. */
const PROJECTOR_RESOURCE_LIMITS = { ...RESOURCE_LIMITS, maxYoungGenerationSizeMb: 24 };

function startWorker(url: URL, workerData: object, resourceLimits = RESOURCE_LIMITS): Worker {
  return new Worker(url, { workerData, resourceLimits });
}

function caseProjectionOver(
  path: string,
  writing: RemoteClient<CaseProjectionWorkerWriter>,
  reading: RemoteClient<CaseProjectionReader>,
  following: CaseProjectionThread | null,
  log: Log | undefined,
): CaseProjection {
  const { remote } = reading;
  const withReader = async <Answer>(call: (reader: CaseProjectionReader) => Promise<Answer>): Promise<Answer> => {
    const file = fileIdAt(path);
    if (file === null) return call(EMPTY_CASE_PROJECTION_READER);
    try {
      return await call(remote);
    } catch (error) {
      if (!(error instanceof AppError) || !isUnusable(error)) throw error;
      log?.error('The case projection could not be read and is being rebuilt.', {
        path: dirname(path),
        reason: String(error),
      });
      await writing.remote.recreate(file);
      return await call(remote);
    }
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    // The reader first: the last connection that closes checkpoints the write-ahead log.
    closing ??= reading.close().then(() => writing.close());
    return closing;
  };
  return {
    reader: {
      position: () => withReader((reader) => reader.position()),
      board: (now, since) => withReader((reader) => reader.board(now, since)),
      sparks: (query) => withReader((reader) => reader.sparks(query)),
      list: (query, signal) => withReader((reader) => reader.list(query, signal)),
      cases: (keys) => withReader((reader) => reader.cases(keys)),
      attempts: (key, limit) => withReader((reader) => reader.attempts(key, limit)),
      stays: (query) => withReader((reader) => reader.stays(query)),
      requestOutcomes: (span) => withReader((reader) => reader.requestOutcomes(span)),
      close,
    },
    writer: writing.remote,
    thread: following,
    close,
  };
}

function isUnusable({ code }: AppError): boolean {
  return code === 'STORE_DAMAGED' || code === 'STORE_FOREIGN' || code === 'STORE_TOO_NEW';
}
