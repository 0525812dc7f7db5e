/** A thread that serves the bench's events as one SSE stream, so that sending costs the reader's thread nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { realisticEvents } from './realistic-events.ts';

/** Address of the stream, and what stops it. */
export async function startStreamServer(count: number): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: count });
  const [url] = (await once(worker, 'message')) as [string];
  return { url, stop: () => worker.terminate() };
}

async function serve(count: number): Promise<void> {
  const stream = Buffer.from(
    realisticEvents(count)
      .map(({ kind, id, data }) => `event: ${kind}\nid: ${id}\ndata: ${data}\n\n`)
      .join(''),
  );
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/connect/subscribe`);
}

if (!isMainThread) void serve(workerData as number);
