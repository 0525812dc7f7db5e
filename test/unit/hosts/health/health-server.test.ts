import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHealthServer } from '../../../../src-main/hosts/health/health-server.ts';

async function healthServer(): Promise<{
  readonly origin: string;
  readonly clients: (count: number) => Promise<Socket[]>;
}> {
  const health = {
    status: async () => ({ ok: true, at: '', watches: [], problem: null }),
    metrics: async () => 'x 1\n',
    contentType: 'text/plain',
  };
  const server = await startHealthServer({ health, host: '127.0.0.1', port: 0 });
  const { port } = new URL(server.origin);
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  return {
    origin: server.origin,
    clients: (count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
          sockets.push(socket);
          await once(socket, 'connect');
          return socket;
        }),
      ),
  };
}

const REQUEST = 'GET /metrics HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: keep-alive\r\n';

describe('[HEALTH-1] /healthz answers although other clients', () => {
  test.for([
    ['connect and send nothing', ''],
    ['send half a request', REQUEST],
    ['keep their connection after a request', `${REQUEST}\r\n`],
  ] as const)('%s', async ([, text]) => {
    const { origin, clients } = await healthServer();
    for (const client of await clients(70)) client.write(text);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  test('a connection is closed after its answer', async () => {
    const { clients } = await healthServer();
    const [client] = await clients(1);
    client?.write(`${REQUEST}\r\n`);
    const chunks = await client?.toArray();
    expect(String(chunks)).toMatch(/^connection: close\r$/im);
  });
});
