/** Wraps a MessagePort as the `ws` socket that tRPC's connection handler expects. */
import { EventEmitter } from 'node:events';

export interface ServerPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(text: string): void;
  start(): void;
  close(): void;
}

const OPEN = 1;
const CLOSED = 3;

/** Emits `message` (a Buffer, like `ws`) and `close` once. */
export class PortServerSocket extends EventEmitter {
  readonly OPEN = OPEN;
  readyState = OPEN;
  readonly #port: ServerPort;

  constructor(port: ServerPort) {
    super();
    this.#port = port;
    port.on('message', ({ data }) => {
      // The preload of this app sends only texts.
      if (typeof data === 'string' && this.readyState === OPEN) this.emit('message', Buffer.from(data), false);
    });
    port.on('close', () => this.close());
    port.start();
  }

  send(text: string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end, and no origins
    if (this.readyState === OPEN) this.#port.postMessage(text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#port.close();
    this.emit('close');
  }

  /** In `ws` this closes without a handshake; a port has no handshake. */
  terminate(): void {
    this.close();
  }
}
