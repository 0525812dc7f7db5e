/**
 * A token endpoint and a stream for whole commands, in a process of its own: the stream begins a session, and sends the
 * bench's events as fast as they are taken when it is told to.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realisticEvents } from './realistic-events.ts';

export interface FedServer {
  readonly origin: string;
  feed(): void;
  stop(): Promise<void>;
}

export async function startFedServer(count: number): Promise<FedServer> {
  const child = fork(new URL(import.meta.url), [String(count)]);
  const [origin] = (await once(child, 'message')) as [string];
  return {
    origin,
    feed: () => child.send('feed'),
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function serve(count: number): Promise<void> {
  const events = realisticEvents(count).map(({ kind, id, data }) => `event: ${kind}\nid: ${id}\ndata: ${data}\n\n`);
  const stream = Buffer.from(events.join(''));
  let open: ServerResponse | null = null;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/token') === true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 3_600 }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: SUBSCRIPTION_STARTED\nid: first\ndata: {}\n\n');
    open = response;
  }).listen(0, '127.0.0.1');
  process.on('message', () => open?.write(stream));
  await once(server, 'listening');
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

if (process.send !== undefined && process.argv[2] !== undefined && /^\d+$/.test(process.argv[2]))
  void serve(Number(process.argv[2]));
