/**
 * The book of cases over SQLite, `cases.db` beside the events of a profile. One thread writes, one reads; each is started
 * when it is first asked. Nothing of it is truth: what cannot be used is thrown away, and the follower fills it again.
 */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { BookReader, CaseBook, CaseBookOpener } from '../../core/ports/case-book.ts';
import type { CaseFollowing, CaseFollowingThread } from '../../core/ports/case-following.ts';
import type { StorePlace } from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { fileAt } from '../files/found-files.ts';
import type { Lane } from '../threads/remote.ts';
import { ThreadLane } from '../threads/thread-lane.ts';
import { bookPathOf } from './book-database.ts';
import type { BookWrites } from './book-writer.ts';
import { EMPTY_BOOK } from './empty-book.ts';
import { type FollowingTells, Hearing } from './following.ts';
import { privateFolder } from './private-folder.ts';
import type { BookWorkerData } from './worker.ts';

export interface CaseBookOptions {
  /** Where the store of a profile is. */
  readonly directoryOf: (place: StorePlace) => string;
  /** Where the worker's entry is; a bundle keeps it under another name. */
  readonly workerUrl?: URL | undefined;
  /** Left out: the thread that writes follows nothing by itself. */
  readonly following?: {
    /** The host's: it knows the follower, and both databases. It writes the book as well. */
    readonly workerUrl: URL;
    /** The database of the events. */
    readonly eventsOf: (place: StorePlace) => string;
  };
  readonly log?: Log | undefined;
}

type FollowingWrites = BookWrites & CaseFollowing;

/** What a book is made of, in threads or without. */
export interface BookParts {
  /** @param from of a book that is copied first; `null`: this one alone */
  writer(path: string, from: string | null): Lane<BookWrites>;
  reader(path: string): Lane<BookReader>;
  /** In place of `writer`. */
  following?(
    path: string,
    from: string | null,
    place: StorePlace,
    tell: (told: FollowingTells) => void,
  ): Lane<FollowingWrites>;
}

export function createCaseBookOpener({ directoryOf, workerUrl, following, log }: CaseBookOptions): CaseBookOpener {
  const threads = bookThreads(workerUrl ?? new URL('./worker.ts', import.meta.url), log);
  if (following === undefined) return caseBookOpenerOf(directoryOf, threads, log);
  const parts: BookParts = {
    ...threads,
    following: (path, from, place, tell) =>
      new ThreadLane<FollowingWrites>({
        start: () =>
          startWorker(following.workerUrl, { path, from, events: following.eventsOf(place) }, FOLLOWING_LIMITS),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that it tells
        onTold: (value) => tell(value as FollowingTells),
        log,
      }),
  };
  return caseBookOpenerOf(directoryOf, parts, log);
}

export function caseBookOpenerOf(
  directoryOf: CaseBookOptions['directoryOf'],
  parts: BookParts,
  log?: Log,
): CaseBookOpener {
  const opened = (path: string, from: string | null, place: StorePlace): CaseBook => {
    const hearing = new Hearing();
    const lane = parts.following?.(path, from, place, hearing.tell);
    const thread = lane === undefined ? null : hearing.thread(lane.remote);
    return bookOver(path, lane ?? parts.writer(path, from), parts.reader(path), thread, log);
  };
  return {
    open: (place) => opened(bookPathOf(directoryOf(place)), null, place),
    openPrivate(place) {
      const folder = privateFolder();
      const book = opened(bookPathOf(folder.path), bookPathOf(directoryOf(place)), place);
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
function bookThreads(url: URL, log: Log | undefined): BookParts {
  const start = (data: BookWorkerData): Worker => startWorker(url, data);
  return {
    writer: (path, from) => new ThreadLane<BookWrites>({ start: () => start({ role: 'writer', path, from }), log }),
    reader: (path) => new ThreadLane<BookReader>({ start: () => start({ role: 'reader', path }), log }),
  };
}

/** A piece of the follower is what is held at most, or a page of a list. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** What a piece is made of is given up together; with less room a sixth of the time goes into looking for it. */
const FOLLOWING_LIMITS = { ...RESOURCE_LIMITS, maxYoungGenerationSizeMb: 24 };

function startWorker(url: URL, workerData: object, resourceLimits = RESOURCE_LIMITS): Worker {
  return new Worker(url, { workerData, resourceLimits });
}

function bookOver(
  path: string,
  writing: Lane<BookWrites>,
  reading: Lane<BookReader>,
  following: CaseFollowingThread | null,
  log: Log | undefined,
): CaseBook {
  const { remote } = reading;
  const asked = async <Answer>(ask: (reader: BookReader) => Promise<Answer>): Promise<Answer> => {
    const file = fileAt(path);
    if (file === null) return ask(EMPTY_BOOK);
    try {
      return await ask(remote);
    } catch (error) {
      if (!(error instanceof AppError) || !isUnusable(error)) throw error;
      log?.error('The book of cases could not be read. It is made anew.', {
        path: dirname(path),
        reason: String(error),
      });
      await writing.remote.beginAnew(file);
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
      position: () => asked((reader) => reader.position()),
      board: (now, since) => asked((reader) => reader.board(now, since)),
      sparks: (query) => asked((reader) => reader.sparks(query)),
      list: (query, signal) => asked((reader) => reader.list(query, signal)),
      cases: (keys) => asked((reader) => reader.cases(keys)),
      attempts: (key, limit) => asked((reader) => reader.attempts(key, limit)),
      stays: (query) => asked((reader) => reader.stays(query)),
      requestOutcomes: (span) => asked((reader) => reader.requestOutcomes(span)),
      close,
    },
    writer: writing.remote,
    following,
    close,
  };
}

function isUnusable({ code }: AppError): boolean {
  return code === 'STORE_DAMAGED' || code === 'STORE_FOREIGN' || code === 'STORE_TOO_NEW';
}
