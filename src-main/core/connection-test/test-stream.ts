/** Holds the domain's seat while it is open, so its owner must close it. */
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import type { ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { type ConnectionProfile, subscribeUrl } from '../../../src-shared/domain/profile/profile.ts';
import { HEARTBEAT } from '../../../src-shared/domain/event/session-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { AttemptEnd, StreamClient } from '../ports/stream-client.ts';
import { Lateness } from '../stream/lateness.ts';
import { currentMoment } from '../lib/moment.ts';

export class TestStream {
  readonly #hangUp = new AbortController();
  readonly #isOpen = Promise.withResolvers<ServiceResponse>();
  readonly #first = Promise.withResolvers<ReceivedEvent>();
  readonly #heartbeat = Promise.withResolvers<ReceivedEvent>();
  readonly lateness: Lateness;
  readonly ended: Promise<AttemptEnd>;

  constructor(
    streams: StreamClient,
    clock: Clock,
    request: { profile: ConnectionProfile; accessToken: string; silenceMs: number },
    signal: AbortSignal,
  ) {
    const { profile, accessToken, silenceMs } = request;
    this.lateness = new Lateness(currentMoment(clock));
    this.ended = streams.attempt({
      url: subscribeUrl(profile),
      caFile: profile.caFile ?? null,
      proxy: profile.proxy,
      accessToken,
      lastEventId: null,
      silenceMs,
      signal: AbortSignal.any([signal, this.#hangUp.signal]),
      onOpen: (answer) => this.#isOpen.resolve(answer),
      onEvent: (event) => {
        this.lateness.received({ kind: event.kind, createdAt: decodeEvent(event).createdAt }, currentMoment(clock));
        this.#first.resolve(event);
        if (event.kind === HEARTBEAT) this.#heartbeat.resolve(event);
      },
      onCursor: () => undefined,
      onCounted: () => undefined,
    });
  }

  get open(): Promise<ServiceResponse> {
    return this.#isOpen.promise;
  }
  get firstEvent(): Promise<ReceivedEvent> {
    return this.#first.promise;
  }
  get heartbeat(): Promise<ReceivedEvent> {
    return this.#heartbeat.promise;
  }

  async close(): Promise<void> {
    this.#hangUp.abort(new Error('The test is over.'));
    await this.ended;
  }
}
