/** Only this module knows both kinds: the preload's port in Electron, a WebSocket to the page's host in a browser. */
import { BackendError } from './backend-error.ts';
import { createPageKey } from './page-key.ts';
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
  readonly onConnected: () => void;
  readonly isSessionExpired: () => Promise<boolean>;
  readonly printLink: () => Promise<void>;
  /** Makes a link that opens this page in one other browser. @throws BackendError if there is none */
  readonly makeLink: () => Promise<string>;
}

export function createTransport(): Transport {
  const bridge = window.watchfloor;
  if (bridge !== undefined)
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a WebSocket that tRPC's client uses
      WebSocket: portWebSocket(() => bridge) as unknown as typeof WebSocket,
      url: PORT_URL,
      onConnected: () => undefined,
      isSessionExpired: async () => false,
      printLink: async () => undefined,
      makeLink: () => Promise.reject(new BackendError({ kind: 'no-answer' }, 'the desktop app has no link')),
    };
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const key = createPageKey(postSession, window.location.origin);
  return {
    WebSocket,
    url: `${scheme}://${window.location.host}/api/socket`,
    // Without a registered key the page needs a link after a restart; nothing else depends on it.
    onConnected: () => void key.register().catch(() => undefined),
    isSessionExpired: async () => (await isSessionRefused()) && !(await key.renewSession()),
    async printLink() {
      await postSession({ fresh: true });
    },
    async makeLink() {
      const response = await postSession({ another: true });
      if (!response.ok) throw new BackendError({ kind: 'no-answer' }, `no link was made: HTTP ${response.status}`);
      return response.text();
    },
  };
}

/** Asks over HTTP, because a browser hides why a socket was refused. A restarted host knows no earlier sessions. */
async function isSessionRefused(): Promise<boolean> {
  const response = await fetch('/session', { cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  return response.status === 401 || response.status === 403;
}

function postSession(body: object): Promise<Response> {
  return fetch('/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF': '1' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
}
