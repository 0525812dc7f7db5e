/**
 * Tests requests to the service over real sockets: answers up to a size limit, no redirect, and no token in any text.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createNetwork } from '../../../../src-main/adapters/network/network.ts';
import { createServiceClient } from '../../../../src-main/adapters/service/service-client.ts';
import type { ServiceRequest } from '../../../../src-main/core/ports/service-client.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { listening } from '../../../fixtures/loopback.ts';

const token = 'canary-0123456789abcdef-token';

async function service(respond: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const { port, sockets } = await listening(createServer(respond));
  const baseUrl = `http://127.0.0.1:${port}/api`;
  const client = createServiceClient({ network: createNetwork({ env: {} }) });
  const send = (changes: Partial<ServiceRequest> = {}, signal = new AbortController().signal) =>
    client.send(
      {
        profile: { ...someProfile, baseUrl },
        method: 'GET',
        path: '/rights',
        accessToken: token,
        timeoutMs: 5_000,
        maxBytes: 1_000,
        ...changes,
      },
      signal,
    );
  return { baseUrl, sockets, send };
}

test('a request sends the token and its body, and returns the complete answer', async () => {
  const received: unknown[] = [];
  const { send, sockets } = await service(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    const { authorization, accept, 'content-type': type } = request.headers;
    received.push([request.method, request.url, authorization, accept, type, body]);
    response.writeHead(418, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '7',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    });
    response.end('{"a":"ü"}');
  });
  const { headers, ...result } = await send({ method: 'POST', path: '/search', body: '{"limit":1}' });
  expect(headers).toEqual([
    ['connection', 'keep-alive'],
    ['content-type', 'application/json; charset=utf-8'],
    ['date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['keep-alive', 'timeout=5'],
    ['retry-after', '7'],
    ['transfer-encoding', 'chunked'],
  ]);
  expect(result).toEqual({
    status: 418,
    contentType: 'application/json',
    retryAfterMs: 7_000,
    serviceTime: Date.UTC(2026, 0, 1),
    bytes: 10,
    text: '{"a":"ü"}',
  });
  expect(received).toEqual([
    ['POST', '/api/search', `Bearer ${token}`, 'application/json', 'application/json', '{"limit":1}'],
  ]);
  await expect.poll(() => sockets.size).toBe(0);
});

test('[LEAK-1] a redirect is returned and not followed, so the token stays with the service', async () => {
  const other: unknown[] = [];
  const elsewhere = await service((request, response) => {
    other.push(request.headers);
    response.end();
  });
  const { send } = await service((_request, response) => {
    response.writeHead(307, { location: elsewhere.baseUrl }).end();
  });
  expect(await send()).toMatchObject({ status: 307 });
  expect(other).toEqual([]);
});

test.each([
  ['as plain text', (sent: string) => sent],
  ['in base64', (sent: string) => Buffer.from(sent).toString('base64')],
  ['in reverse', (sent: string) => Array.from(sent).toReversed().join('')],
])('[LEAK-1] a token that the service repeats %s is removed from the answer', async (_, encoded) => {
  const { send } = await service((_request, response) => response.end(`you sent ${encoded(token)}.`));
  expect((await send()).text).toMatch(/^you sent \[access token\]/);
});

describe('a request without a complete answer', () => {
  test('reads no more than its size limit', async () => {
    const { send, sockets } = await service((_request, response) => {
      response.on('error', () => undefined);
      const more = () => response.write('x'.repeat(10_000), more);
      more();
    });
    await expect(send()).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE', about: 'answer' });
    await expect.poll(() => sockets.size).toBe(0);
  });

  test.each([
    ['no answer', (_request: IncomingMessage, _response: ServerResponse) => undefined],
    ['an answer that stops', (_request: IncomingMessage, response: ServerResponse) => response.write('{')],
  ])('fails with TIMEOUT after %s', async (_, respond) => {
    const { send, sockets } = await service(respond);
    await expect(send({ timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT', about: 'time' });
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('fails with a network failure after a reset', async () => {
    const { send } = await service((request) => request.socket.resetAndDestroy());
    await expect(send()).rejects.toMatchObject({ name: 'ServiceFailure', about: 'network' });
  });

  test('ends immediately with the reason of an abort, and leaves no socket', async () => {
    const { send, sockets } = await service(() => undefined);
    const enough = new AbortController();
    const asked = send({}, enough.signal);
    await expect.poll(() => sockets.size).toBe(1);
    const given = new Error('given up');
    enough.abort(given);
    await expect(asked).rejects.toBe(given);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('reports an invalid caFile as an error in the profile', async () => {
    const { send } = await service(() => undefined);
    await expect(send({ profile: { ...someProfile, caFile: '/nowhere.pem' } })).rejects.toMatchObject({
      data: { code: 'BAD_PROFILE' },
    });
  });
});

test('[LEAK-1] a token that the service repeats as the content type is removed from the answer', async () => {
  const { send } = await service((_request, response) => {
    response.writeHead(200, { 'content-type': `text/${token}` }).end();
  });
  const { contentType } = await send();
  expect(contentType).toBe('text/[access token]');
});

describe('consecutive requests', () => {
  const ports = (request: IncomingMessage) => request.socket.remotePort;

  test('share a connection, which is closed when it is no longer used', async () => {
    const received: unknown[] = [];
    const { send, sockets } = await service((request, response) => {
      received.push(ports(request));
      response.end('{}');
    });
    for (let page = 0; page < 10; page += 1) await send();
    expect(received).toHaveLength(10);
    // An answer can be complete before its connection is free again.
    expect(new Set(received).size).toBeLessThan(3);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('use another connection if the service has just closed the old one', async () => {
    let asked = 0;
    const { send } = await service((request, response) => {
      asked += 1;
      if (asked === 2) request.socket.resetAndDestroy();
      else response.end(String(asked));
    });
    expect([(await send()).text, (await send()).text]).toEqual(['1', '3']);
  });

  test('are not repeated if a new connection fails', async () => {
    let asked = 0;
    const { send } = await service((request) => {
      asked += 1;
      request.socket.resetAndDestroy();
    });
    await expect(send()).rejects.toMatchObject({ name: 'ServiceFailure' });
    expect(asked).toBe(1);
  });

  test('have their own tokens, and aborting one does not end the others', async () => {
    const received: unknown[] = [];
    const waiting = new Map<string, ServerResponse>();
    const { send, sockets } = await service((request, response) => {
      received.push(request.headers.authorization);
      waiting.set(request.url ?? '', response);
    });
    const enough = new AbortController();
    const given = send({ path: '/a', accessToken: 'token-of-a' }, enough.signal);
    const stays = send({ path: '/b', accessToken: 'token-of-b' });
    await expect.poll(() => waiting.size).toBe(2);
    enough.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    waiting.get('/api/b')?.end('b');
    expect((await stays).text).toBe('b');
    expect(new Set(received)).toEqual(new Set(['Bearer token-of-a', 'Bearer token-of-b']));
    await expect.poll(() => sockets.size).toBe(0);
  });
});

test('an answer that arrives byte by byte counts only its own bytes', async () => {
  const bytes = 200_000;
  const { send } = await service((_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    response.socket?.end(`${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`);
  });
  expect(await send({ maxBytes: bytes })).toMatchObject({ bytes, text: 'x'.repeat(bytes) });
});
