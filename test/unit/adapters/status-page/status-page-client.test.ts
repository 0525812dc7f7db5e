import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../../../src-main/adapters/network/network.ts';
import { createStatusPages } from '../../../../src-main/adapters/status-page/status-page-client.ts';
import type { Validators } from '../../../../src-main/core/ports/service-client.ts';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/history.atom`;
}

const NO_VALIDATORS = { etag: null, lastModified: null };
const pages = (timeoutMs = 15_000) => createStatusPages({ network: createNetwork({ env: {} }), timeoutMs });
const read = (url: string, validators: Validators = NO_VALIDATORS, timeoutMs?: number) =>
  pages(timeoutMs).read({ url, profile: { proxy: 'none' }, validators }, new AbortController().signal);

const LISTED = JSON.stringify({ incidents: [{ id: '1', created_at: '2026-11-29T12:05:00Z' }] });

test('sends no credentials, and asks only for changes', async () => {
  const requests: IncomingHttpHeaders[] = [];
  const url = await serve((request, response) => {
    requests.push(request.headers);
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"v1"', 'last-modified': 'Sun, 29 Nov 2026 12:05:00 GMT', 'set-cookie': 'a=b' })
        .end(LISTED);
  });
  const answer = await read(url);
  expect(answer).toMatchObject({ kind: 'incidents', incidents: [{ id: '1' }] });
  const validators = { etag: '"v1"', lastModified: 'Sun, 29 Nov 2026 12:05:00 GMT' };
  expect(answer).toHaveProperty('validators', validators);
  expect(await read(url, validators)).toEqual({ kind: 'unchanged' });
  expect(requests[1]).toMatchObject({ 'if-modified-since': validators.lastModified });
  for (const headers of requests) {
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  }
});

test.for([
  [302, { location: '/elsewhere' }, { kind: 'redirected', to: expect.stringMatching(/^http:.*\/elsewhere$/) }, null],
  [401, {}, { kind: 'refused', status: 401 }, null],
  [503, { 'retry-after': '600' }, { kind: 'refused', status: 503 }, 600_000],
] as const)('HTTP %d is a failure', async ([status, headers, problem, retryAfterMs]) => {
  const url = await serve((_, response) => response.writeHead(status, headers).end());
  expect(await read(url)).toEqual({ kind: 'failed', problem, retryAfterMs });
});

test('a page of more than 2 MiB is refused, however long it goes on', async () => {
  const url = await serve((_, response) => {
    const chunk = Buffer.alloc(65_536, 0x20);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', write);
    };
    write();
  });
  expect(await read(url)).toMatchObject({ kind: 'failed', problem: { kind: 'too-large' } });
});

test('a page that sends nothing, and one that is not there, do not answer', async () => {
  const silent = await serve(() => undefined);
  expect(await read(silent, NO_VALIDATORS, 200)).toMatchObject({
    problem: { kind: 'no-answer', detail: 'No complete answer within 0.2 s.' },
  });
  const refusing = createServer().listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  await new Promise((resolve) => refusing.close(resolve));
  const gone = await read(`http://127.0.0.1:${port}/history.atom`);
  expect(gone).toMatchObject({ problem: { kind: 'no-answer', detail: expect.stringContaining('ECONNREFUSED') } });
});

test.for([
  ['application/rss+xml; charset=iso-8859-1', '<?xml version="1.0"?>', 'latin1'],
  ['text/xml', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1'],
  ['text/xml', '\uFEFF<?xml version="1.0" encoding="UTF-16"?>', 'utf16le'],
  ['text/html', '<?xml version="1.0"?>', 'utf8'],
] as const)('the encoding of %s %s is recognized', async ([type, head, encoding]) => {
  const item = '<item><title>Störung</title><pubDate>Sun, 29 Nov 2026 12:05:00 GMT</pubDate></item>';
  const url = await serve((_, response) =>
    response
      .writeHead(200, { 'content-type': type })
      .end(Buffer.from(`${head}<rss version="2.0"><channel>${item}</channel></rss>`, encoding)),
  );
  expect(await read(url)).toMatchObject({ incidents: [{ title: 'Störung' }] });
});

test('ends when the signal is aborted', async () => {
  const abort = new AbortController();
  const url = await serve(() => abort.abort(new Error('stopped')));
  const reading = pages().read({ url, profile: { proxy: 'none' }, validators: NO_VALIDATORS }, abort.signal);
  await expect(reading).rejects.toThrow('stopped');
});
