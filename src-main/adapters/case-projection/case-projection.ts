/**
 * The book of cases over SQLite, `cases.db` beside the events of a profile. One thread writes, one reads; each is started
 * when it is first asked. Nothing of it is truth: what cannot be used is thrown away, and the follower fills it again.
 */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { CaseProjectionReader, CaseProjection, CaseProjectionOpener } from '../../core/ports/case-projection.ts';
import type { CaseProjectionControl, CaseProjectionThread } from '../../core/ports/case-projection-thread.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { fileIdAt } from '../files/file-stat.ts';
import type { RemoteClient } from '../threads/remote.ts';
import { WorkerThreadClient } from '../threads/worker-thread-client.ts';
import { caseDatabasePath } from './case-database.ts';
import type { CaseProjectionWorkerWriter } from './case-writer.ts';
import { EMPTY_CASE_PROJECTION_READER } from './empty-case-reader.ts';
import { type SerializedCaseProjectionMessage, CaseProjectionMessageReceiver } from './case-projection-messages.ts';
import { createPrivateFolder } from './private-folder.ts';
import type { CaseWorkerData } from './worker.ts';

export interface CaseProjectionOptions {
  /** Where the store of a profile is. */
  readonly directoryOf: (place: StoreIdentity) => string;
  /** Where the worker's entry is; a bundle keeps it under another name. */
  readonly workerUrl?: URL | undefined;
  /** Left out: the thread that writes follows nothing by itself. */
  readonly projector?: {
    /** The host's: it knows the follower, and both databases. It writes the book as well. */
    readonly workerUrl: URL;
    /** The database of the events. */
    readonly eventsOf: (place: StoreIdentity) => string;
  };
  readonly log?: Log | undefined;
}

type ProjectingWriter = CaseProjectionWorkerWriter & CaseProjectionControl;

/** What a book is made of, in threads or without. */
export interface CaseProjectionClients {
  /** @param from of a book that is copied first; `null`: this one alone */
  writer(path: string, from: string | null): RemoteClient<CaseProjectionWorkerWriter>;
  reader(path: string): RemoteClient<CaseProjectionReader>;
  /** In place of `writer`. */
  projectingWriter?(
    path: string,
    from: string | null,
    place: StoreIdentity,
    tell: (told: SerializedCaseProjectionMessage) => void,
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
    projectingWriter: (path, from, place, tell) =>
      new WorkerThreadClient<ProjectingWriter>({
        start: () =>
          startWorker(
            projector.workerUrl,
            { path, from, events: projector.eventsOf(place) },
            PROJECTOR_RESOURCE_LIMITS,
          ),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that it tells
        onMessage: (value) => tell(value as SerializedCaseProjectionMessage),
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
  const opened = (path: string, from: string | null, place: StoreIdentity): CaseProjection => {
    const hearing = new CaseProjectionMessageReceiver();
    const lane = parts.projectingWriter?.(path, from, place, hearing.receive);
    const thread = lane === undefined ? null : hearing.createThread(lane.remote);
    return caseProjectionOver(path, lane ?? parts.writer(path, from), parts.reader(path), thread, log);
  };
  return {
    open: (place) => opened(caseDatabasePath(directoryOf(place)), null, place),
    openPrivate(place) {
      const folder = createPrivateFolder();
      const book = opened(caseDatabasePath(folder.path), caseDatabasePath(directoryOf(place)), place);
      return {
        ...book,
        async close() {
          await book.close();
          folder.remove();
        },
      };
    },
  };
}

/** Each part in a thread of its own. */
function caseProjectionThreads(url: URL, log: Log | undefined): CaseProjectionClients {
  const start = (data: CaseWorkerData): Worker => startWorker(url, data);
  return {
    writer: (path, from) =>
      new WorkerThreadClient<CaseProjectionWorkerWriter>({ start: () => start({ role: 'writer', path, from }), log }),
    reader: (path) =>
      new WorkerThreadClient<CaseProjectionReader>({ start: () => start({ role: 'reader', path }), log }),
  };
}

/** A piece of the follower is what is held at most, or a page of a list. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** What a piece is made of is given up together; with less room a sixth of the time goes into looking for it. */
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
  const withReader = async <Answer>(ask: (reader: CaseProjectionReader) => Promise<Answer>): Promise<Answer> => {
    const file = fileIdAt(path);
    if (file === null) return ask(EMPTY_CASE_PROJECTION_READER);
    try {
      return await ask(remote);
    } catch (error) {
      if (!(error instanceof AppError) || !isUnusable(error)) throw error;
      log?.error('The book of cases could not be read. It is made anew.', {
        path: dirname(path),
        reason: String(error),
      });
      await writing.remote.recreate(file);
      return await ask(remote);
    }
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    // The reader first: the last connection that closes folds the write-ahead log into the database.
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
