/** Serves the API over WebSocket. Must only get requests that passed the access guard. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Backend } from '../../core/backend.ts';
import { serveRouter } from '../serve-router.ts';
import type { RateLimitedLog } from './rate-limited-log.ts';
import { refuseSocket } from './refusal.ts';

/** Each open page uses one socket. */
const MAX_SOCKETS = 8;
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A suspended page stops reading while its feeds continue. It resumes from its last id when it wakes. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;
interface ApiSocket {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  openPages(): number;
  close(): Promise<void>;
}

export function createApiSocket(backend: Backend, log: RateLimitedLog): ApiSocket {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false, // loopback is fast enough, and compression would allow decompression bombs
    WebSocket: BoundedWebSocket,
  });
  serveRouter(server, backend, ({ error, path }) =>
    log.warn(error.code, 'A call over the API socket failed', { code: error.code, path: path ?? null }),
  );
  return {
    accept(request, socket, head) {
      if (server.clients.size >= MAX_SOCKETS)
        refuseSocket(
          socket,
          { status: 503, reason: 'Too many pages are open. Close one, then reload this page.' },
          log,
        );
      else server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
    },
    openPages: () => server.clients.size,
    close() {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

class BoundedWebSocket extends WebSocket {
  override send(...message: unknown[]): void {
    if (this.bufferedAmount > MAX_UNSENT_BYTES) this.terminate();
    // oxlint-disable-next-line typescript/unbound-method -- bound here; its overloads cannot be spread into
    else Reflect.apply(super.send, this, message);
  }
}
