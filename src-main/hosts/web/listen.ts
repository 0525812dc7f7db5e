import type { Server } from 'node:http';

/** @param port 0 for any free port @throws the system's error */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(address === null || typeof address === 'string' ? port : address.port);
    });
  });
}
