/**
 * A socket that is believed for as long as something is heard on it. Nothing for `PAGE_CONNECTION_TIMEOUT_MS`, and it has ended,
 * whatever the socket below says: that one is dropped without waiting for a closing handshake, which a peer that is
 * frozen never makes. A page that slept itself drops it too: what is queued there is as old as the sleep, and must not
 * pass for news. It is open when somebody answered: a port takes texts for a backend that is not there.
 */
import { PAGE_CONNECTION_TIMEOUT_MS } from '../../src-shared/api/page-timing.ts';
import { type ClockReading, elapsedMs, type PageClock } from '../time/page-clock.ts';

/** tRPC's own words for "are you there?" and for its answer; its server answers in the order in which it is asked. */
const PING = 'PING';
const PONG = 'PONG';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/** @param onReceived called with each sign of life, before it is passed on. */
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
    // On the instance as well: tRPC compares with `socket.OPEN`.
    readonly CONNECTING = CONNECTING;
    readonly OPEN = OPEN;
    readonly CLOSING = CLOSING;
    readonly CLOSED = CLOSED;

    readonly url: string;
    readyState = CONNECTING;
    readonly inner: WebSocket;
    #lastHeard: ClockReading = clock.read();
    #stopWaiting: () => void = () => undefined;

    constructor(url: string) {
      super();
      this.url = url;
      this.inner = new Inner(url);
      this.inner.addEventListener('open', () => {
        if (this.readyState === CONNECTING) this.inner.send(PING);
      });
      this.inner.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (this.readyState === CLOSED || !this.#hear()) return;
        const isAnswer = this.readyState !== OPEN && data === PONG;
        if (this.readyState !== OPEN) {
          this.readyState = OPEN;
          this.dispatchEvent(new Event('open'));
        }
        // The peer may have asked before it answered, and wants to hear back.
        if (!isAnswer) this.dispatchEvent(new MessageEvent('message', { data }));
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

    /** Whether what has come may be passed on. */
    #hear(): boolean {
      const now = clock.read();
      if (elapsedMs(this.#lastHeard, now) >= PAGE_CONNECTION_TIMEOUT_MS) {
        this.#end();
        return false;
      }
      this.#lastHeard = now;
      // Set anew with each frame: browsers hold back timers of hidden pages that were set by timers.
      this.#await(PAGE_CONNECTION_TIMEOUT_MS);
      onReceived(now);
      return true;
    }

    #await(ms: number): void {
      this.#stopWaiting();
      this.#stopWaiting = clock.after(ms, () => {
        const left = PAGE_CONNECTION_TIMEOUT_MS - elapsedMs(this.#lastHeard, clock.read());
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
      // tRPC waits for `open` or `error`; after `close` alone it would wait for ever.
      if (!opened) this.dispatchEvent(new Event('error'));
      this.dispatchEvent(new Event('close'));
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a WebSocket that tRPC's client uses
  return WatchdogSocket as unknown as typeof WebSocket;
}
