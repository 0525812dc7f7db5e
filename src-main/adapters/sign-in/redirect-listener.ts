/** Listens on 127.0.0.1 only, for one callback. Redirects the browser to a page without parameters. Logs nothing. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { OpenRedirect, RedirectEnd, RedirectListener } from '../../core/ports/redirect-listener.ts';
import { responseHeaders, redirectPage } from './redirect-page.ts';
import { CALLBACK_PATH, END_PATH, redirectRequest } from './redirect-request.ts';

/** A browser opens spare connections and sends nothing. A client that holds all connections keeps the browser out. */
const HEAD_TIMEOUT_MS = 5_000;
/** By default, Node checks for slow connections only every 30 s. */
const POLL_INTERVAL_MS = 500;
const MAX_CONNECTIONS = 32;
/** A browser follows a redirect in milliseconds; a closed one never does. */
const BROWSER_RETURN_TIMEOUT_MS = 3_000;
const STATE_BYTES = 32;

/** `browserTimeoutMs`: wait for the browser at the end. `headTimeoutMs`: time for a request's headers. */
export function createRedirectListener({
  browserTimeoutMs = BROWSER_RETURN_TIMEOUT_MS,
  headTimeoutMs = HEAD_TIMEOUT_MS,
} = {}): RedirectListener {
  return {
    async listen() {
      const server = createServer({
        maxHeaderSize: 16_384,
        headersTimeout: headTimeoutMs,
        requestTimeout: headTimeoutMs * 2,
        connectionsCheckingInterval: Math.min(POLL_INTERVAL_MS, headTimeoutMs),
      });
      server.maxConnections = MAX_CONNECTIONS;
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return createRedirect(server, browserTimeoutMs);
    },
  };
}

function createRedirect(server: Server, browserTimeoutMs: number): OpenRedirect {
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const callbackReceived = Promise.withResolvers<URL>();
  const end = Promise.withResolvers<RedirectEnd>();
  const shown = Promise.withResolvers<void>();
  let isUsed = false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on a port
  const port = (server.address() as AddressInfo).port;
  const redirectUri = `http://127.0.0.1:${port}${CALLBACK_PATH}`;
  server.on('request', (request, response) => void respond(request, response));

  function callback(signal: AbortSignal): Promise<URL> {
    return abortable(callbackReceived.promise, signal);
  }

  async function finish(how: RedirectEnd): Promise<void> {
    end.resolve(how);
    if (!isUsed) return;
    const late = setTimeout(() => shown.resolve(), browserTimeoutMs);
    await shown.promise;
    clearTimeout(late);
  }

  async function close(): Promise<void> {
    shown.resolve();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = {
      method: request.method ?? '',
      target: request.url ?? '',
      hosts: request.headersDistinct.host ?? [],
    };
    const redirect = redirectRequest(head, { port, state });
    if (redirect.kind === 'refused') refuse(response, redirect.status);
    else if (redirect.kind === 'end') await showEnd(response);
    else if (isUsed) refuse(response, 410);
    else {
      isUsed = true;
      response.writeHead(302, { ...responseHeaders, location: END_PATH }).end();
      callbackReceived.resolve(new URL(`${redirectUri}?${redirect.parameters}`));
    }
  }

  async function showEnd(response: ServerResponse): Promise<void> {
    if (!isUsed) {
      refuse(response, 404);
      return;
    }
    const how = await end.promise;
    if (response.destroyed) return;
    response.writeHead(200, responseHeaders).end(redirectPage(how), () => shown.resolve());
  }

  return { redirectUri, state, callback, finish, close };
}

function refuse(response: ServerResponse, status: number): void {
  response
    .writeHead(status, { ...responseHeaders, ...(status === 405 && { allow: 'GET' }) })
    .end(redirectPage('refused'));
}
