/**
 * The body that the EventSource reads from: whole events, one at a time. It asks for the next one only when it has
 * made something of the last, and gets it only when the consumer has taken that, so a slow consumer stops the socket.
 * It must never let a consumer's error reach the EventSource, which would treat it as the network's.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import type { ServiceResponse } from '../../../src-shared/domain/stream-status.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { AttemptEnd } from '../../core/ports/stream-client.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import { type EventBlock, EventFramer, type StreamBlock } from './event-framer.ts';
import { noResponse, type StreamBody } from './stream-response.ts';
import type { Redaction } from '../network/token-redaction.ts';

export interface EventDeliveryOptions {
  readonly clock: Clock;
  readonly redact: Redaction;
  readonly onEvent: (event: ReceivedEvent) => void | Promise<void>;
  readonly onCursor: (lastEventId: string) => void;
  readonly onEnd: (end: AttemptEnd) => void;
}

export class EventDelivery implements StreamBody {
  readonly #options: EventDeliveryOptions;
  readonly #framer = new EventFramer();
  #body: StreamBody | null = null;
  #answer: ServiceResponse = noResponse;
  #blocks: readonly StreamBlock[] = [];
  #nextBlock = 0;
  #receivedAt = 0;
  /** The block that the EventSource has, and what it made of it. */
  #currentBlock: EventBlock | null = null;
  #message: MessageEvent | null = null;
  #lastEventAt: number;
  #consumerIsBusy = false;

  constructor(options: EventDeliveryOptions) {
    this.#options = options;
    this.#lastEventAt = options.clock.monotonic();
  }

  get retryMs(): number | null {
    return this.#framer.retryMs;
  }

  /** When the service last showed life by a whole event (monotonic ms); now, while it is we who keep it waiting. */
  get lastEventAt(): number {
    return this.#consumerIsBusy ? this.#options.clock.monotonic() : this.#lastEventAt;
  }

  /** Bytes of the event under way. */
  get unfinishedBytes(): number {
    return this.#framer.unfinishedBytes;
  }

  /** Begins to read the body of `answer`. */
  open(body: StreamBody | null, answer: ServiceResponse): void {
    this.#body = body;
    this.#answer = answer;
  }

  /** What the EventSource made of the block it was handed. */
  setMessage(message: MessageEvent): void {
    this.#message = message;
  }

  /** For the EventSource: the next event's bytes, or the end of the stream, whatever the reason. */
  async read(): Promise<{ done: false; value: Uint8Array } | { done: true }> {
    try {
      if (this.#message !== null) await this.#deliver(this.#message);
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a stream is read one chunk after the other
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

  /** Stops reading; nothing more is delivered. */
  async cancel(): Promise<void> {
    this.#blocks = [];
    this.#nextBlock = 0;
    this.#message = null;
    await this.#body?.cancel();
  }

  /** Plain where the consumer is: a promise for every event would cost more than the event. */
  #deliver(message: MessageEvent): Promise<void> | undefined {
    const block = this.#currentBlock;
    this.#message = null;
    let taken: void | Promise<void>;
    try {
      taken = this.#options.onEvent({
        receivedAt: this.#receivedAt,
        kind: message.type,
        id: block?.hasId === true ? message.lastEventId : null,
        data: String(message.data),
        ...(block?.oversize ? { oversize: block.oversize } : {}),
      });
    } catch (error) {
      throw new ConsumerFailure(error);
    }
    return taken === undefined ? undefined : this.#waitFor(taken);
  }

  #moveCursor(lastEventId: string): void {
    try {
      this.#options.onCursor(lastEventId);
    } catch (error) {
      throw new ConsumerFailure(error);
    }
  }

  async #waitFor(taken: Promise<void>): Promise<void> {
    this.#consumerIsBusy = true;
    try {
      await taken;
    } catch (error) {
      throw new ConsumerFailure(error);
    } finally {
      this.#consumerIsBusy = false;
      this.#lastEventAt = this.#options.clock.monotonic();
    }
  }

  /** Reads on until something is complete; false at the end of the stream. */
  async #readBlocks(): Promise<boolean> {
    const { clock, onEnd } = this.#options;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read one chunk after the other
      const chunk = await this.#body?.read();
      if (chunk === undefined || chunk.done) {
        onEnd({ kind: 'closed', retryMs: this.#framer.retryMs, cutBytes: this.#framer.unfinishedBytes });
        return false;
      }
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

  /** The end of a stream that broke off, in the network's own words. */
  connectionLost(code: string, network: string): AttemptEnd {
    const answer = { ...this.#answer, network: this.#options.redact(network) };
    return { kind: 'lost', code, answer, retryMs: this.retryMs };
  }
}

/** The consumer of events threw; told apart from the network by its type. */
class ConsumerFailure extends Error {
  constructor(cause: unknown) {
    super('the consumer of events failed', { cause });
  }
}
