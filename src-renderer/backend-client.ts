/**
 * The backend as the page sees it: calls that answer, feeds that resume by themselves after the wire was lost.
 * The stores depend on the interface; this is the only module that knows the protocol.
 */
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import type { AppRouter } from '../src-main/core/api/router.ts';
import type { EventDetail, TimelinePage } from '../src-shared/api/timeline.ts';
import type { HostDescription, PracticeScenario, WatchSnapshot } from '../src-shared/api/watch.ts';
import type { Coverage } from '../src-shared/domain/coverage.ts';
import type { EventSummary } from '../src-shared/domain/event.ts';
import type { Pipe } from './pipe.ts';

/** Ends what it was returned from; idempotent. */
export type Stop = () => void;

export interface FeedListener<T> {
  readonly onData: (data: T) => void;
  /** The backend ended the feed; `error` where it failed. It does not resume by itself. */
  readonly onEnd: (error: Error | null) => void;
}

/** Calls reject with an `Error` whose message is a sentence for people. */
export interface BackendClient {
  /** The present state at once, then each change. */
  onWire(listener: (wire: 'connecting' | 'open' | 'lost') => void): Stop;
  /** Whether the host answers but does not admit this page any more; asked while the wire is lost. */
  isShutOut(): Promise<boolean>;
  describe(): Promise<HostDescription>;
  practiceScenarios(): Promise<PracticeScenario[]>;
  startPractice(scenario: string): Promise<void>;
  retryNow(): Promise<void>;
  watch(listener: FeedListener<WatchSnapshot>): Stop;
  /** See `timelinePageInputSchema`. */
  page(query: { before?: number; limit: number }): Promise<TimelinePage>;
  /** Rows after `after`, oldest first, in batches. */
  liveEvents(after: number, listener: FeedListener<EventSummary[]>): Stop;
  event(seq: number): Promise<EventDetail>;
  /** UTC epoch ms. */
  coverage(span: { from: number; to: number }): Promise<Coverage>;
}

/** A dead wire is noticed after at most the two together; each is well under the 75 s until blind. */
const PING_EVERY_MS = 5_000;
const PONG_WITHIN_MS = 5_000;
/** Quick enough to go unnoticed after a restart of the backend, slow enough to cost nothing overnight. */
const LONGEST_RETRY_MS = 5_000;

export function createBackendClient(pipe: Pipe): BackendClient {
  const socket = createWSClient({
    url: pipe.url,
    WebSocket: pipe.WebSocket,
    retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, LONGEST_RETRY_MS),
    keepAlive: { enabled: true, intervalMs: PING_EVERY_MS, pongTimeoutMs: PONG_WITHIN_MS },
  });
  const backend = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });

  return {
    onWire(listener) {
      const subscription = socket.connectionState.subscribe({
        next: ({ state, error }) => {
          if (state === 'pending') listener('open');
          else listener(state === 'connecting' && error === null ? 'connecting' : 'lost');
        },
      });
      return () => subscription.unsubscribe();
    },
    isShutOut: () => pipe.isShutOut(),
    describe: () => backend.host.describe.query(),
    practiceScenarios: () => backend.practice.scenarios.query(),
    startPractice: (scenario) => backend.practice.start.mutate({ scenario }),
    retryNow: () => backend.watch.retryNow.mutate(),
    watch(listener) {
      const subscription = backend.watch.feed.subscribe(undefined, {
        onData: ({ data }) => listener.onData(data),
        onError: (error) => listener.onEnd(error),
        onComplete: () => listener.onEnd(null),
      });
      return () => subscription.unsubscribe();
    },
    page: (query) => backend.timeline.page.query(query),
    liveEvents(after, listener) {
      const subscription = backend.timeline.feed.subscribe(
        { after },
        {
          onData: ({ data }) => listener.onData(data.rows),
          onError: (error) => listener.onEnd(error),
          onComplete: () => listener.onEnd(null),
        },
      );
      return () => subscription.unsubscribe();
    },
    event: (seq) => backend.timeline.event.query({ seq }),
    coverage: (span) => backend.coverage.span.query(span),
  };
}
