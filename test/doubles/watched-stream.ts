import { expect, vi } from 'vitest';
import { noResponse } from '../../src-main/adapters/stream/stream-response.ts';
import type { Moment } from '../../src-main/core/ports/clock.ts';
import type { SourceSink, StreamState } from '../../src-main/core/ports/source.ts';
import type { AttemptEnd, StreamClient } from '../../src-main/core/ports/stream-client.ts';
import { createStreamSource } from '../../src-main/core/stream/stream-source.ts';
import { earlierMoment } from '../../src-main/core/lib/moment.ts';
import { beginsLoss, streamStatus } from '../../src-main/core/stream/stream-state.ts';
import type { GapReason } from '../../src-shared/domain/coverage/coverage.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { FakeClock } from './fake-clock.ts';
import { someProfile } from './profile.ts';
import { ScriptedStreams } from './scripted-streams.ts';
import { ScriptedTokens } from './scripted-tokens.ts';
import { SilentLog } from './silent-log.ts';

export { noResponse as noAnswer };
export const attemptClosed = { kind: 'closed', retryMs: null, cutBytes: 0 } as const satisfies AttemptEnd;
export const attemptLost = {
  kind: 'lost',
  code: 'ECONNRESET',
  answer: noResponse,
  retryMs: null,
} as const satisfies AttemptEnd;
export const attemptUnreachable = {
  kind: 'unreachable',
  code: 'ECONNREFUSED',
  about: 'network',
  answer: noResponse,
} as const satisfies AttemptEnd;
export const attemptRefused = (status: number, retryAfterMs: number | null = null) =>
  ({
    kind: 'refused',
    status,
    retryAfterMs,
    answer: { ...noResponse, status },
  }) as const satisfies AttemptEnd;

export const attemptRefusedAs = (status: number, contentType: string) => ({
  ...attemptRefused(status),
  answer: { ...noResponse, status, contentType },
});

/** A session or gap that the source reported. Lengths are in elapsed ms. */
export interface RecordedSpan {
  readonly kind: 'session' | 'gap';
  readonly reason?: GapReason;
  readonly ms: number;
}

export class RecordingSink implements SourceSink {
  readonly kinds: string[] = [];
  readonly cursors: string[] = [];
  readonly requests: (number | null)[] = [];
  readonly losses: { reason: GapReason; detail: string | null; from: Moment; at: Moment }[] = [];
  readonly spans: RecordedSpan[] = [];
  readonly states: StreamState[] = [];
  /** If set, thrown at the next event. The next field is thrown at the next loss. */
  eventFailure: Error | null = null;
  lossFailure: Error | null = null;
  /** If set, the source waits for it after an event, as when no room is left. */
  blockedUntil: Promise<void> | undefined;
  #session: { from: Moment; to: Moment } | null = null;
  #gap: { from: Moment; reason: GapReason } | null = null;

  event({ kind }: { kind: string }, when: Moment, opensSession: boolean): Promise<void> | undefined {
    if (this.eventFailure !== null) throw this.eventFailure;
    this.kinds.push(kind);
    const isFirst = this.#session === null;
    if (opensSession !== isFirst)
      throw new Error(`The event ${isFirst ? 'opens' : 'is of'} a session, and it was not said so.`);
    if (this.#session === null) {
      this.#closeGap(when);
      this.#session = { from: when, to: when };
    } else this.#session.to = when;
    return this.blockedUntil;
  }
  cursor(lastEventId: string): void {
    this.cursors.push(lastEventId);
  }
  request(at: number | null): void {
    this.requests.push(at);
  }
  loss(from: Moment, at: Moment, { reason, detail }: { reason: GapReason; detail: string | null }): void {
    if (this.lossFailure !== null) {
      this.#session = null;
      throw this.lossFailure;
    }
    this.losses.push({ reason, detail, from, at });
    if (this.#session !== null) {
      const to = from.elapsed > this.#session.to.elapsed ? from : this.#session.to;
      this.spans.push({ kind: 'session', ms: to.elapsed - this.#session.from.elapsed });
      this.#gap = { from: to, reason };
      this.#session = null;
    } else if (this.#gap === null) this.#gap = { from, reason };
    else if (this.#gap.reason !== reason) {
      this.#closeGap(at);
      this.#gap = { from: at, reason };
    }
  }
  publish(state: StreamState): void {
    this.states.push(state);
  }

  #closeGap(to: Moment): void {
    if (this.#gap === null) return;
    this.spans.push({ kind: 'gap', reason: this.#gap.reason, ms: to.elapsed - this.#gap.from.elapsed });
    this.#gap = null;
  }
}

export interface WatchedStream {
  readonly clock: FakeClock;
  readonly streams: ScriptedStreams;
  readonly tokens: ScriptedTokens;
  readonly sink: RecordingSink;
  readonly log: SilentLog;
  readonly retryNow: () => void;
  readonly awake: () => void;
  readonly status: () => ReturnType<typeof streamStatus>;
  readonly waitForAttempts: (count: number) => Promise<void>;
  /** Waits until the source waits for its next attempt and shows this status. */
  readonly waitForStatus: (kind: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function watchStream(
  changes: {
    clock?: FakeClock;
    streams?: StreamClient;
    random?: () => number;
    profile?: ConnectionProfile;
    sink?: RecordingSink;
    tokens?: ScriptedTokens;
    /** How long ago an earlier process sent a request and left it. */
    leftMsAgo?: number;
  } = {},
): WatchedStream {
  const { clock = new FakeClock(), random = () => 0.5, profile = someProfile, sink = new RecordingSink() } = changes;
  const scripted = new ScriptedStreams();
  const { streams = scripted, tokens = new ScriptedTokens(), leftMsAgo = null } = changes;
  const log = new SilentLog();
  const stopping = new AbortController();
  const source = createStreamSource({ profile, tokens, streams, clock, log, random });
  const now = (): Moment => ({ at: clock.now(), elapsed: clock.elapsed() });
  let lostAt = now();
  const running = source.run(
    {
      lastEventId: null,
      blindSince: now(),
      leftRequest: leftMsAgo === null ? null : earlierMoment(clock.now() - leftMsAgo, now()),
    },
    sink,
    (state) => {
      const before = sink.states.at(-1);
      if (before !== undefined && beginsLoss(before, state)) lostAt = now();
      sink.publish(state);
    },
    stopping.signal,
  );
  const status = () => {
    const state = sink.states.at(-1);
    if (state === undefined) throw new Error('Nothing was published.');
    return streamStatus(state, now(), profile.heartbeatSeconds * 2_500, lostAt);
  };
  return {
    clock,
    streams: scripted,
    tokens,
    sink,
    log,
    retryNow: () => source.retryNow(),
    awake: () => source.wakeUp(),
    status,
    waitForAttempts: (count) => vi.waitFor(() => expect(scripted.attempts).toHaveLength(count)),
    waitForStatus: (kind) =>
      vi.waitFor(() => expect([sink.states.at(-1)?.kind, status().kind]).toEqual(['waiting', kind])),
    stop: async () => {
      stopping.abort(new Error('test over'));
      await running;
    },
  };
}
