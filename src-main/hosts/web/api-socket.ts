/**
 * Serves the API over WebSocket with tRPC's protocol. Applies the limits of each socket. Must only get requests that
 * passed the access guard.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocket, WebSocketServer } from 'ws';
import type { ApiContext } from '../../core/api/procedures.ts';
import type { Backend } from '../../core/backend.ts';
import { type AppRouter, appRouter } from '../../core/api/router.ts';
import type { RateLimitedLog } from './rate-limited-log.ts';
import { refuseSocket } from './refusal.ts';

export const SOCKET_PATH = '/api/socket';
/** Each open page uses one socket. */
const MAX_SOCKETS = 8;
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A suspended page stops reading while its feeds continue. It resumes from its last id when it wakes. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;
/**
 * A suspended page may not fill the buffer in a quiet night. When it woke, it would show hours of old messages as if
 * they were new. A page that leaves a ping unanswered is disconnected, so that it wakes to a few seconds of old
 * messages at most.
 */
const PING_INTERVAL_MS = 2_000;
const PONG_TIMEOUT_MS = 3_000;

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
  applyWSSHandler<AppRouter>({
    wss: server,
    router: appRouter,
    keepAlive: { enabled: true, pingMs: PING_INTERVAL_MS, pongWaitMs: PONG_TIMEOUT_MS },
    createContext: (): ApiContext => ({ backend, connection: { feeds: 0 } }),
    onError: ({ error, path }) =>
      log.warn(error.code, 'A call over the API socket failed', { code: error.code, path: path ?? null }),
  });
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
