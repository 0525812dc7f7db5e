/** A receiver of outlets over real HTTP. It can be away: then it accepts no connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** @param status of every response */
export async function startReceiver(status = 200) {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage) => {
    const body = await textOf(request);
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body });
  };
  const server = createServer((request, response) => void answer(request).then(() => response.writeHead(status).end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    events: () => received.map(({ body }) => JSON.parse(body) as ReceivedEvent),
    async leave(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    async comeBack(): Promise<void> {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
