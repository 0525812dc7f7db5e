/**
 * The stream connection of a test. It holds the domain's seat while it is open, so its owner must close it. `close`
 * waits until its socket is closed.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { type ConnectionProfile, subscribeUrl } from '../../../src-shared/domain/profile/profile.ts';
import { HEARTBEAT } from '../../../src-shared/domain/event/session-event.ts';
import type { AttemptEnd, StreamClient } from '../ports/stream-client.ts';

export class TestStream {
  readonly #hangUp = new AbortController();
  readonly #isOpen = Promise.withResolvers<'open'>();
  readonly #first = Promise.withResolvers<ReceivedEvent>();
  readonly #heartbeat = Promise.withResolvers<ReceivedEvent>();
  readonly ended: Promise<AttemptEnd>;

  constructor(
    streams: StreamClient,
    request: { profile: ConnectionProfile; accessToken: string; silenceMs: number },
    signal: AbortSignal,
  ) {
    const { profile, accessToken, silenceMs } = request;
    this.ended = streams.attempt({
      url: subscribeUrl(profile),
      caFile: profile.caFile ?? null,
      proxy: profile.proxy,
      accessToken,
      lastEventId: null,
      silenceMs,
      signal: AbortSignal.any([signal, this.#hangUp.signal]),
      onOpen: () => this.#isOpen.resolve('open'),
      onEvent: (event) => {
        this.#first.resolve(event);
        if (event.kind === HEARTBEAT) this.#heartbeat.resolve(event);
      },
      onCursor: () => undefined,
      onCounted: () => undefined,
    });
  }

  get open(): Promise<'open'> {
    return this.#isOpen.promise;
  }
  get firstEvent(): Promise<ReceivedEvent> {
    return this.#first.promise;
  }
  get heartbeat(): Promise<ReceivedEvent> {
    return this.#heartbeat.promise;
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#hangUp.abort(new Error('The test is over.'));
    await this.ended;
  }
}
