import { lookup } from 'node:dns/promises';
import { describe, expect, it, vi } from 'vitest';
import { FaultServer, type FaultScript } from './fault-server.ts';
import { emptyServiceResponse, type ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import { rounds } from '../../support/breadth.ts';
import { closedPort } from '../../fixtures/loopback.ts';
import { canaryToken, startAttempt } from '../../doubles/recorded-attempt.ts';
import { selfSigned } from '../../support/self-signed.ts';

const ATTEMPTS = rounds({ usual: 10, thorough: 50 });

/** Waits with an interval of 1 ms, because sockets are faster than the default interval. */
const soon = (assertion: () => void): Promise<void> => vi.waitFor(assertion, { timeout: 60_000, interval: 1 });

function answer(fields: Partial<ServiceResponse>): ServiceResponse {
  return { ...emptyServiceResponse('stream'), ...fields };
}

/** Waits until the server has no open socket: the client hung up. */
async function expectHungUp(server: FaultServer): Promise<void> {
  await soon(() => {
    expect(server.sockets.size).toBe(0);
  });
}

describe('a stream that is cut off', () => {
  it('by a reset keeps every complete event and drops the incomplete one', async () => {
    const server = await FaultServer.start(async ({ open, write, socket }) => {
      await open();
      await write('retry: 2000\n\ndata: 1\n\n');
      await write('event: LAST\ndata: 2\n\ndata: half');
      await soon(() => {
        expect(attempt.events).toHaveLength(2);
      });
      socket.resetAndDestroy();
    });
    const attempt = startAttempt(server.url);
    expect(await attempt.ended).toEqual({
      kind: 'lost',
      code: 'ECONNRESET',
      answer: answer({ status: 200, contentType: 'text/event-stream', network: 'read ECONNRESET' }),
      retryMs: 2000,
    });
    expect(attempt.events.map(({ kind, data }) => [kind, data])).toEqual([
      ['message', '1'],
      ['LAST', '2'],
    ]);
    expect(attempt.clock.sleeping).toBe(0);
  });

  it('in the middle of a chunked body is lost, not closed', async () => {
    const server = await FaultServer.start(async ({ write, socket }) => {
      await write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
      await write('9\r\ndata: 1\n\n\r\nff\r\ndata: half');
      socket.end();
    });
    const attempt = startAttempt(server.url);
    expect(await attempt.ended).toMatchObject({ kind: 'lost', code: 'UND_ERR_SOCKET', retryMs: null });
    expect(attempt.events.map(({ data }) => data)).toEqual(['1']);
  });
});

describe('a silent stream', () => {
  it('on a half-open connection ends after exactly the silence limit and hangs up immediately', async () => {
    const server = await FaultServer.start(async ({ open, write }) => {
      await open();
      await write('retry: 5000\ndata: 1\n\n');
    });
    const attempt = startAttempt(server.url, { silenceMs: 75_000 });
    const ended = vi.fn<() => void>();
    void attempt.ended.then(ended);
    await soon(() => {
      expect(attempt.events).toHaveLength(1);
    });
    await attempt.clock.advance(74_999);
    expect(ended).not.toHaveBeenCalled();
    await attempt.clock.advance(1);
    expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: 5000 });
    expect(attempt.clock.sleeping).toBe(0);
    await expectHungUp(server);
  });

  it('without headers ends after the silence limit', async () => {
    const requested = Promise.withResolvers<void>();
    const server = await FaultServer.start(() => {
      requested.resolve();
    });
    const attempt = startAttempt(server.url);
    await requested.promise;
    await attempt.clock.advance(75_000);
    expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
    expect(attempt.opened()).toBe(false);
    await expectHungUp(server);
  });

  it('with headers but without a first event ends after the silence limit', async () => {
    const server = await FaultServer.start(({ open }) => open());
    const attempt = startAttempt(server.url);
    await soon(() => {
      expect(attempt.opened()).toBe(true);
    });
    await attempt.clock.advance(75_000);
    expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
    await expectHungUp(server);
  });
});

describe('an attempt is unreachable, with a code, for', () => {
  it('a port that refuses', async () => {
    const port = await closedPort();
    expect(await startAttempt(`http://127.0.0.1:${port}/`).ended).toEqual({
      kind: 'unreachable',
      code: 'ECONNREFUSED',
      about: 'network',
      proxy: null,
      answer: answer({ network: `connect ECONNREFUSED 127.0.0.1:${port}` }),
    });
  });

  it('a name that does not exist', async () => {
    // The code depends on a name server being available.
    const code = await lookup('stream.invalid').then(String, (error: NodeJS.ErrnoException) => error.code);
    expect(await startAttempt('http://stream.invalid/').ended).toEqual({
      kind: 'unreachable',
      code,
      about: 'network',
      proxy: null,
      answer: answer({ network: `getaddrinfo ${code} stream.invalid` }),
    });
  });

  it('a certificate of an unknown authority, and the token is not sent', async () => {
    const server = await FaultServer.start(() => undefined, selfSigned);
    expect(await startAttempt(server.url).ended).toMatchObject({
      kind: 'unreachable',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      about: 'certificate',
    });
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['hangs up without an answer', '', 'UND_ERR_SOCKET'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'HTTP_PARSER'],
    ['sends half a header and hangs up', 'HTTP/1.1 200 OK\r\nContent-Ty', 'UND_ERR_SOCKET'],
  ])('a server that %s', async (_fault, bytes, code) => {
    const server = await FaultServer.start(({ socket }) => {
      socket.end(bytes);
    });
    expect(await startAttempt(server.url).ended).toMatchObject({ kind: 'unreachable', code, about: 'network' });
  });

  it('an invalid address, or a token that no header can contain', async () => {
    expect(await startAttempt('not an address').ended).toMatchObject({ kind: 'unreachable', code: 'ERR_INVALID_URL' });
    const end = await startAttempt('http://127.0.0.1/', { accessToken: `${canaryToken}\r\nX-Evil: 1` }).ended;
    expect(end).toMatchObject({ kind: 'unreachable', code: 'ERR_INVALID_CHAR' });
    expect(JSON.stringify(end)).not.toContain('canary');
  });
});

describe('an answer that is not a stream', () => {
  it.each([
    [401, 'WWW-Authenticate: Bearer\r\n', null],
    [409, '', null],
    [503, 'Retry-After: 120\r\n', 120_000],
    [429, 'Retry-After: Thu, 01 Jan 2026 00:01:00 GMT\r\n', 60_000],
    [503, 'Retry-After: soon\r\n', null],
  ])('is refused for status %d with %j', async (status, header, retryAfterMs) => {
    const server = await FaultServer.start(async ({ write }) => {
      await write(`HTTP/1.1 ${status} Said\r\n${header}Content-Length: 11\r\n\r\nnot for you`);
    });
    expect(await startAttempt(server.url).ended).toEqual({
      kind: 'refused',
      status,
      retryAfterMs,
      answer: answer({ status, body: 'not for you' }),
    });
    await expectHungUp(server);
  });

  it('is read to 500 characters if it never ends', async () => {
    const server = await FaultServer.start(async ({ write, socket }) => {
      await write('HTTP/1.1 500 Oops\r\nConnection: close\r\n\r\n');
      const pump = (): void => {
        while (socket.writable && socket.write('€'.repeat(10_000)));
      };
      socket.on('drain', pump);
      pump();
    });
    expect(await startAttempt(server.url).ended).toEqual({
      kind: 'refused',
      status: 500,
      retryAfterMs: null,
      answer: answer({ status: 500, body: '€'.repeat(500) }),
    });
    await expectHungUp(server);
  });

  it('is waited for 2 s if it stops half-way', async () => {
    const server = await FaultServer.start(({ write }) =>
      write('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1000\r\n\r\nhalf a pa'),
    );
    const attempt = startAttempt(server.url);
    // Two sleeps: the watchdog's and the wait for the page.
    await soon(() => {
      expect(attempt.clock.sleeping).toBe(2);
    });
    await attempt.clock.advance(2_000);
    expect(await attempt.ended).toMatchObject({ kind: 'refused', status: 502 });
    expect(attempt.clock.sleeping).toBe(0);
    await expectHungUp(server);
  });

  it('is reported without the token if its body, address or type contains it', async () => {
    const responses = [
      `HTTP/1.1 401 No\r\nContent-Length: 200\r\n\r\ninvalid token ${canaryToken}, sorry`.padEnd(280),
      `HTTP/1.1 302 Found\r\nLocation: /?token=${canaryToken}\r\nContent-Length: 0\r\n\r\n`,
      `HTTP/1.1 200 OK\r\nContent-Type: text/html; t=${canaryToken}\r\nContent-Length: 60\r\n\r\n${canaryToken}`.padEnd(
        240,
      ),
    ];
    const server = await FaultServer.start(({ write, nth }) => write(responses[nth] ?? ''));
    const ends: unknown[] = [];
    for (const _ of responses) ends.push(await startAttempt(server.url).ended);
    expect(ends).toMatchObject([{ kind: 'refused' }, { kind: 'redirected' }, { kind: 'not-a-stream' }]);
    expect(JSON.stringify(ends)).not.toContain('canary');
    expect(server.requests.every((request) => request.includes(`Bearer ${canaryToken}`))).toBe(true);
  });
});

describe('aborting an attempt', () => {
  it('hangs up immediately, every time, at any stage of the attempt', async () => {
    const stages: FaultScript[] = [
      () => undefined,
      ({ open }) => open(),
      async ({ open, write }) => {
        await open();
        await write('data: 1\n\ndata: ha');
      },
      ({ write }) => write('HTTP/1.1 500 Oops\r\nContent-Length: 1000\r\n\r\nslow'),
      async ({ write }) => {
        await write(
          'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndata',
        );
      },
    ];
    const server = await FaultServer.start((exchange) => stages[exchange.nth % stages.length]?.(exchange));
    for (let attemptNumber = 0; attemptNumber < ATTEMPTS; attemptNumber++) {
      const attempt = startAttempt(server.url);
      await soon(() => {
        expect(server.requests).toHaveLength(attemptNumber + 1);
      });
      attempt.abort();
      expect(await attempt.ended).toEqual({ kind: 'aborted' });
      expect(attempt.clock.sleeping).toBe(0);
    }
    await expectHungUp(server);
  });

  it('hangs up immediately in a TLS handshake, too', async () => {
    const server = await FaultServer.start(() => undefined);
    const attempt = startAttempt(server.url.replace('http:', 'https:'));
    await soon(() => {
      expect(server.sockets.size).toBe(1);
    });
    attempt.abort();
    expect(await attempt.ended).toEqual({ kind: 'aborted' });
    await expectHungUp(server);
  });

  it('before the start makes no request', async () => {
    const server = await FaultServer.start(({ open }) => open());
    expect(await startAttempt(server.url, { signal: AbortSignal.abort() }).ended).toEqual({ kind: 'aborted' });
    expect(server.requests).toEqual([]);
  });

  it('leaves no listener on the signal', async () => {
    const server = await FaultServer.start(async ({ open, socket }) => {
      await open();
      socket.end();
    });
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await startAttempt(server.url, { signal }).ended;
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});
