/** The connection of one attempt, which it never outlives: closing destroys every socket. */
import type { Socket } from 'node:net';
import type { Connections, Network, NetworkRoute } from '../network/network.ts';
import type { StreamResponse, StreamBody } from './stream-response.ts';

interface StreamRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}
export type StreamFetch = (url: string, request: StreamRequest) => Promise<StreamResponse>;

/** A reachable server answers in a fraction of this, even after a lost packet or two. */
const connectTimeoutMs = 10_000;

export function createStreamConnection(network: Network, { caFile, proxy }: NetworkRoute) {
  let opening: Promise<Connections> | null = null;
  let socketError: Error | null = null;
  const fetch: StreamFetch = async (url, request) => {
    opening ??= network.open({
      caFile,
      proxy,
      connectTimeoutMs,
      onConnected: watch,
    });
    const connections = await opening;
    const { status, headers, body } = await connections.fetch(url, request);
    return { status, headers, body: body === null ? null : { getReader: () => bodyOf(body.getReader()) } };
  };

  async function close(): Promise<void> {
    const connections = await opening?.catch(() => null);
    await connections?.destroy();
  }

  function watch(socket: Socket): void {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // undici closes a socket that it no longer needs with an error of its own.
      if (!error.code?.startsWith('UND_')) socketError = error;
    });
  }

  /** undici treats a reset as the end of a body that ends with its connection, so the socket's error is checked. */
  function bodyOf(body: StreamBody): StreamBody {
    return {
      read: async () => {
        const part = await body.read();
        if (part.done && socketError !== null) throw socketError;
        return part;
      },
      cancel: () => body.cancel(),
    };
  }

  return { fetch, close };
}
