/** Servers on a free port of the loopback address. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LoopbackServer {
  readonly port: number;
  /** Open connections. */
  readonly sockets: ReadonlySet<Socket>;
  /** Can be called repeatedly. */
  readonly stop: () => Promise<void>;
}

/** Listens until the caller stops it. */
export async function listen(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Tests make either side hang up in the middle of a write.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return { port: (server.address() as AddressInfo).port, sockets, stop };
}

/** Listens until the test ends. */
export async function listening(server: Server): Promise<LoopbackServer> {
  const loopback = await listen(server);
  onTestFinished(loopback.stop);
  return loopback;
}

/** Returns a port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}
