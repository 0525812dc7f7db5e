/**
 * The backend's end of a page's wire: a MessagePort dressed as the `ws` socket that tRPC's connection handler takes.
 * It passes texts and the end of the wire, and never looks into them.
 */
import { EventEmitter } from 'node:events';

/** The part of Electron's MessagePortMain that is used. */
export interface ServerPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(text: string): void;
  start(): void;
  close(): void;
}

const OPEN = 1;
const CLOSED = 3;

/** Emits `message` (Buffer, as `ws` does) and, once, `close`. */
export class PortServerSocket extends EventEmitter {
  readonly OPEN = OPEN;
  readyState = OPEN;
  readonly #port: ServerPort;

  constructor(port: ServerPort) {
    super();
    this.#port = port;
    port.on('message', ({ data }) => {
      // Whatever is no text did not come from our preload.
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

  /** What `ws` calls the end without a handshake; a port has no other. */
  terminate(): void {
    this.close();
  }
}
