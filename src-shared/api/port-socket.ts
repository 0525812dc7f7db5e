/**
 * A wire of texts as a WebSocket, so that both hosts share one protocol and one reconnection of tRPC. Page:
 * `createWSClient({ url: PORT_URL, WebSocket: portWebSocket(()
 */

/** The only text that is no protocol message: hangs up. In band, so that the bridge needs only two members. */
export const HANG_UP = '';

/** Electron's two channels: the page's preload requests a wire and receives its port. */
export const OPEN_WIRE = 'watchfloor:open-wire';
export const WIRE_PORT = 'watchfloor:wire-port';

export const PORT_URL = 'ws://port';

/** `window.watchfloor`, or another end. Serves several wires in turn: after HANG_UP, the next text opens one. */
export interface PreloadBridge {
  send(text: string): void;
  /** Sets the only listener; a later call replaces it. */
  onMessage(listener: (text: string) => void): void;
}

interface SocketEvent {
  readonly type: SocketEventType;
  readonly data?: string;
  /** For `close`: 1000 if this end hung up, 1006 if the other did (RFC 6455 section 7.4.1). */
  readonly code?: number;
  /** For `error` and `close`: tRPC rejects pending calls with an error that has this message. */
  readonly message?: string;
}
type SocketEventType = 'open' | 'message' | 'error' | 'close';
type SocketListener = (this: PortSocket, event: SocketEvent) => void;

export interface PortSocket {
  readonly readyState: number;
  addEventListener(type: SocketEventType, listener: SocketListener): void;
  removeEventListener(type: SocketEventType, listener: SocketListener): void;
  send(text: string): void;
  close(): void;
}

/** Every runtime has it; declared here because this project has no runtime types. */
declare function setTimeout(callback: () => void, ms: number): unknown;

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/** @param getWire called once per socket: at the first connection and at each reconnection */
export function portWebSocket(getWire: () => PreloadBridge): new (url: string) => PortSocket {
  return class implements PortSocket {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSING = CLOSING;
    static readonly CLOSED = CLOSED;
    // On the instance too: tRPC compares with `socket.OPEN` before it stops a subscription on the server.
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
      // In a macrotask, because the client adds its listeners in the microtasks after construction.
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

    /** Drops the text without an error if the socket is not open. A closed WebSocket does the same. */
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
      // The client waits for `open` or `error`; after only `close` it would wait for ever.
      if (!opened) this.#dispatch({ type: 'error', message });
      this.#dispatch({ type: 'close', code, message });
    }

    #dispatch(event: SocketEvent): void {
      for (const listener of this.#listeners.get(event.type) ?? []) listener.call(this, event);
    }
  };
}
