/**
 * The notification stream of one domain: `service-spec.md` "3. Notification stream", "Notification session" and
 * "Events". Keeps the session's promises (started, heartbeats, the end after 30 minutes, one subscriber) and lets
 * every one of them be broken on purpose. An event without a subscriber is lost: the document shows no replay.
 */
import type { ServerResponse } from 'node:http';
import { assertNever } from '../src-shared/lib/assert-never.ts';
import type { ServiceClock } from './clock.ts';
import type { DomainSettings } from './configuration/settings.ts';
import { resetConnection } from './http/reset-connection.ts';
import { eventText, type Envelope, type OutgoingEvent } from './event-text.ts';
import type { Random } from './random.ts';

export const HEARTBEAT_MS = 30_000;
const SESSION_MS = 30 * 60_000;
/** The document shows no value; three seconds is what browsers take by themselves. */
const RETRY_MS = 3_000;

export const secondSubscriberRules = [
  'refuse-409',
  'refuse-423',
  'refuse-403',
  'end-first',
  'end-second',
  'allow',
] as const;
/** What happens to a second subscriber of the domain: not documented. */
export type SecondSubscriberRule = (typeof secondSubscriberRules)[number];

/**
 * Who leaves so much unread is cut off, as services do whose memory has an end. One event may be larger than this, and
 * a thousand may be written in one turn.
 */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** How an open stream can be broken: closed in order, or cut with a TCP reset. */
export type StreamCut = 'end' | 'reset';

export interface SubscriberRecord {
  readonly account: string;
  /** UTC epoch ms. */
  readonly since: number;
  /** The `Last-Event-ID` it came with. It changes nothing: the document shows no replay. */
  readonly lastEventId: string | null;
}

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'ended-at-once' }
  | { readonly kind: 'refused'; readonly status: 403 | 409 | 423 };

interface Subscriber extends SubscriberRecord {
  readonly response: ServerResponse;
  /** Written, and not yet taken by the network. */
  unreadBytes: number;
  readonly cancelTimers: Set<() => void>;
}

export class NotificationStream {
  readonly #domainId: string;
  readonly #clock: ServiceClock;
  readonly #random: Random;
  readonly #settings: DomainSettings;
  readonly #onSubscriber: () => void;
  readonly #subscribers = new Set<Subscriber>();
  #stalled = false;
  /** Somebody else, of whom only the taken seat is seen. */
  #seatTaken = false;
  /** Added to every `createdDateTime`. */
  clockOffsetMs = 0;
  /** Streams are closed when the token they were opened with ends. */
  endWithToken = false;

  constructor(parts: {
    domainId: string;
    clock: ServiceClock;
    random: Random;
    settings: DomainSettings;
    onSubscriber: () => void;
  }) {
    this.#domainId = parts.domainId;
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#settings = parts.settings;
    this.#onSubscriber = parts.onSubscriber;
  }

  /** What a new subscriber meets; `end-first` ends the one who is there. */
  admit(): Admission {
    const free = this.#subscribers.size === 0 && !this.#seatTaken;
    if (free) return { kind: 'admitted' };
    const rule = this.#settings.variants.secondSubscriber;
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

  /** Opens the session of an admitted subscriber on a response whose head is not yet sent. */
  open(response: ServerResponse, record: Omit<SubscriberRecord, 'since'>, tokenEndsAt: number): void {
    // Gone while its token was read: its close was told before anybody listened, and it would keep the seat for ever.
    if (response.destroyed) return;
    const subscriber: Subscriber = {
      ...record,
      since: this.#clock.now(),
      response,
      unreadBytes: 0,
      cancelTimers: new Set(),
    };
    this.#subscribers.add(subscriber);
    const gone = () => this.#remove(subscriber);
    response.on('close', gone);
    // One that waits behind another answer of its connection is not told that this is gone.
    const { socket } = response.req;
    socket.once('close', gone);
    subscriber.cancelTimers.add(() => socket.off('close', gone));
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    // Before the heartbeats: at 30 minutes the end comes first, and takes the heartbeat's timer with it.
    this.#schedule(subscriber, SESSION_MS, () => this.#end(subscriber));
    this.#scheduleHeartbeat(subscriber);
    if (this.endWithToken) this.#closeAt(subscriber, tokenEndsAt);
    this.#send(subscriber, this.#text(this.sessionEvent('SUBSCRIPTION_STARTED')));
    this.#onSubscriber();
  }

  subscribers(): SubscriberRecord[] {
    return [...this.#subscribers].map(({ account, since, lastEventId }) => ({ account, since, lastEventId }));
  }

  /** Sends to everyone who is there. Returns how many that were. */
  emit(event: OutgoingEvent): number {
    const text = this.#text(event);
    for (const subscriber of this.#subscribers) this.#send(subscriber, text);
    return this.receiverCount();
  }

  /** How many get what is sent now. */
  receiverCount(): number {
    return this.#stalled ? 0 : this.#subscribers.size;
  }

  /**
   * Any bytes, in pieces of at most `pieceBytes`, each handed to the network before the next. Returns how many got all
   * of them; a stalled service sends these neither.
   */
  async sendRaw(bytes: Uint8Array | string, pieceBytes = Infinity): Promise<number> {
    const buffer = Buffer.from(bytes);
    const began = new Set(this.#stalled ? [] : this.#subscribers);
    for (let start = 0; start < buffer.length; start += pieceBytes) {
      const piece = buffer.subarray(start, start + pieceBytes);
      const there = [...began].filter((subscriber) => this.#subscribers.has(subscriber) && !this.#stalled);
      await Promise.all(
        there.map((subscriber) => new Promise<void>((resolve) => this.#send(subscriber, piece, () => resolve()))),
      );
      for (const subscriber of began) if (!there.includes(subscriber)) began.delete(subscriber);
    }
    return [...began].filter((subscriber) => this.#subscribers.has(subscriber)).length;
  }

  /** Breaks every open stream, and says how many. */
  drop(cut: StreamCut): number {
    const open = [...this.#subscribers];
    for (const subscriber of open) {
      if (cut === 'end') this.#hangUp(subscriber);
      else this.#cut(subscriber);
    }
    return open.length;
  }

  /** Ends every session as after 30 minutes, silently while stalled, and says how many. */
  endSession(): number {
    const open = [...this.#subscribers];
    for (const subscriber of open) this.#end(subscriber);
    return open.length;
  }

  /**
   * While stalled, subscribers are accepted and told nothing, heartbeats neither; nothing is made up for later. A session
   * ends at its 30 minutes nevertheless: the connection is closed, and nothing says why.
   */
  stall(on: boolean): void {
    this.#stalled = on;
  }

  /** Lets somebody else have the seat; whoever holds it is disconnected. */
  takeSeat(taken: boolean): void {
    this.#seatTaken = taken;
    if (taken) this.drop('end');
  }

  sessionEvent(event: 'SUBSCRIPTION_STARTED' | 'HEARTBEAT' | 'SUBSCRIPTION_ENDED'): OutgoingEvent {
    switch (event) {
      case 'SUBSCRIPTION_STARTED':
        return {
          event,
          data: this.envelope({
            operation: '-',
            state: 'IN_PROGRESS',
            detailedMessage: `Subscription started for principal ${this.#domainId}`,
          }),
        };
      case 'HEARTBEAT':
        return { event, data: this.envelope({ operation: '-', state: 'IN_PROGRESS', detailedMessage: 'Heartbeat' }) };
      case 'SUBSCRIPTION_ENDED':
        return {
          event,
          retry: null,
          data: this.envelope({ operation: '-', state: 'COMPLETED', detailedMessage: 'Subscription session expired' }),
        };
      default:
        return assertNever(event);
    }
  }

  /** Puts time and principal around an event's content. */
  envelope(content: Pick<Envelope, 'operation' | 'state' | 'detailedMessage'>): Envelope {
    return {
      createdDateTime: new Date(this.#clock.now() + this.clockOffsetMs).toISOString(),
      detailedMessage: content.detailedMessage,
      operation: content.operation,
      principal: this.#domainId,
      state: content.state,
    };
  }

  #text(event: OutgoingEvent): string {
    return eventText({
      event: event.event,
      id: event.id === undefined ? this.#random.uuid() : event.id,
      retry: event.retry === undefined ? Math.ceil(this.#clock.realMs(RETRY_MS)) : event.retry,
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
    // Forgotten first: nothing may be written after the end.
    this.#remove(subscriber);
    subscriber.response.end();
  }

  #closeAt(subscriber: Subscriber, at: number): void {
    const untilThen = Math.max(0, at - this.#clock.now()) / this.#clock.realMs(1);
    this.#schedule(subscriber, untilThen, () => this.#hangUp(subscriber));
  }

  #schedule(subscriber: Subscriber, serviceMs: number, callback: () => void): void {
    const cancel = this.#clock.after(serviceMs, () => {
      subscriber.cancelTimers.delete(cancel);
      callback();
    });
    subscriber.cancelTimers.add(cancel);
  }

  #remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    for (const cancel of subscriber.cancelTimers) cancel();
    subscriber.cancelTimers.clear();
  }
}
