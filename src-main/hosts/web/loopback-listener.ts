/** Listens on 127.0.0.1 and, if possible, on [::1]. Must never bind an address that other machines can reach. */
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Refusal } from './access-guard.ts';
import { listen } from './listen.ts';
import type { RateLimitedLog } from './rate-limited-log.ts';
import { refuseRequest, refuseSocket } from './refusal.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

/** For both addresses together. A browser opens six connections and some sockets to a host, so several browsers fit. */
const MAX_CONNECTIONS = 64;

const limits: ServerOptions = {
  maxHeaderSize: 16 * 1024, // includes the request line
  headersTimeout: 5_000, // loopback is never slow
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000, // the longest delay before the two limits above apply
  keepAliveTimeout: 5_000,
};

interface RequestHandlers {
  /** `expectsContinue`: the client sends the body only after a 100 (`Expect: 100-continue`), which is not sent yet. */
  onRequest(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void;
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface LoopbackListener {
  readonly port: number;
  readonly ipv6: boolean;
  /** Starts to answer. Until then every request is refused, because the handlers need to know the port. */
  serve(handlers: RequestHandlers): void;
  /** Closes all connections immediately, including upgraded ones. Idempotent. */
  close(): Promise<void>;
}

/** @throws AppError BAD_ARGUMENT if the port cannot be bound */
export async function listenOnLoopback(port: number, log: RateLimitedLog): Promise<LoopbackListener> {
  const connections = new Set<Socket>();
  let handlers: RequestHandlers = {
    onRequest: (_request, response) => refuseRequest(response, notReady, log),
    onUpgrade: (_request, socket) => refuseSocket(socket, notReady, log),
  };

  const open = () => {
    const server = createServer(limits);
    server.maxHeadersCount = 0; // 0 turns off Node's count limit, which drops headers silently; the size limit bounds them
    server.on('connection', (socket) => {
      if (connections.size >= MAX_CONNECTIONS) {
        const reason = 'Too many connections are open.';
        log.warn(reason, 'A connection to the web host was refused', { reason });
        socket.destroy();
        return;
      }
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
      socket.on('error', () => {}); // ignores a peer that disconnected; 'close' follows
    });
    server.on('request', (request, response) => handlers.onRequest(request, response, false));
    // Without these two handlers Node would answer before the request is checked.
    server.on('checkContinue', (request, response) => handlers.onRequest(request, response, true));
    server.on('checkExpectation', (_request, response) => refuseRequest(response, unexpected, log));
    server.on('upgrade', (request, socket, firstBytes) => handlers.onUpgrade(request, socket, firstBytes));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (socket.writable && error.code !== 'ECONNRESET') refuseSocket(socket, malformed(error), log);
      else socket.destroy();
    });
    return server;
  };
  const ipv4Server = open();
  const ipv6Server = open();

  const bound = await listen(ipv4Server, '127.0.0.1', port).catch((cause: unknown) => {
    throw asAppError(cause, port);
  });
  const ipv6 = await listen(ipv6Server, '::1', bound).then(
    () => true,
    () => false, // no IPv6 here, or another program uses the port on it
  );

  let closed: Promise<void> | null = null;
  const close = async () => {
    const bothClosed = Promise.all([closeServer(ipv4Server), closeServer(ipv6Server)]);
    for (const socket of connections) socket.destroy();
    await bothClosed;
  };
  return {
    port: bound,
    ipv6,
    serve(ready) {
      handlers = ready;
    },
    close: () => (closed ??= close()),
  };
}

const unexpected: Refusal = { status: 417, reason: 'The request has an Expect header that is not supported.' };
const notReady: Refusal = { status: 503, reason: 'Watchfloor is starting. Reload this page in a moment.' };

function malformed(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return { status: 431, reason: 'The headers are too long.' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, reason: 'The request took too long to arrive.' };
  return { status: 400, reason: 'The request is not well-formed HTTP.' };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve())); // a server that never listened reports an error, and is closed too
}

function asAppError(cause: unknown, port: number): unknown {
  const code = errorCodeOf(cause);
  if (code === 'EADDRINUSE')
    return appError(
      'BAD_ARGUMENT',
      { words: `Port ${port} is in use by another program. Choose another with --port.` },
      { cause },
    );
  if (code === 'EACCES')
    return appError(
      'BAD_ARGUMENT',
      { words: `Port ${port} is reserved for the system. Choose one above 1023 with --port.` },
      { cause },
    );
  return cause;
}
