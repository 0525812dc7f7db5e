/**
 * The one connection of one attempt. It must never outlive the attempt: closing it destroys every socket, and no other
 * attempt shares it. Waiting is judged by the silence watchdog alone, which counts whole events and not bytes.
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

/** TCP and TLS together; a server that is there answers in a fraction of this, a lost packet or two included. */
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
    // Where nothing could be opened there is nothing to close.
    const connections = await this.#connections?.catch(() => null);
    await connections?.destroy();
  }

  #watch(socket: Socket): void {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // undici closes a socket it is done with by an error of its own.
      if (!error.code?.startsWith('UND_')) this.#socketError = error;
    });
  }

  /** undici takes a reset for the end of a body whose end is that of its connection; the socket knows better. */
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
