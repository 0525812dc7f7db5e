/**
 * The notification stream of one domain: `service-spec.md` "3. Notification stream", "Notification session" and
 * "Events". Keeps the session's promises (started, heartbeats, the end after 30 minutes, one subscriber) and lets
 * every one of them be broken on purpose. An event without a subscriber is lost: the document shows no replay.
 */
import type { ServerResponse } from 'node:http';
import { assertNever } from '../src-shared/lib/assert-never.ts';
import type { ServiceClock } from './clock.ts';
import type { DomainSettings } from './configuration/settings.ts';
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
    const subscriber: Subscriber = { ...record, since: this.#clock.now(), response, cancelTimers: new Set() };
    this.#subscribers.add(subscriber);
    response.on('close', () => this.#forget(subscriber));
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    // Before the heartbeats: at 30 minutes the end comes first, and takes the heartbeat's timer with it.
    this.#later(subscriber, SESSION_MS, () => this.#end(subscriber));
    this.#beat(subscriber);
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
    return this.#stalled ? 0 : this.#subscribers.size;
  }

  /** Any bytes, in pieces of at most `pieceBytes`, each handed to the network before the next. */
  async sendRaw(bytes: Uint8Array | string, pieceBytes = Infinity): Promise<void> {
    const buffer = Buffer.from(bytes);
    for (let start = 0; start < buffer.length; start += pieceBytes) {
      const piece = buffer.subarray(start, start + pieceBytes);
      const written = [...this.#subscribers].map(
        ({ response }) => new Promise<void>((resolve) => response.write(piece, () => resolve())),
      );
      await Promise.all(written);
    }
  }

  /** Breaks every open stream, and says how many. */
  drop(cut: StreamCut): number {
    const open = [...this.#subscribers];
    for (const subscriber of open) {
      if (cut === 'end') this.#hangUp(subscriber);
      else {
        this.#forget(subscriber);
        subscriber.response.socket?.resetAndDestroy();
      }
    }
    return open.length;
  }

  /** Ends every session as after 30 minutes, and says how many. */
  endSession(): number {
    const open = [...this.#subscribers];
    for (const subscriber of open) this.#end(subscriber);
    return open.length;
  }

  /** While stalled, subscribers are accepted and told nothing, heartbeats neither; nothing is made up for later. */
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

  #send(subscriber: Subscriber, text: string): void {
    if (!this.#stalled) subscriber.response.write(text);
  }

  #beat(subscriber: Subscriber): void {
    this.#later(subscriber, HEARTBEAT_MS, () => {
      this.#send(subscriber, this.#text(this.sessionEvent('HEARTBEAT')));
      this.#beat(subscriber);
    });
  }

  #end(subscriber: Subscriber): void {
    if (this.#stalled) return;
    this.#send(subscriber, this.#text(this.sessionEvent('SUBSCRIPTION_ENDED')));
    this.#hangUp(subscriber);
  }

  #hangUp(subscriber: Subscriber): void {
    // Forgotten first: nothing may be written after the end.
    this.#forget(subscriber);
    subscriber.response.end();
  }

  #closeAt(subscriber: Subscriber, at: number): void {
    const untilThen = Math.max(0, at - this.#clock.now()) / this.#clock.realMs(1);
    this.#later(subscriber, untilThen, () => this.#hangUp(subscriber));
  }

  #later(subscriber: Subscriber, serviceMs: number, callback: () => void): void {
    const cancel = this.#clock.after(serviceMs, () => {
      subscriber.cancelTimers.delete(cancel);
      callback();
    });
    subscriber.cancelTimers.add(cancel);
  }

  #forget(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    for (const cancel of subscriber.cancelTimers) cancel();
    subscriber.cancelTimers.clear();
  }
}
