/**
 * Serves plain HTTP without sign-in, so answers contain no secrets and no names. A connection has one request, and the
 * oldest one makes room, so that no client keeps a service manager out.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type AppError, appError } from '../../../src-shared/api/errors.ts';
import { checkRequest, ownHosts, pathOf, singleHeader } from '../web/access-guard.ts';
import { listen } from '../web/listen.ts';
import type { Health } from './health.ts';

const LIMITS = { maxHeaderSize: 16 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 };
const MAX_CONNECTIONS = 64;

export interface HealthServerOptions {
  readonly health: Pick<Health, 'status' | 'metrics' | 'contentType'>;
  readonly host: string;
  readonly port: number;
}

export interface HealthServer {
  readonly origin: string;
  /** Idempotent. */
  close(): Promise<void>;
}

export function isOpenToOthers(host: string): boolean {
  return !(host === '::1' || host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.')));
}

/** @throws AppError HEALTH_PORT_UNAVAILABLE, which may be temporary; BAD_ARGUMENT if this user may not open the port */
export async function startHealthServer({ health, host, port }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer(LIMITS);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    if (sockets.size >= MAX_CONNECTIONS) sockets.values().next().value?.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined); // ignores a peer that disconnected
  });
  const bound = await listen(server, host, port).catch((cause: NodeJS.ErrnoException) => {
    throw asAppError(cause, host, port);
  });
  server.on('request', (request, response) => {
    respond(request, response, { health, hosts: allowedHosts(host, bound, request) }).catch(() => response.destroy());
  });
  let closed: Promise<void> | null = null;
  const close = () => {
    const over = new Promise<void>((resolve) => void server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return over;
  };
  return { origin: `http://${isIP(host) === 6 ? `[${host}]` : host}:${bound}`, close: () => (closed ??= close()) };
}

/** On an address that is open to others any Host is accepted: scrapers use names unknown to this host. */
function allowedHosts(host: string, port: number, { rawHeaders }: IncomingMessage): ReadonlySet<string> {
  if (isOpenToOthers(host)) return new Set([singleHeader(rawHeaders, 'host') ?? '']);
  return new Set([...ownHosts(port, { ipv6: true }), `${host}:${port}`]);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { health, hosts }: Pick<HealthServerOptions, 'health'> & { readonly hosts: ReadonlySet<string> },
): Promise<void> {
  const { method = '', url = '', rawHeaders } = request;
  const send = (status: number, type: string, text: string) => {
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      connection: 'close',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(text),
    });
    response.end(method === 'HEAD' ? undefined : text);
  };
  const plain = (status: number, words: string) => send(status, 'text/plain; charset=utf-8', `${words}\n`);
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Use GET or HEAD.');
  const verdict = checkRequest({ method, target: url, rawHeaders }, hosts);
  if (verdict !== 'allowed') return plain(verdict.status, verdict.reason);
  switch (pathOf(url)) {
    case '/healthz': {
      const found = await health.status();
      return send(found.ok ? 200 : 503, 'application/json', `${JSON.stringify(found)}\n`);
    }
    case '/metrics':
      return send(200, health.contentType, await health.metrics());
    default:
      return plain(404, 'Use /healthz or /metrics.');
  }
}

function asAppError(cause: NodeJS.ErrnoException, host: string, port: number): AppError {
  if (cause.code === 'EACCES') {
    const words = `The health port ${port} is reserved for the system. Choose one above 1023 with --health-port.`;
    return appError('BAD_ARGUMENT', { words }, { cause });
  }
  const problem = cause.code === 'EADDRINUSE' ? 'taken' : 'address';
  return appError('HEALTH_PORT_UNAVAILABLE', { port, host, problem, detail: cause.code ?? cause.message }, { cause });
}
