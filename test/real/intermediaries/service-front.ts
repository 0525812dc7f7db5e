/** Connects a program with the simulated service. It can break connections off, and stop listening as a service that is away. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

interface ServiceFront {
  readonly port: number;
  /** Everything that was forwarded to the program, decrypted. */
  readonly forwarded: () => string;
  /** Closes all connections, without the end of their responses. */
  readonly breakOff: () => void;
  /** Breaks off and refuses connections, until `comeBack`. Can be called repeatedly. */
  readonly leave: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
}

/** @param identity makes it speak TLS */
export async function startServiceFront(
  origin: string,
  identity?: { readonly key: string; readonly cert: string },
): Promise<ServiceFront> {
  const sockets = new Set<Socket>();
  let forwarded = '';
  const forward = (program: Socket): void => {
    const service = connect(Number(new URL(origin).port), '127.0.0.1');
    service.on('data', (bytes) => (forwarded += bytes.toString('latin1')));
    sockets.add(program);
    program
      .on('error', () => service.destroy())
      .on('close', () => {
        sockets.delete(program);
        service.destroy();
      });
    service.on('error', () => program.destroy()).on('close', () => program.destroy());
    program.pipe(service).pipe(program);
  };
  const server = identity === undefined ? createServer(forward) : createTlsServer(identity, forward);
  server.on('tlsClientError', () => undefined);
  const listenOn = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listenOn(0);
  const { port } = server.address() as AddressInfo;
  const breakOff = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    forwarded: () => forwarded,
    breakOff,
    async leave() {
      breakOff();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
    comeBack: () => listenOn(port),
  };
}
