/**
 * The stream of one domain: `docs/service.md` §3, §4.2. Keeps the rules of a session and can break each of them on
 * purpose. An event without a subscriber is lost, because no replay is described.
 */
import type { ServerResponse } from 'node:http';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { Moment, ServiceClock } from '../clock.ts';
import type { DomainSettings } from '../configuration/settings.ts';
import { resetConnection } from '../http/reset-connection.ts';
import { eventText, type Envelope, type OutgoingEvent } from './event-text.ts';
import type { Random } from '../random.ts';

export const HEARTBEAT_MS = 30_000;
const SESSION_MS = 30 * 60_000;
/** The document shows no value. Browsers use 3 s by default. */
const RETRY_MS = 3_000;

/**
 * A subscriber with more is disconnected. The limit is high: one event can be large, a thousand are written in one
 * tick.
 */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

const MAX_RETAINED_MOMENTS = 1000;

/** `end` closes an open stream regularly, `reset` cuts it with a TCP reset. */
export type StreamCut = 'end' | 'reset';

export interface SubscriberRecord {
  readonly account: string;
  readonly since: number;
  /** Received `Last-Event-ID`. It has no effect, because no replay is described. */
  readonly lastEventId: string | null;
}

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'ended-at-once' }
  | { readonly kind: 'refused'; readonly status: 403 | 409 | 423 };

interface Subscriber extends SubscriberRecord {
  readonly response: ServerResponse;
  unreadBytes: number;
  readonly cancelTimers: Set<() => void>;
}

interface StreamParts {
  readonly domainId: string;
  readonly clock: ServiceClock;
  readonly random: Random;
  readonly settings: DomainSettings;
  readonly onSubscriber: () => void;
}

const sessionEvents = {
  SUBSCRIPTION_STARTED: {
    state: 'IN_PROGRESS',
    detailedMessage: (domainId: string) => `Subscription started for principal ${domainId}`,
  },
  HEARTBEAT: { state: 'IN_PROGRESS', detailedMessage: () => 'Heartbeat' },
  SUBSCRIPTION_ENDED: { state: 'COMPLETED', detailedMessage: () => 'Subscription session expired' },
} as const;

export class NotificationStream {
  readonly #parts: StreamParts;
  readonly #subscribers = new Set<Subscriber>();
  #stalled = false;
  #seatTaken = false;
  readonly #seatFreed: Moment[] = [];
  clockOffsetMs = 0;
  endWithToken = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /** Decides about a new subscriber. `end-first` disconnects the present one. */
  admit(): Admission {
    const free = this.#subscribers.size === 0 && !this.#seatTaken;
    if (free) return { kind: 'admitted' };
    const rule = this.#parts.settings.variants.secondSubscriber;
    switch (rule) {
      case 'refuse-409':
        return { kind: 'refused', status: 409 };
      case 'refuse-423':
        return { kind: 'refused', status: 423 };
      case 'refuse-403':
        return { kind: 'refused', status: 403 };
      case 'end-second':
        return { kind: 'ended-at-once' };
      case 'end-first':
        this.#seatTaken = false;
        this.drop('end');
        return { kind: 'admitted' };
      case 'allow':
        return { kind: 'admitted' };
      default:
        return assertNever(rule);
    }
  }

  /** Opens the session of an admitted subscriber. The head of the response must not be sent yet. */
  open(response: ServerResponse, record: Omit<SubscriberRecord, 'since'>, tokenEndsAt: number): void {
    // The client left while its token was read: no further close event would come, and it would keep the seat forever.
    if (response.destroyed) return;
    const subscriber: Subscriber = {
      ...record,
      since: this.#parts.clock.now(),
      response,
      unreadBytes: 0,
      cancelTimers: new Set(),
    };
    this.#subscribers.add(subscriber);
    const removeSubscriber = () => this.#remove(subscriber);
    response.on('close', removeSubscriber);
    // A response that waits for an earlier answer on its connection gets no close event, so the socket is observed too.
    const { socket } = response.req;
    socket.once('close', removeSubscriber);
    subscriber.cancelTimers.add(() => socket.off('close', removeSubscriber));
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    // Must be set before the heartbeats: at 30 minutes the end comes first and cancels the heartbeat.
    this.#schedule(subscriber, SESSION_MS, () => this.#end(subscriber));
    this.#scheduleHeartbeat(subscriber);
    if (this.endWithToken) this.#closeAt(subscriber, tokenEndsAt);
    this.#send(subscriber, this.#text(this.sessionEvent('SUBSCRIPTION_STARTED')));
    this.#parts.onSubscriber();
  }

  subscribers(): SubscriberRecord[] {
    return [...this.#subscribers].map(({ account, since, lastEventId }) => ({ account, since, lastEventId }));
  }

  emit(event: OutgoingEvent): number {
    const text = this.#text(event);
    for (const subscriber of this.#subscribers) this.#send(subscriber, text);
    return this.receiverCount();
  }

  receiverCount(): number {
    return this.#stalled ? 0 : this.#subscribers.size;
  }

  /**
   * Hands each part to the network before the next. Returns how many subscribers got all. Sends nothing while stalled.
   */
  async sendRaw(bytes: Uint8Array | string, pieceBytes = Infinity): Promise<number> {
    const buffer = Buffer.from(bytes);
    const recipients = new Set(this.#stalled ? [] : this.#subscribers);
    for (let start = 0; start < buffer.length; start += pieceBytes) {
      const chunk = buffer.subarray(start, start + pieceBytes);
      const there = [...recipients].filter((subscriber) => this.#subscribers.has(subscriber) && !this.#stalled);
      await Promise.all(
        there.map((subscriber) => new Promise<void>((resolve) => this.#send(subscriber, chunk, () => resolve()))),
      );
      for (const subscriber of recipients) if (!there.includes(subscriber)) recipients.delete(subscriber);
    }
    return [...recipients].filter((subscriber) => this.#subscribers.has(subscriber)).length;
  }

  drop(cut: StreamCut): number {
    const open = [...this.#subscribers];
    for (const subscriber of open) {
      if (cut === 'end') this.#hangUp(subscriber);
      else this.#cut(subscriber);
    }
    return open.length;
  }

  /** Ends every session as after 30 minutes and returns their number. Sends no event while stalled. */
  endSession(): number {
    const open = [...this.#subscribers];
    for (const subscriber of open) this.#end(subscriber);
    return open.length;
  }

  /** Sends nothing, not even heartbeats or missed events. A session still ends after 30 minutes, without an event. */
  stall(on: boolean): void {
    this.#stalled = on;
  }

  takeSeat(taken: boolean): void {
    const isFreed = this.#seatTaken && !taken;
    this.#seatTaken = taken;
    if (taken) this.drop('end');
    if (isFreed) this.#noteFreeSeat();
  }

  seatFreedAfter({ tick }: Moment): Moment | null {
    return this.#seatFreed.find((freed) => freed.tick >= tick) ?? null;
  }

  sessionEvent(event: keyof typeof sessionEvents): OutgoingEvent {
    const { state, detailedMessage } = sessionEvents[event];
    return {
      event,
      ...(event === 'SUBSCRIPTION_ENDED' && { retry: null }),
      data: this.envelope({ operation: '-', state, detailedMessage: detailedMessage(this.#parts.domainId) }),
    };
  }

  envelope(content: Pick<Envelope, 'operation' | 'state' | 'detailedMessage'>): Envelope {
    return {
      createdDateTime: new Date(this.#parts.clock.now() + this.clockOffsetMs).toISOString(),
      detailedMessage: content.detailedMessage,
      operation: content.operation,
      principal: this.#parts.domainId,
      state: content.state,
    };
  }

  #text(event: OutgoingEvent): string {
    return eventText({
      event: event.event,
      id: event.id === undefined ? this.#parts.random.uuid() : event.id,
      retry: event.retry === undefined ? Math.ceil(this.#parts.clock.realMs(RETRY_MS)) : event.retry,
      data: event.data,
    });
  }

  #send(subscriber: Subscriber, bytes: string | Buffer, written: () => void = () => {}): void {
    if (this.#stalled) return written();
    if (subscriber.unreadBytes > MAX_UNREAD_BYTES) {
      this.#cut(subscriber);
      return written();
    }
    const length = Buffer.byteLength(bytes);
    subscriber.unreadBytes += length;
    subscriber.response.write(bytes, () => {
      subscriber.unreadBytes -= length;
      written();
    });
  }

  #scheduleHeartbeat(subscriber: Subscriber): void {
    this.#schedule(subscriber, HEARTBEAT_MS, () => {
      this.#send(subscriber, this.#text(this.sessionEvent('HEARTBEAT')));
      this.#scheduleHeartbeat(subscriber);
    });
  }

  #end(subscriber: Subscriber): void {
    if (!this.#stalled) this.#send(subscriber, this.#text(this.sessionEvent('SUBSCRIPTION_ENDED')));
    this.#hangUp(subscriber);
  }

  #cut(subscriber: Subscriber): void {
    this.#remove(subscriber);
    resetConnection(subscriber.response.req.socket);
  }

  #hangUp(subscriber: Subscriber): void {
    // The subscriber is removed first, because nothing may be written after the end.
    this.#remove(subscriber);
    subscriber.response.end();
  }

  #closeAt(subscriber: Subscriber, at: number): void {
    const untilThen = Math.max(0, at - this.#parts.clock.now()) / this.#parts.clock.realMs(1);
    this.#schedule(subscriber, untilThen, () => this.#hangUp(subscriber));
  }

  #schedule(subscriber: Subscriber, serviceMs: number, callback: () => void): void {
    const cancel = this.#parts.clock.after(serviceMs, () => {
      subscriber.cancelTimers.delete(cancel);
      callback();
    });
    subscriber.cancelTimers.add(cancel);
  }

  #remove(subscriber: Subscriber): void {
    const isPresent = this.#subscribers.delete(subscriber);
    for (const cancel of subscriber.cancelTimers) cancel();
    subscriber.cancelTimers.clear();
    if (isPresent) this.#noteFreeSeat();
  }

  #noteFreeSeat(): void {
    if (this.#subscribers.size > 0 || this.#seatTaken) return;
    this.#seatFreed.push(this.#parts.clock.moment());
    if (this.#seatFreed.length > MAX_RETAINED_MOMENTS) this.#seatFreed.shift();
  }
}
