/**
 * The one connection of one attempt, over undici. It must never outlive the attempt: closing it destroys every socket,
 * and no other attempt shares it.
 */
import { Socket } from 'node:net';
import { Agent, buildConnector, fetch } from 'undici';
import type { StreamAnswer, StreamBody } from './stream-answer.ts';

interface StreamRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}
export type StreamFetch = (url: string, request: StreamRequest) => Promise<StreamAnswer>;

/** TCP and TLS together; a server that is there answers in a fraction of this, a lost packet or two included. */
const connectTimeoutMs = 10_000;

export class StreamConnection {
  readonly #agent: Agent;
  #socket: Socket | null = null;
  #isConnected = false;
  #socketError: Error | null = null;

  constructor() {
    const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
    this.#agent = new Agent({
      connect: (options, callback) => {
        // Its type hides that it returns the socket at once, long before it is connected.
        const connecting: unknown = connect(options, (error, socket) => {
          if (error !== null) {
            callback(error, null);
            return;
          }
          this.#isConnected = true;
          this.#watch(socket);
          callback(null, socket);
        });
        if (connecting instanceof Socket) this.#socket = connecting;
      },
      // One stream has no use for HTTP/2, and a reset of its socket must be seen as one.
      allowH2: false,
      // Waiting is judged by the silence watchdog alone, which counts whole events and not bytes.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  readonly fetch: StreamFetch = async (url, request) => {
    const { status, headers, body } = await fetch(url, { ...request, dispatcher: this.#agent });
    return { status, headers, body: body === null ? null : { getReader: () => this.#bodyOf(body.getReader()) } };
  };

  async close(): Promise<void> {
    // The agent forgets a socket that is not connected yet, and the error is what ends its timer.
    if (!this.#isConnected) this.#socket?.destroy(new Error('The attempt is over.'));
    await this.#agent.destroy();
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
