/** Serves the router to pages over WebSocket connections, or over what looks like one. */
import { applyWSSHandler, type WSSHandlerOptions } from '@trpc/server/adapters/ws';
import type { WebSocketServer } from 'ws';
import type { ApiContext } from '../core/api/procedures.ts';
import { type AppRouter, appRouter } from '../core/api/router.ts';
import type { Backend } from '../core/backend.ts';

/** Disconnects a suspended page: messages that it does not read fill a buffer, and look new when it wakes. */
const PING_INTERVAL_MS = 2_000;
const PONG_TIMEOUT_MS = 3_000;

export function serveRouter(
  server: WebSocketServer,
  backend: Backend,
  onError?: WSSHandlerOptions<AppRouter>['onError'],
): void {
  applyWSSHandler<AppRouter>({
    wss: server,
    router: appRouter,
    keepAlive: { enabled: true, pingMs: PING_INTERVAL_MS, pongWaitMs: PONG_TIMEOUT_MS },
    createContext: (): ApiContext => ({ backend, connection: { feeds: 0 } }),
    ...(onError !== undefined && { onError }),
  });
}
