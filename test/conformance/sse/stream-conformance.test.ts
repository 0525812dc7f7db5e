/** Tests the real transport with the public suite for event streams, over a real HTTP server. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { causeOf } from '../../../src-main/core/stream/cause.ts';
import { attemptLost } from '../../doubles/watched-stream.ts';
import { emptyServiceResponse, type ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import { canaryToken, startAttempt } from '../../doubles/recorded-attempt.ts';
import { listen, type LoopbackServer } from '../../fixtures/loopback.ts';
import { streamCases } from './stream-cases.ts';

let server: Server;
let loopback: LoopbackServer;

function serve(listener: RequestListener): string {
  server.removeAllListeners('request').on('request', listener);
  return `http://127.0.0.1:${loopback.port}/connect/subscribe`;
}

beforeAll(async () => {
  server = createServer();
  loopback = await listen(server);
});
afterEach(() => server.closeAllConnections());
afterAll(() => loopback.stop());

function responseOf(status: number, contentType: string | null, body: string | null): ServiceResponse {
  return { ...emptyServiceResponse('stream'), status, contentType, body };
}

afterAll(() => {
  console.log(`conformance: ${streamCases.length} streams, each sent whole and byte by byte`);
});

describe('the stream reader follows the standard', () => {
  describe.each([
    ['sent in one write', (body: Uint8Array) => [body]],
    ['sent byte by byte', (body: Uint8Array) => Array.from(body, (byte) => Uint8Array.of(byte))],
  ])('%s', (_manner, partsOf) => {
    it.each(streamCases)('$name', async (streamCase) => {
      const { body, contentType = 'text/event-stream', events, retryMs, cutBytes } = streamCase;
      const url = serve((_request, response) => {
        response.writeHead(200, { 'content-type': contentType });
        response.socket?.setNoDelay(true);
        for (const part of partsOf(Buffer.from(body))) response.write(part);
        response.end();
      });
      const attempt = startAttempt(url);
      expect(await attempt.ended).toEqual({ kind: 'closed', retryMs: retryMs ?? null, cutBytes: cutBytes ?? 0 });
      expect(attempt.events.map(({ kind, id, data }) => ({ kind, id, data }))).toEqual(events);
      const lastOfAnEvent = events.findLast(({ id }) => id !== null)?.id ?? '';
      expect(attempt.lastEventId()).toBe(streamCase.lastEventId ?? lastOfAnEvent);
    });
  });
});

it.each([
  ['data: Br\u00f8nd', [], undefined],
  ['data: \u{1F511}', [], undefined],
  ['data: already \uFFFD', [], undefined],
  ['data: Br', [0xf8, 0x6e], String.raw`\xF8`],
  ['data: ', [0xc3, 0xa9, 0xe9, 0x20, 0xfc], String.raw`\xE9\xFC`],
  ['id: ', [0xe2, 0x82, 0x0a, 0x64, 0x61, 0x74, 0x61], String.raw`\xE2\x82`],
  ['data: ', [0xed, 0xa0, 0x80, 0xc0, 0xaf, 0xf5], String.raw`\xED\xA0\x80\xC0\xAF\xF5`],
  ['data: ', Array.from({ length: 40 }, () => 0xff), `${String.raw`\xFF`.repeat(32)}…`],
])('[DECODE-5] reports the bytes of %j with %j that are not UTF-8', async (line, bytes, replaced) => {
  const url = serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(Buffer.concat([Buffer.from(line), Buffer.from(bytes), Buffer.from('\n\n')]));
  });
  const attempt = startAttempt(url);
  await attempt.ended;
  expect(attempt.events.map(({ replacedBytes }) => replacedBytes)).toEqual([replaced]);
});

it('reads a compressed stream event by event, although none was requested', async () => {
  let sentLastEventId: string | string[] | undefined;
  const url = serve((request, response) => {
    sentLastEventId = request.headers['accept-encoding'];
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    const compressed = createGzip();
    compressed.pipe(response);
    compressed.write('data: 1\n\n');
    compressed.flush();
  });
  const first = Promise.withResolvers<string>();
  const attempt = startAttempt(url, {
    onEvent: ({ data }) => {
      first.resolve(data);
    },
  });
  // The stream is still open, so only the flush can have sent this.
  expect([await first.promise, sentLastEventId]).toEqual(['1', 'identity']);
  attempt.abort();
  expect(await attempt.ended).toEqual({ kind: 'aborted' });
});

it.each([
  ['gzip', 'Z_DATA_ERROR'],
  ['deflate', 'Z_DATA_ERROR'],
  ['br', expect.stringMatching(/^ERR__ERROR_FORMAT_/)],
])('[STREAM-32] ends with the code of the encoding if a stream labelled %s is plain text', async (encoding, code) => {
  const url = serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding });
    response.write('event: HEARTBEAT\ndata: {}\n\n');
  });
  const end = await startAttempt(url).ended;
  expect(end).toMatchObject({ kind: 'lost', code });
  expect(causeOf(end.kind === 'lost' ? end : attemptLost, false).kind).toBe('changed-on-the-way');
});

it('passes on the program that the head of the stream names, without a token that it echoes', async () => {
  const url = serve((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      server: 'nginx/1.22.1',
      via: `1.1 varnish, 1.1 ${canaryToken}`,
    });
    response.write('data: 1\n\n');
  });
  const head = Promise.withResolvers<ServiceResponse>();
  const attempt = startAttempt(url, { onOpen: head.resolve });
  const { server: program, via } = await head.promise;
  expect([program, via]).toEqual(['nginx/1.22.1', expect.stringMatching(/^1\.1 varnish, 1\.1 (?!eyJ)/)]);
  expect(via).not.toContain(canaryToken);
  attempt.abort();
});

describe('the stream reader refuses a response with', () => {
  it.each([
    'text/x-bogus',
    'text/event-streamx',
    'text/event-stream, text/html',
    'xtext/event-stream',
    'application/json',
    'text/html; charset=utf-8',
    '',
  ])('content type %j (format-mime-bogus)', async (contentType) => {
    const url = serve((_request, response) => {
      response.writeHead(200, { 'content-type': contentType });
      response.end('data: x\n\n');
    });
    const attempt = startAttempt(url);
    expect(await attempt.ended).toEqual({
      kind: 'not-a-stream',
      contentType,
      answer: responseOf(200, contentType, 'data: x\n\n'),
    });
    expect([attempt.opened(), attempt.events]).toEqual([false, []]);
  });

  it('no content type', async () => {
    const url = serve((_request, response) => response.end('data: x\n\n'));
    expect(await startAttempt(url).ended).toEqual({
      kind: 'not-a-stream',
      contentType: null,
      answer: responseOf(200, null, 'data: x\n\n'),
    });
  });

  it.each([
    201, 202, 204, 205, 206, 210, 299, 300, 304, 400, 401, 403, 404, 409, 410, 423, 429, 500, 502, 503, 504, 599,
  ])('status %d and the right content type (request-status-error)', async (status) => {
    const url = serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      response.end('data: x\n\n');
    });
    const body = [204, 205, 304].includes(status) ? '' : 'data: x\n\n';
    const attempt = startAttempt(url);
    expect(await attempt.ended).toEqual({
      kind: 'refused',
      status,
      retryAfterMs: null,
      answer: responseOf(status, 'text/event-stream', body),
    });
    expect([attempt.opened(), attempt.events]).toEqual([false, []]);
  });

  // Differs from the suite (request-redirect), which follows redirects: the token belongs to the address in the
  // profile.
  it.each([301, 302, 303, 307, 308])('redirect %d, even to the same server', async (status) => {
    const requests: (string | undefined)[] = [];
    const url = serve((request, response) => {
      requests.push(request.url);
      if (request.url === '/elsewhere') response.writeHead(200, { 'content-type': 'text/event-stream' });
      else response.writeHead(status, { location: '/elsewhere', 'content-type': 'text/event-stream' });
      response.end('data: x\n\n');
    });
    const attempt = startAttempt(url);
    expect(await attempt.ended).toEqual({
      kind: 'redirected',
      status,
      answer: { ...responseOf(status, 'text/event-stream', null), location: '/elsewhere' },
    });
    expect([requests, attempt.events]).toEqual([['/connect/subscribe'], []]);
  });

  it('a redirect without a location', async () => {
    const url = serve((_request, response) => response.writeHead(302).end());
    expect(await startAttempt(url).ended).toEqual({
      kind: 'redirected',
      status: 302,
      answer: responseOf(302, null, null),
    });
  });
});

async function headersOf(
  lastEventId: string | null,
): Promise<{ method: string | undefined; headers: IncomingHttpHeaders }> {
  let seen: { method: string | undefined; headers: IncomingHttpHeaders } = { method: '', headers: {} };
  const url = serve((request, response) => {
    seen = { method: request.method, headers: request.headers };
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
  });
  await startAttempt(url, { lastEventId }).ended;
  return seen;
}

describe('the request', () => {
  it('accepts event streams, forbids storing and carries the token (request-accept, request-cache-control)', async () => {
    const { method, headers } = await headersOf(null);
    expect({
      method,
      accept: headers.accept,
      'cache-control': headers['cache-control'],
      authorization: headers.authorization,
      'last-event-id': headers['last-event-id'],
    }).toEqual({
      method: 'GET',
      accept: 'text/event-stream',
      'cache-control': 'no-store',
      authorization: `Bearer ${canaryToken}`,
      'last-event-id': undefined,
    });
  });

  it('carries the last event id as its UTF-8 bytes (format-field-id)', async () => {
    const { headers } = await headersOf('2026…😀');
    expect(Buffer.from(String(headers['last-event-id']), 'latin1').toString('utf8')).toBe('2026…😀');
  });

  it.each([
    ['an empty one', ''],
    ['one with a control character', 'a\u0001b'],
    ['one too long for a header', 'x'.repeat(100_000)],
  ])('has no last event id if that cannot be sent: %s', async (_which, lastEventId) => {
    expect((await headersOf(lastEventId)).headers['last-event-id']).toBeUndefined();
  });
});
