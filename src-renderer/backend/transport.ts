/**
 * Creates the connection to the backend: the preload's port in Electron, a WebSocket to the page's host in a browser.
 * Only this module knows that there are two kinds.
 */
import { PORT_URL, portWebSocket, type PreloadBridge } from '../../src-shared/api/port-socket.ts';

declare global {
  interface Window {
    /** Set in Electron only; see `src-preload`. */
    readonly watchfloor?: PreloadBridge;
  }
}

/** A frozen host never answers. */
const RESPONSE_TIMEOUT_MS = 3_000;

export interface Transport {
  readonly WebSocket: typeof WebSocket;
  readonly url: string;
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

/**
 * Asks the host over HTTP, because a browser hides why a socket was refused. A restarted host does not know earlier
 * sessions.
 */
async function isSessionRefused(): Promise<boolean> {
  const response = await fetch('/session', { cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  return response.status === 401 || response.status === 403;
}
