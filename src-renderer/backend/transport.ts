/**
 * The wire to the backend: the preload's port in Electron, a WebSocket to the page's own host in a browser. The only
 * module that knows there are two.
 */
import { PORT_URL, portWebSocket, type PreloadBridge } from '../../src-shared/api/port-socket.ts';

declare global {
  interface Window {
    /** There in Electron only; see `src-preload`. */
    readonly watchfloor?: PreloadBridge;
  }
}

/** A host that is frozen answers nothing. */
const RESPONSE_TIMEOUT_MS = 3_000;

export interface Transport {
  readonly WebSocket: typeof WebSocket;
  readonly url: string;
  /** Whether the host answers but does not admit this page any more. */
  readonly isSessionExpired: () => Promise<boolean>;
}

export function createTransport(): Transport {
  const bridge = window.watchfloor;
  if (bridge !== undefined)
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a WebSocket that tRPC's client uses
      WebSocket: portWebSocket(() => bridge) as unknown as typeof WebSocket,
      url: PORT_URL,
      isSessionExpired: async () => false,
    };
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return { WebSocket, url: `${scheme}://${window.location.host}/api/socket`, isSessionExpired: isSessionRefused };
}

/** A restarted host knows no session of the one before, and a browser does not say why a socket was refused. */
async function isSessionRefused(): Promise<boolean> {
  const response = await fetch('/session', { cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  return response.status === 401 || response.status === 403;
}
