/**
 * A server that answers with exactly the bytes of a script, valid or not, over a real socket. It tracks its sockets, so
 * that a test can check that none is left.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

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

export const eventStreamHead =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nCache-Control: no-store\r\n\r\n';

export class FaultServer {
  readonly #server: Server;
  readonly #scheme: string;
  readonly sockets = new Set<Socket>();
  readonly requests: string[] = [];

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.#scheme = scheme;
  }

  static async start(script: FaultScript, tls?: { key: string; cert: string }): Promise<FaultServer> {
    const listener = (socket: Socket): void => {
      faults.#accept(socket, script);
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    const faults = new FaultServer(server, tls === undefined ? 'http' : 'https');
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return faults;
  }

  /** Calls `listener` for each connection before anything is read from it, for faults below HTTP. */
  onConnection(listener: (socket: Socket) => void): void {
    this.#server.on('connection', listener);
  }

  get port(): number {
    return portOf(this.#server);
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}/connect/subscribe`;
  }

  #accept(socket: Socket, script: FaultScript): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    // Many tests make the client hang up in the middle of a write.
    socket.on('error', () => undefined);
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

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
