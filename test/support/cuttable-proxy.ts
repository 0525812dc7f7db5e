/** Connects a client with a server, and cuts the connection like a broken network. */
import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../fixtures/loopback.ts';

export interface CuttableProxy {
  readonly port: number;
  /** Cut: hangs up, and on every new connection at once. */
  readonly setCut: (isCut: boolean) => void;
}

/** Forwards to a port of this computer until the test ends. */
export async function cuttableProxy(targetPort: number): Promise<CuttableProxy> {
  let isCut = false;
  const open = new Set<Socket>();
  const { port } = await listening(
    createServer((client) => {
      if (isCut) {
        client.destroy();
        return;
      }
      const server = connect(targetPort, '127.0.0.1');
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        open.add(one);
        one
          .on('error', () => undefined)
          .once('close', () => {
            open.delete(one);
            other.destroy();
          });
        one.pipe(other);
      }
    }),
  );
  return {
    port,
    setCut(cut) {
      isCut = cut;
      if (cut) for (const socket of open) socket.destroy();
    },
  };
}
