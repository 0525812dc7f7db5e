/**
 * The connection of one attempt. It must never outlive the attempt: closing destroys every socket, and no other attempt
 * shares it. Only the silence watchdog limits waiting; it counts complete events, not bytes.
 */
import type { Socket } from 'node:net';
import type { Connections, Network, NetworkRoute } from '../network/network.ts';
import type { StreamResponse, StreamBody } from './stream-response.ts';

interface StreamRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}
export type StreamFetch = (url: string, request: StreamRequest) => Promise<StreamResponse>;

/**
 * Limit for TCP and TLS together. A reachable server answers in a fraction of this, even after a lost packet or two.
 */
const connectTimeoutMs = 10_000;

export class StreamConnection {
  readonly #network: Network;
  readonly #way: NetworkRoute;
  #connections: Promise<Connections> | null = null;
  #socketError: Error | null = null;

  constructor(network: Network, { caFile, proxy }: NetworkRoute) {
    this.#network = network;
    this.#way = { caFile, proxy };
  }

  readonly fetch: StreamFetch = async (url, request) => {
    this.#connections ??= this.#network.open({
      ...this.#way,
      connectTimeoutMs,
      onConnected: (socket) => {
        this.#watch(socket);
      },
    });
    const connections = await this.#connections;
    const { status, headers, body } = await connections.fetch(url, request);
    return { status, headers, body: body === null ? null : { getReader: () => this.#bodyOf(body.getReader()) } };
  };

  async close(): Promise<void> {
    // If opening failed, there is nothing to close.
    const connections = await this.#connections?.catch(() => null);
    await connections?.destroy();
  }

  #watch(socket: Socket): void {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // undici closes a socket that it no longer needs with an error of its own.
      if (!error.code?.startsWith('UND_')) this.#socketError = error;
    });
  }

  /** undici treats a reset as the end of a body that ends with its connection, so the socket's error is checked. */
  #bodyOf(body: StreamBody): StreamBody {
    return {
      read: async () => {
        const part = await body.read();
        if (part.done && this.#socketError !== null) throw this.#socketError;
        return part;
      },
      cancel: () => body.cancel(),
    };
  }
}
