/**
 * The EventSource gets the next event only when the consumer has accepted the last one, so a slow consumer stops the
 * socket. A consumer's error must never look like a network error.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { AttemptEnd } from '../../core/ports/stream-client.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import { EventCount } from './event-count.ts';
import type { EventFramer, StreamBlock } from './event-framer.ts';
import { noResponse, type StreamBody } from './stream-response.ts';
import type { Redaction } from '../network/token-redaction.ts';
import { invalidUtf8 } from './invalid-utf8.ts';
import type { EventBlock } from './oversize-event.ts';

export interface EventDeliveryOptions {
  readonly clock: Clock;
  readonly framer: EventFramer;
  readonly redact: Redaction;
  readonly onEvent: (event: ReceivedEvent) => void | Promise<void>;
  readonly onCursor: (lastEventId: string) => void;
  readonly onCounted: (events: number) => void;
  readonly onEnd: (end: AttemptEnd) => void;
}

export class EventDelivery implements StreamBody {
  readonly #options: EventDeliveryOptions;
  readonly #framer: EventFramer;
  readonly #count = new EventCount();
  #body: StreamBody | null = null;
  #answer: ServiceResponse = noResponse;
  #blocks: readonly StreamBlock[] = [];
  #nextBlock = 0;
  #receivedAt = 0;
  #currentBlock: EventBlock | null = null;
  #message: MessageEvent | null = null;
  #lastEventAt: number;
  #consumerIsBusy = false;

  constructor(options: EventDeliveryOptions) {
    this.#options = options;
    this.#framer = options.framer;
    this.#lastEventAt = options.clock.monotonic();
  }

  get retryMs(): number | null {
    return this.#framer.retryMs;
  }

  /** Time of the last complete event, monotonic ms; the present while our own consumer delays the stream. */
  get lastEventAt(): number {
    return this.#consumerIsBusy ? this.#options.clock.monotonic() : this.#lastEventAt;
  }

  get unfinishedBytes(): number {
    return this.#framer.unfinishedBytes;
  }

  open(body: StreamBody | null, answer: ServiceResponse): void {
    this.#body = body;
    this.#answer = answer;
  }

  readonly setMessage = (message: MessageEvent): void => {
    this.#message = message;
  };

  async read(): Promise<{ done: false; value: Uint8Array } | { done: true }> {
    try {
      if (this.#message !== null) await this.#deliver(this.#message);
      for (;;) {
        if (this.#nextBlock === this.#blocks.length && !(await this.#readBlocks())) return { done: true };
        const block = this.#blocks[this.#nextBlock++];
        if (block === undefined) return { done: true };
        if (block.kind === 'event') {
          this.#currentBlock = block;
          return { done: false, value: block.bytes };
        }
        this.#moveCursor(block.lastEventId);
      }
    } catch (error) {
      const isOurs = error instanceof ConsumerFailure;
      this.#options.onEnd(isOurs ? { kind: 'consumer-failed', error: error.cause } : this.#lost(error));
      return { done: true };
    }
  }

  async cancel(): Promise<void> {
    this.#blocks = [];
    this.#nextBlock = 0;
    this.#message = null;
    await this.#body?.cancel();
  }

  /** Returns a promise only if the consumer does: a promise for every event would cost more than the event. */
  #deliver(message: MessageEvent): Promise<void> | undefined {
    const block = this.#currentBlock;
    const replacedBytes = block === null ? null : invalidUtf8(block.bytes);
    this.#message = null;
    let applied: void | Promise<void>;
    try {
      applied = this.#options.onEvent({
        receivedAt: this.#receivedAt,
        kind: message.type,
        id: block?.hasId === true ? message.lastEventId : null,
        data: String(message.data),
        ...(block?.oversize ? { oversize: block.oversize } : {}),
        ...(replacedBytes === null ? {} : { replacedBytes }),
      });
    } catch (error) {
      throw new ConsumerFailure(error);
    }
    return applied === undefined ? undefined : this.#waitFor(applied);
  }

  #moveCursor(lastEventId: string): void {
    try {
      this.#options.onCursor(lastEventId);
    } catch (error) {
      throw new ConsumerFailure(error);
    }
  }

  async #waitFor(applied: Promise<void>): Promise<void> {
    this.#consumerIsBusy = true;
    try {
      await applied;
    } catch (error) {
      throw new ConsumerFailure(error);
    } finally {
      this.#consumerIsBusy = false;
      this.#lastEventAt = this.#options.clock.monotonic();
    }
  }

  #reportCount(): void {
    try {
      this.#options.onCounted(this.#count.events);
    } catch (error) {
      throw new ConsumerFailure(error);
    }
  }

  async #readBlocks(): Promise<boolean> {
    const { clock, onEnd } = this.#options;
    for (;;) {
      this.#reportCount();
      const chunk = await this.#body?.read();
      if (chunk === undefined || chunk.done) {
        onEnd({ kind: 'closed', retryMs: this.#framer.retryMs, cutBytes: this.#framer.unfinishedBytes });
        return false;
      }
      this.#count.push(chunk.value);
      this.#blocks = this.#framer.push(chunk.value);
      this.#nextBlock = 0;
      if (this.#blocks.length === 0) continue;
      this.#receivedAt = clock.now();
      if (this.#blocks.some(({ kind }) => kind === 'event')) this.#lastEventAt = clock.monotonic();
      return true;
    }
  }

  #lost(error: unknown): AttemptEnd {
    const { code, detail } = networkFailureOf(error);
    return this.connectionLost(code, detail);
  }

  connectionLost(code: string, network: string): AttemptEnd {
    const answer = { ...this.#answer, network: this.#options.redact(network) };
    return { kind: 'lost', code, answer, retryMs: this.retryMs };
  }
}

/** The consumer of events threw. The type distinguishes this from a network error. */
class ConsumerFailure extends Error {
  constructor(cause: unknown) {
    super('the consumer of events failed', { cause });
  }
}
