/**
 * The backend as the page sees it: calls that answer, feeds that resume by themselves after the wire was lost. All but
 * the wire and the host is of one watch, named with each call. The stores depend on the interface; this is the only
 * module that knows the protocol.
 */
import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import type { AppRouter } from '../src-main/core/api/router.ts';
import type { AppErrorData } from '../src-shared/api/errors.ts';
import type {
  EventDetail,
  TimelineFeedQuery,
  TimelineNews,
  TimelinePage,
  TimelinePageQuery,
} from '../src-shared/api/timeline.ts';
import type { BackendSnapshot, HostDescription, PracticeScenario } from '../src-shared/api/watch.ts';
import type { StoreReport } from '../src-shared/api/store.ts';
import type { Coverage } from '../src-shared/domain/coverage.ts';
import type { WatchId } from '../src-shared/domain/identity.ts';
import { asError, BackendError, type BackendFailure } from './backend-error.ts';
import type { Pipe } from './pipe.ts';

/** Ends what it was returned from; idempotent. */
export type Stop = () => void;

export type WireState = 'connecting' | 'open' | 'lost';

export interface FeedListener<T> {
  readonly onData: (data: T) => void;
  /** The backend ended the feed; `error` where it failed. It does not resume by itself. */
  readonly onEnd: (error: Error | null) => void;
}

/** Calls reject with a `BackendError`. */
export interface BackendClient {
  readonly wire: {
    /** The present state at once, then each change. */
    follow(listener: (wire: WireState) => void): Stop;
    /** Whether the host answers but does not admit this page any more; asked while the wire is lost. */
    isShutOut(): Promise<boolean>;
  };
  readonly host: { describe(): Promise<HostDescription> };
  readonly watches: {
    /** The present snapshot at once, then each that differs. */
    follow(listener: FeedListener<BackendSnapshot>): Stop;
    retryNow(watch: WatchId): Promise<void>;
  };
  readonly practice: { scenarios(): Promise<PracticeScenario[]>; start(scenario: string): Promise<void> };
  readonly timeline: {
    page(query: TimelinePageQuery): Promise<TimelinePage>;
    follow(query: TimelineFeedQuery, listener: FeedListener<TimelineNews>): Stop;
    event(place: { watch: WatchId; seq: number }): Promise<EventDetail>;
  };
  /** UTC epoch ms. */
  readonly coverage: { span(span: { watch: WatchId; from: number; to: number }): Promise<Coverage> };
  /** Of the files in which a watch keeps its events. */
  readonly storage: {
    report(watch: WatchId): Promise<StoreReport>;
    /** Resolves when the copy was made and checked. */
    backUp(watch: WatchId): Promise<void>;
    /** What happened was read, and is not shown any more. */
    acknowledge(watch: WatchId): Promise<void>;
  };
}

/** A dead wire is noticed after at most the two together; each is well under the 75 s until blind. */
const PING_EVERY_MS = 5_000;
const PONG_WITHIN_MS = 5_000;
/** Quick enough to go unnoticed after a restart of the backend, slow enough to cost nothing overnight. */
const LONGEST_RETRY_MS = 5_000;

/** `close` hangs up for good; a page does so by being left. */
export function createBackendClient(pipe: Pipe): BackendClient & { close(): Promise<void> } {
  const socket = createWSClient({
    url: pipe.url,
    WebSocket: pipe.WebSocket,
    retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, LONGEST_RETRY_MS),
    keepAlive: { enabled: true, intervalMs: PING_EVERY_MS, pongTimeoutMs: PONG_WITHIN_MS },
  });
  const backend = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });

  return {
    wire: {
      follow(listener) {
        const subscription = socket.connectionState.subscribe({
          next: ({ state, error }) => {
            if (state === 'pending') listener('open');
            else listener(state === 'connecting' && error === null ? 'connecting' : 'lost');
          },
        });
        return () => subscription.unsubscribe();
      },
      isShutOut: () => pipe.isShutOut(),
    },
    host: { describe: () => answered(backend.host.describe.query()) },
    watches: {
      follow: (listener) => stopping(backend.watch.feed.subscribe(undefined, listening(listener))),
      retryNow: (watch) => answered(backend.watch.retryNow.mutate({ watch })),
    },
    practice: {
      scenarios: () => answered(backend.practice.scenarios.query()),
      async start(scenario) {
        await answered(backend.practice.start.mutate({ scenario }));
      },
    },
    timeline: {
      page: (query) => answered(backend.timeline.page.query(query)),
      follow: (query, listener) => stopping(backend.timeline.feed.subscribe(query, listening(listener))),
      event: (place) => answered(backend.timeline.event.query(place)),
    },
    coverage: { span: (span) => answered(backend.coverage.span.query(span)) },
    storage: {
      report: (watch) => answered(backend.store.figures.query({ watch })),
      async backUp(watch) {
        await answered(backend.store.backUp.mutate({ watch }));
      },
      acknowledge: (watch) => answered(backend.store.acknowledge.mutate({ watch })),
    },
    close: () => socket.close(),
  };
}

function stopping(subscription: { unsubscribe(): void }): Stop {
  return () => subscription.unsubscribe();
}

function listening<T>(listener: FeedListener<T>) {
  return {
    onData: ({ data }: { data: T }) => listener.onData(data),
    onError: (error: unknown) => listener.onEnd(backendError(error)),
    onComplete: () => listener.onEnd(null),
  };
}

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw backendError(error);
  }
}

function backendError(thrown: unknown): Error {
  if (!(thrown instanceof TRPCClientError)) return asError(thrown);
  return new BackendError(failureOf(thrown.data), thrown.message, { cause: thrown });
}

/** @param data as `errorFormatter` in `core/api/procedures.ts` makes it; nothing where the wire is what failed. */
function failureOf(data: unknown): BackendFailure {
  if (typeof data !== 'object' || data === null || !('appCode' in data)) return { kind: 'no-answer' };
  if (data.appCode === 'BAD_REQUEST') return { kind: 'not-understood' };
  if (data.appCode === 'INTERNAL')
    return { kind: 'incident', incident: 'incident' in data ? String(data.incident) : 'unlogged' };
  const facts = 'facts' in data ? data.facts : {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the backend built the pair by `appError`
  return { kind: 'expected', data: { code: data.appCode, facts } as AppErrorData };
}
