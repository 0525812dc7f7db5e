/**
 * A WebSocket that closes itself after `PAGE_CONNECTION_TIMEOUT_MS` without a message. It does not wait for the closing
 * handshake, which a frozen peer never sends. After the page has slept it also closes, because queued messages are as
 * old as the sleep. It opens only when the backend has answered: a port accepts messages even if there is no backend.
 */
import { PAGE_CONNECTION_TIMEOUT_MS } from '../../src-shared/api/page-timing.ts';
import { type ClockReading, elapsedMs, type PageClock } from '../time/page-clock.ts';

/** tRPC's own keep-alive request and answer. The tRPC server answers in the order of the requests. */
const PING = 'PING';
const PONG = 'PONG';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

export function watchdogSocket(
  Inner: typeof WebSocket,
  clock: PageClock,
  onReceived: (at: ClockReading) => void,
): typeof WebSocket {
  class WatchdogSocket extends EventTarget {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSING = CLOSING;
    static readonly CLOSED = CLOSED;
    // tRPC compares `readyState` with `socket.OPEN`, so the instance needs the constants, too.
    readonly CONNECTING = CONNECTING;
    readonly OPEN = OPEN;
    readonly CLOSING = CLOSING;
    readonly CLOSED = CLOSED;

    readonly url: string;
    readyState = CONNECTING;
    readonly inner: WebSocket;
    #receivedAt: ClockReading = clock.read();
    #stopWaiting: () => void = () => undefined;

    constructor(url: string) {
      super();
      this.url = url;
      this.inner = new Inner(url);
      this.inner.addEventListener('open', () => {
        if (this.readyState === CONNECTING) this.inner.send(PING);
      });
      this.inner.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (this.readyState === CLOSED || !this.#recordMessage()) return;
        const isPong = this.readyState !== OPEN && data === PONG;
        if (this.readyState !== OPEN) {
          this.readyState = OPEN;
          this.dispatchEvent(new Event('open'));
        }
        // The peer may send its own PING first and needs an answer.
        if (!isPong) this.dispatchEvent(new MessageEvent('message', { data }));
      });
      this.inner.addEventListener('close', () => this.#end());
      this.#await(PAGE_CONNECTION_TIMEOUT_MS);
    }

    set binaryType(type: BinaryType) {
      this.inner.binaryType = type;
    }

    send(text: string): void {
      if (this.readyState === OPEN) this.inner.send(text);
    }

    close(): void {
      this.#end();
    }

    /** Resets the timeout. Returns false if it had already passed; the message must then be dropped. */
    #recordMessage(): boolean {
      const now = clock.read();
      if (elapsedMs(this.#receivedAt, now) >= PAGE_CONNECTION_TIMEOUT_MS) {
        this.#end();
        return false;
      }
      this.#receivedAt = now;
      // Restarts the timer for each message, because browsers throttle chained timers in hidden pages.
      this.#await(PAGE_CONNECTION_TIMEOUT_MS);
      onReceived(now);
      return true;
    }

    #await(ms: number): void {
      this.#stopWaiting();
      this.#stopWaiting = clock.after(ms, () => {
        const left = PAGE_CONNECTION_TIMEOUT_MS - elapsedMs(this.#receivedAt, clock.read());
        if (left > 0) this.#await(left);
        else this.#end();
      });
    }

    #end(): void {
      if (this.readyState === CLOSED) return;
      const opened = this.readyState === OPEN;
      this.readyState = CLOSED;
      this.#stopWaiting();
      this.inner.close();
      // tRPC waits for `open` or `error`; after `close` alone it would wait forever.
      if (!opened) this.dispatchEvent(new Event('error'));
      this.dispatchEvent(new Event('close'));
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a WebSocket that tRPC's client uses
  return WatchdogSocket as unknown as typeof WebSocket;
}
