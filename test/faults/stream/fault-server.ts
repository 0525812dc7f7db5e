/**
 * A server that answers with exactly the bytes of a script, valid or not, over a real socket. It tracks its sockets, so
 * that a test can check that none is left.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listening, type LoopbackServer } from '../../fixtures/loopback.ts';

export interface FaultExchange {
  readonly socket: Socket;
  readonly head: string;
  readonly nth: number;
  /** Resolves when the operating system has accepted the bytes. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Writes the head of an event stream that ends with the connection. */
  readonly open: () => Promise<void>;
}

export type FaultScript = (exchange: FaultExchange) => void | Promise<void>;

const eventStreamHead =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nCache-Control: no-store\r\n\r\n';

export class FaultServer {
  readonly #server: Server;
  readonly #loopback: LoopbackServer;
  readonly #scheme: string;
  readonly requests: string[] = [];

  private constructor(server: Server, loopback: LoopbackServer, scheme: string) {
    this.#server = server;
    this.#loopback = loopback;
    this.#scheme = scheme;
  }

  /** Stops when the test ends. */
  static async start(script: FaultScript, tls?: { key: string; cert: string }): Promise<FaultServer> {
    const listener = (socket: Socket): void => {
      faults.#accept(socket, script);
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    const faults = new FaultServer(server, await listening(server), tls === undefined ? 'http' : 'https');
    return faults;
  }

  /** Calls `listener` for each connection before anything is read from it, for faults below HTTP. */
  onConnection(listener: (socket: Socket) => void): void {
    this.#server.on('connection', listener);
  }

  get sockets(): ReadonlySet<Socket> {
    return this.#loopback.sockets;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.#loopback.port}/connect/subscribe`;
  }

  #accept(socket: Socket, script: FaultScript): void {
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      const wasComplete = received.includes('\r\n\r\n');
      received += bytes.toString('latin1');
      if (wasComplete || !received.includes('\r\n\r\n')) return;
      this.requests.push(received);
      const write = async (content: string | Uint8Array): Promise<void> => {
        if (socket.destroyed) return;
        await new Promise<void>((resolve) => {
          socket.write(content, () => {
            resolve();
          });
        });
      };
      const exchange = {
        socket,
        head: received,
        nth: this.requests.length - 1,
        write,
        open: () => write(eventStreamHead),
      };
      void Promise.resolve(script(exchange));
    });
  }
}
