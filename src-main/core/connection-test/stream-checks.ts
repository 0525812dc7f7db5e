/**
 * Checks stream, first event and heartbeat over a connection of its own or, if the stream is being watched, with the
 * state of the watch. Every wait is limited, because a proxy that buffers the stream reports no error.
 */
import type { Finding } from '../../../src-shared/api/connection-findings.ts';
import type { OwnRequest } from '../../../src-shared/domain/coverage/own-request.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../../src-shared/domain/profile/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Clock } from '../ports/clock.ts';
import type { AttemptEnd, StreamClient } from '../ports/stream-client.ts';
import { type StreamProgress, streamEnded } from '../connection-findings/response-findings.ts';
import type { ActiveWatch } from './connection-test.ts';
import { FAULT, failed, type CheckOutcome, passed, skipped, warned } from '../connection-findings/check-outcome.ts';
import { hostOf } from '../connection-findings/profile-addresses.ts';
import type { TestTokens } from './service-checks.ts';
import { TestStream } from './test-stream.ts';
import type { StreamUse } from './stream-use.ts';

/** Limits the wait whatever heartbeat interval the profile has, because a user is waiting. */
const MAX_WAIT_SECONDS = 300;
const POLL_INTERVAL_MS = 500;

interface StreamChecksOptions {
  readonly profile: ConnectionProfile;
  readonly tokens: TestTokens;
  readonly streams: StreamClient;
  readonly clock: Clock;
  readonly use: StreamUse;
  /** Name of the proxy or TLS inspection in between; null if not known. */
  readonly by: string | null;
  /** Request of this profile that may still hold the seat. */
  readonly ownRequest: OwnRequest | null;
}

export class StreamChecks {
  readonly #options: StreamChecksOptions;
  readonly #signal: AbortSignal;
  readonly #seconds: number;
  #stream: TestStream | null = null;
  #openedAt = 0;
  /** The last proxy, or else the server, that the answer names. */
  #server: string | null = null;
  #isHeldBack = false;

  constructor(options: StreamChecksOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#seconds = Math.min(heartbeatLimits(options.profile).blindSeconds, MAX_WAIT_SECONDS);
  }

  get wasOpened(): boolean {
    return this.#stream !== null;
  }

  /** Service clock minus ours, from the events of the stream, in ms; empty if there was none. */
  get offsets(): readonly number[] {
    const offsetMs = this.#stream?.lateness.offsetMs ?? null;
    return offsetMs === null ? [] : [offsetMs];
  }

  async stream(): Promise<CheckOutcome> {
    const { use } = this.#options;
    switch (use.kind) {
      case 'here':
        return watchedHere(use.watch);
      case 'another':
        return skipped({ key: 'another-watched', facts: { events: hostOf(use.eventsUrl) } });
      case 'domain':
        return skipped({ key: 'domain-watched', facts: {} });
      case 'elsewhere':
        return skipped({ key: 'watched-elsewhere', facts: {} });
      case 'free':
        return await this.#open();
      default:
        return assertNever(use);
    }
  }

  async firstEvent(): Promise<CheckOutcome> {
    const { use } = this.#options;
    if (use.kind === 'here') return watchedHere(use.watch);
    const came = await this.#wait((stream) => stream.firstEvent, 'open');
    if ('finding' in came) return came;
    return this.#heldBack() ?? passed({ key: 'first-event', facts: { kind: came.kind } });
  }

  async heartbeat(): Promise<CheckOutcome> {
    const { use, profile, clock } = this.#options;
    if (use.kind === 'here') return await this.#watchedHeartbeat(use.watch);
    const { intervalSeconds } = heartbeatLimits(profile);
    if (intervalSeconds >= this.#seconds)
      return skipped({ key: 'heartbeat-rare', facts: { seconds: intervalSeconds } });
    const came = await this.#wait((stream) => stream.heartbeat, 'events');
    if ('finding' in came) return came;
    const heldBack = this.#heldBack();
    if (heldBack !== null) return heldBack;
    return passed({ key: 'heartbeat', facts: { seconds: Math.round((clock.monotonic() - this.#openedAt) / 1_000) } });
  }

  async close(): Promise<void> {
    await this.#stream?.close();
  }

  async #open(): Promise<CheckOutcome> {
    const { tokens } = this.#options;
    const first = await abortable(tokens.accessToken(), this.#signal);
    const found = await this.#openWith(first);
    if (found.finding.key !== 'token-refused') return found;
    tokens.reject(first);
    const second = await abortable(tokens.accessToken(), this.#signal);
    return second === first ? found : await this.#openWith(second);
  }

  async #openWith(accessToken: string): Promise<CheckOutcome> {
    const { profile, streams, clock } = this.#options;
    await this.#stream?.close();
    this.#stream = new TestStream(
      streams,
      clock,
      { profile, accessToken, silenceMs: this.#seconds * 1_000 },
      this.#signal,
    );
    this.#openedAt = clock.monotonic();
    const came = await this.#wait((stream) => stream.open, 'asked');
    if ('finding' in came) return came;
    this.#server = came.via ?? came.server;
    this.#openedAt = clock.monotonic();
    return passed({ key: 'stream-open', facts: {} });
  }

  /** Returns the failed outcome if the fact comes too late; the time counts from the last step of the connection. */
  async #wait<T>(condition: (stream: TestStream) => Promise<T>, reach: StreamProgress): Promise<T | CheckOutcome> {
    const { clock, profile, by } = this.#options;
    const stream = this.#stream;
    if (stream === null) return FAULT;
    const over = new AbortController();
    const remainingMs = Math.max(0, this.#openedAt + this.#seconds * 1_000 - clock.monotonic());
    const late = clock.sleep(remainingMs, AbortSignal.any([this.#signal, over.signal])).then(() => 'late' as const);
    const ended = (end: AttemptEnd | 'late') => {
      this.#signal.throwIfAborted();
      const openSeconds = Math.round((clock.monotonic() - this.#openedAt) / 1_000);
      const wait = { profile, seconds: this.#seconds, openSeconds, by, server: this.#server };
      return failed(this.#orOwn(streamEnded(end, reach, wait)));
    };
    try {
      // The fact is listed first: if it came before the stream ended, it wins.
      return await Promise.race([condition(stream), stream.ended.then(ended), late.then(ended)]);
    } finally {
      over.abort(new Error('No longer waiting for the stream.'));
      await late.catch(() => undefined);
    }
  }

  /** Warns once if events arrive late, although the stream works. */
  #heldBack(): CheckOutcome | null {
    const lateMs = this.#stream?.lateness.maxMs ?? null;
    if (lateMs === null || this.#isHeldBack) return null;
    this.#isHeldBack = true;
    const facts = { seconds: Math.round(lateMs / 1_000), by: this.#options.by, server: this.#server };
    return warned({ key: 'arrives-late', facts });
  }

  /** A request of an earlier process may hold the seat that another client seems to have. */
  #orOwn(finding: Finding): Finding {
    const { ownRequest: request } = this.#options;
    if (finding.key !== 'seat-taken' || request === null) return finding;
    return { key: 'seat-unclear', facts: { ...finding.facts, request } };
  }

  async #watchedHeartbeat(watch: ActiveWatch): Promise<CheckOutcome> {
    const { clock } = this.#options;
    const until = clock.monotonic() + this.#seconds * 1_000;
    for (;;) {
      const status = watch.status();
      if (status.kind !== 'watching') return failed({ key: 'ended-early', facts: { code: 'CLOSED', seconds: null } });
      if (status.lastHeartbeatAt !== null)
        return passed({ key: 'watched-here', facts: { since: status.since, at: status.lastHeartbeatAt } });
      if (clock.monotonic() >= until)
        return failed({ key: 'no-heartbeat', facts: { seconds: this.#seconds, by: null, server: null } });
      await clock.sleep(POLL_INTERVAL_MS, this.#signal);
    }
  }
}

function watchedHere(watch: ActiveWatch): CheckOutcome {
  const status = watch.status();
  return status.kind === 'watching'
    ? passed({ key: 'watched-here', facts: { since: status.since, at: status.lastEventAt } })
    : failed({ key: 'ended-early', facts: { code: 'CLOSED', seconds: null } });
}
