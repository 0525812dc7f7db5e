/**
 * A wire of texts dressed as a WebSocket, so that tRPC's WebSocket client speaks over a MessagePort as it does over the
 * network: one protocol, one reconnection, one set of tests for both hosts.
 * Typed by structure: neither the DOM's types nor Node's are known here. It never looks into a text.
 *
 * Page: `createWSClient({ url: PORT_URL, WebSocket: portWebSocket(() => window.watchfloor) as unknown as typeof WebSocket })`.
 */

/**
 * The one text that no protocol message can be. Sent, it hangs up; received, the other end has hung up. Saying it in
 * band keeps the bridge two members wide.
 */
export const HANG_UP = '';

/** Electron's two channels: the page's preload asks for a wire, and is sent its port. */
export const OPEN_WIRE = 'watchfloor:open-wire';
export const WIRE_PORT = 'watchfloor:wire-port';

/** A WebSocket needs an address; a port has none. */
export const PORT_URL = 'ws://port';

/**
 * What the preload puts at `window.watchfloor`, and any other end of a wire.
 * The same object serves one wire after another: after HANG_UP in either direction, the next text opens a new one.
 */
export interface PreloadBridge {
  send(text: string): void;
  /** One listener: a later one takes the place of the earlier. */
  onMessage(listener: (text: string) => void): void;
}

interface SocketEvent {
  readonly type: SocketEventType;
  /** The text, for `message`. */
  readonly data?: string;
  /** RFC 6455 section 7.4.1, for `close`: 1000 when this end hung up, 1006 when the other did. */
  readonly code?: number;
  /** For `error` and `close`: tRPC rejects what was pending with an error that says this. */
  readonly message?: string;
}
type SocketEventType = 'open' | 'message' | 'error' | 'close';
type SocketListener = (this: PortSocket, event: SocketEvent) => void;

/** The part of a WebSocket that tRPC's client uses. */
export interface PortSocket {
  readonly readyState: number;
  addEventListener(type: SocketEventType, listener: SocketListener): void;
  removeEventListener(type: SocketEventType, listener: SocketListener): void;
  send(text: string): void;
  close(): void;
}

/** Every runtime of ours has it; declared here because this project knows no runtime. */
declare function setTimeout(callback: () => void, ms: number): unknown;

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/** @param getWire called once for each socket, at the first connection and at each reconnection. */
export function portWebSocket(getWire: () => PreloadBridge): new (url: string) => PortSocket {
  return class implements PortSocket {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSING = CLOSING;
    static readonly CLOSED = CLOSED;
    // On the instance as well: tRPC compares with `socket.OPEN` before it stops a subscription, and would leave the
    // server's generator running where it is undefined.
    readonly CONNECTING = CONNECTING;
    readonly OPEN = OPEN;
    readonly CLOSING = CLOSING;
    readonly CLOSED = CLOSED;

    binaryType = 'arraybuffer';
    readonly url: string;
    #readyState = CONNECTING;
    readonly #wire: PreloadBridge;
    readonly #listeners = new Map<SocketEventType, Set<SocketListener>>();

    constructor(url: string) {
      this.url = url;
      this.#wire = getWire();
      this.#wire.onMessage((text) => {
        if (text === HANG_UP) this.#end(1006);
        else if (this.#readyState === OPEN) this.#dispatch({ type: 'message', data: text });
      });
      // In a macrotask: the client adds its listeners in the microtasks after construction.
      setTimeout(() => {
        if (this.#readyState !== CONNECTING) return;
        this.#readyState = OPEN;
        this.#dispatch({ type: 'open' });
      }, 0);
    }

    get readyState(): number {
      return this.#readyState;
    }

    addEventListener(type: SocketEventType, listener: SocketListener): void {
      const listeners = this.#listeners.get(type) ?? new Set();
      this.#listeners.set(type, listeners.add(listener));
    }

    removeEventListener(type: SocketEventType, listener: SocketListener): void {
      this.#listeners.get(type)?.delete(listener);
    }

    /** As with a WebSocket, what is sent after the end is lost without an error. */
    send(text: string): void {
      if (this.#readyState === OPEN) this.#wire.send(text);
    }

    close(): void {
      if (this.#readyState === CLOSED) return;
      this.#wire.send(HANG_UP);
      this.#end(1000);
    }

    #end(code: number): void {
      if (this.#readyState === CLOSED) return;
      const opened = this.#readyState === OPEN;
      const message = 'The connection between the page and Watchfloor was closed.';
      this.#readyState = CLOSED;
      // The client waits for `open` or `error`; after `close` alone it would wait for ever.
      if (!opened) this.#dispatch({ type: 'error', message });
      this.#dispatch({ type: 'close', code, message });
    }

    #dispatch(event: SocketEvent): void {
      for (const listener of this.#listeners.get(event.type) ?? []) listener.call(this, event);
    }
  };
}
