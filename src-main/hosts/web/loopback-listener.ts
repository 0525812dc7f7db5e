/**
 * The doors: HTTP servers on 127.0.0.1 and, where the machine has it and the port is free there, on [::1]. Holds the
 * limits on connections, sizes and times. Must never bind an address that other machines reach.
 */
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Refusal } from './access-guard.ts';
import type { RateLimitedLog } from './rate-limited-log.ts';
import { refuseRequest, refuseSocket } from './refusal.ts';

/** A browser opens six connections to a host and some sockets; several browsers fit. Both doors together. */
const MAX_CONNECTIONS = 64;

const limits: ServerOptions = {
  maxHeaderSize: 16 * 1024, // request line included
  headersTimeout: 5_000, // loopback has no slow networks
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000, // how late the two above may be noticed
  keepAliveTimeout: 5_000,
};

interface RequestHandlers {
  /** `waits`: the body is sent when the answer says so (`Expect: 100-continue`), and nothing was said yet. */
  onRequest(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void;
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface LoopbackListener {
  readonly port: number;
  /** Whether [::1] is ours as well. */
  readonly ipv6: boolean;
  /** Until this is called every request is refused: what answers needs to know the port. */
  serve(answers: RequestHandlers): void;
  /** Ends all connections at once, upgraded ones too. Idempotent. */
  close(): Promise<void>;
}

/** @throws AppError BAD_ARGUMENT where the port cannot be had. */
export async function listenOnLoopback(port: number, log: RateLimitedLog): Promise<LoopbackListener> {
  const connections = new Set<Socket>();
  let handlers: RequestHandlers = {
    onRequest: (_request, response) => refuseRequest(response, notReady, log),
    onUpgrade: (_request, socket) => refuseSocket(socket, notReady, log),
  };

  const open = () => {
    const server = createServer(limits);
    server.maxHeadersCount = 0; // Node would drop headers above its count unseen; the size limit bounds them
    server.on('connection', (socket) => {
      if (connections.size >= MAX_CONNECTIONS) {
        const reason = 'Too many connections are open.';
        log.warn(reason, 'A connection to the web host was refused', { reason });
        socket.destroy();
        return;
      }
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
      socket.on('error', () => {}); // a peer that went away; 'close' follows
    });
    server.on('request', (request, response) => handlers.onRequest(request, response, false));
    // Without these two Node itself would answer, before anybody has looked at the request.
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

  await listen(ipv4Server, '127.0.0.1', port).catch((cause: unknown) => {
    throw asAppError(cause, port);
  });
  const bound = portOf(ipv4Server);
  const ipv6 = await listen(ipv6Server, '::1', bound).then(
    () => true,
    () => false, // no IPv6 here, or the port is another program's there
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

const unexpected: Refusal = { status: 417, reason: 'The request expects what is not offered here.' };
const notReady: Refusal = { status: 503, reason: 'Watchfloor is starting. Reload in a moment.' };

function malformed(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return { status: 431, reason: 'The headers are too long.' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, reason: 'The request took too long to arrive.' };
  return { status: 400, reason: 'The request is not well-formed HTTP.' };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server that listens has no port.');
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve())); // an unopened one reports so, and is closed too
}

function asAppError(cause: unknown, port: number): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return appError(
      'BAD_ARGUMENT',
      { words: `Port ${port} is in use by another program. Choose another with --port.` },
      { cause },
    );
  if (code === 'EACCES')
    return appError(
      'BAD_ARGUMENT',
      { words: `Port ${port} is reserved to the system. Choose one above 1023 with --port.` },
      { cause },
    );
  return cause;
}
