import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import { ApplicationDouble } from '../../doubles/application.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { buildPage, type BuiltPageFolder, MARKER } from './built-page.ts';
import { parsePolicy, strictPolicy } from './parse-policy.ts';
import { letIn, requestText, sendRaw, sessionRequest } from './raw-http.ts';
import { RecordingLog } from './recording-log.ts';

describe('the web host', () => {
  const clock = new FakeClock();
  const log = new RecordingLog();
  let application: ApplicationDouble;
  let links: string[];
  let page: BuiltPageFolder;
  let host: WebHost;
  let port: number;

  const start = (wantedPort = 0, rendererDirectory = page.directory) =>
    startWebHost({
      port: wantedPort,
      application,
      rendererDirectory,
      clock,
      log,
      onLaunchLink: (url) => links.push(url),
    });

  const get = (path: string, headers: readonly string[] = [], name = `127.0.0.1:${port}`) =>
    sendRaw(port, requestText(`GET ${path} HTTP/1.1`, [`Host: ${name}`, ...headers]));

  const openSocket = (cookie: string) =>
    new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { origin: host.origin, headers: { Cookie: cookie } });

  /** A page's own client, with what the browser adds to it. */
  const openApi = (cookie: string) => {
    class BrowserSocket extends WebSocket {
      constructor(url: string | URL) {
        super(url, { origin: host.origin, headers: { Cookie: cookie } });
      }
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client knows the browser's class alone
    const client = createWSClient({ url: `ws://127.0.0.1:${port}/api/socket`, WebSocket: BrowserSocket as never });
    return { client, api: createTRPCClient<AppRouter>({ links: [wsLink({ client })] }) };
  };

  beforeEach(async () => {
    application = new ApplicationDouble('1.2.3');
    links = [];
    page = await buildPage();
    host = await start();
    port = Number(new URL(host.origin).port);
  });

  afterEach(async () => {
    await host.stop();
    await page.remove();
    await clock.advance(60_000); // so that no test meets the limits that another used up
  });

  it('prints a link that lets one browser in, to the page and to the API', async () => {
    expect(host.launchUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#launch=[\w-]{43}$/);
    const cookie = await letIn(host.launchUrl);
    const index = await get('/', [`Cookie: ${cookie}`]);
    expect([index.status, index.headers.get('content-type'), index.body.includes(MARKER)]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ]);
    const { api, client } = openApi(cookie);
    expect(await api.host.describe.query()).toEqual({
      version: '1.2.3',
      capabilities: { osKeychain: false, practice: false },
    });
    await client.close();
  });

  it('gives the page a policy with a nonce of its own and its own socket, and no script but its files', async () => {
    const cookie = await letIn(host.launchUrl);
    const nonces = new Set<string>();
    for (const name of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const { body, headers } = await get('/', [`Cookie: ${cookie}`], name);
      const nonce = /<style nonce="([^"]+)">/.exec(body)?.[1] ?? '';
      expect(parsePolicy(headers.get('content-security-policy') ?? '')).toEqual({
        ...strictPolicy,
        'style-src': ["'self'", `'nonce-${nonce}'`].toSorted(),
        'connect-src': ["'self'", `ws://${name}`].toSorted(),
      });
      expect(body).not.toContain('__CSP_NONCE__');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  it('sends its guards with every answer, and lets hashed files alone be kept', async () => {
    const cookie = await letIn(host.launchUrl);
    const kept = async (path: string) => {
      const { status, headers } = await get(path, [`Cookie: ${cookie}`]);
      return [
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('x-content-type-options'),
        headers.get('referrer-policy'),
        headers.get('cross-origin-resource-policy'),
        headers.get('cross-origin-opener-policy'),
      ];
    };
    const guards = ['nosniff', 'no-referrer', 'same-origin', 'same-origin'];
    expect([
      await kept('/'),
      await kept('/assets/app-B3xk.js'),
      await kept('/icon.svg'),
      await kept('/absent'),
      await kept('/..'),
    ]).toEqual([
      [200, 'text/html; charset=utf-8', 'no-store', ...guards],
      [200, 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable', ...guards],
      [200, 'image/svg+xml', 'no-store', ...guards],
      [404, 'text/plain; charset=utf-8', 'no-store', ...guards],
      [400, 'text/plain; charset=utf-8', 'no-store', ...guards],
    ]);
  });

  it('answers a browser without a session with the launch page, and with nothing else', async () => {
    const answers = await Promise.all(
      ['/', '/launch.js', '/launch.css', '/favicon.ico', '/assets/app-B3xk.js', '/absent', '/api/socket'].map((path) =>
        get(path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204, 401, 401, 401]);
    expect(answers.filter(({ text }) => text.includes(MARKER))).toEqual([]);
    expect(answers[0]?.body).toContain('This browser has no session here.');
    expect(parsePolicy(answers[0]?.headers.get('content-security-policy') ?? '')).toEqual(strictPolicy);
  });

  it('says that a link was used or too old, and prints a fresh one that works', async () => {
    const first = host.launchUrl;
    expect(await letIn(first)).not.toBe('');
    const { status, body } = await sendRaw(port, sessionRequest(port, JSON.stringify({ token: first.split('=')[1] })));
    expect([status, body]).toEqual([
      401,
      'This link has been used, or is older than a minute. A fresh one is in the terminal in which Watchfloor runs.',
    ]);
    expect(links).toEqual([expect.stringMatching(/#launch=[\w-]{43}$/)]);
    expect(await letIn(links[0] ?? '')).not.toBe('');
  });

  it('refuses a link after a minute', async () => {
    await clock.advance(60_000);
    expect(await letIn(host.launchUrl)).toBe('');
    expect(links).toHaveLength(1);
  });

  it('prints a fresh link when the page asks for one, but does not fill the terminal', async () => {
    const request = sessionRequest(port, JSON.stringify({ fresh: true }));
    const answers = [await sendRaw(port, request), await sendRaw(port, request)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(links).toHaveLength(1);
  });

  it('gives no session for a body that is no launch request', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '{}',
      '{"token":1}',
      '{"token":"a","fresh":true}',
      '{"__proto__":{"token":"a"}}',
    ];
    const answers = await Promise.all(bodies.map((body) => sendRaw(port, sessionRequest(port, body))));
    expect(answers.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(
      bodies.map(() => [400, undefined]),
    );
  });

  it('tells a page whether its session is open', async () => {
    const cookie = await letIn(host.launchUrl);
    const answers = [await get('/session', [`Cookie: ${cookie}`]), await get('/session')];
    expect(answers.map(({ status }) => status)).toEqual([204, 401]);
  });

  it('knows no session of the host that ran before on the same port', async () => {
    const cookie = await letIn(host.launchUrl);
    await host.stop();
    host = await start(port);
    const [index, asset] = [await get('/', [`Cookie: ${cookie}`]), await get('/icon.svg', [`Cookie: ${cookie}`])];
    expect([index.body.includes('This browser has no session here.'), asset.status]).toEqual([true, 401]);
  });

  it('ends what the API has in progress when it stops, and stops once however often it is told', async () => {
    const { api, client } = openApi(await letIn(host.launchUrl));
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<unknown>();
    api.watch.feed.subscribe(undefined, {
      onData: ({ data }) => begun.resolve(data),
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error !== null) ended.resolve();
      },
    });
    expect(await begun.promise).toEqual({ at: 0, watches: [] });
    expect(application.openFeeds).toBe(1);
    await Promise.all([host.stop(), host.stop()]);
    await ended.promise;
    await expect.poll(() => application.openFeeds).toBe(0);
    await client.close();
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('holds eight sockets, and refuses the ninth until one has gone', async () => {
    const cookie = await letIn(host.launchUrl);
    const sockets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = openSocket(cookie);
        await once(socket, 'open');
        return socket;
      }),
    );
    await expect(once(openSocket(cookie), 'open')).rejects.toThrow('Unexpected server response: 503');
    sockets[0]?.close();
    await expect
      .poll(() =>
        once(openSocket(cookie), 'open').then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
  });

  it('cuts a socket that sends more than a megabyte at once', async () => {
    const socket = openSocket(await letIn(host.launchUrl));
    await once(socket, 'open');
    socket.send('x'.repeat(2 ** 20 + 1));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  it('cuts a page that stopped reading, rather than keep for it what it does not take', async () => {
    application = new ApplicationDouble('x'.repeat(2 ** 20));
    await host.stop();
    host = await start(port);
    const socket = openSocket(await letIn(host.launchUrl));
    await once(socket, 'open');
    socket.send(JSON.stringify({ id: 0, method: 'subscription', params: { path: 'watch.feed' } }));
    await expect.poll(() => application.openFeeds).toBe(1);
    socket.pause();
    for (let id = 1; id <= 40; id += 1)
      socket.send(JSON.stringify({ id, method: 'query', params: { path: 'host.describe' } }));
    await expect.poll(() => application.openFeeds).toBe(0);
    socket.terminate();
  });

  it('cuts a page that sleeps, however little it is told, and keeps one that answers', async () => {
    const cookie = await letIn(host.launchUrl);
    const asleep = openSocket(cookie);
    const awake = openSocket(cookie);
    let answers = 0;
    awake.on('message', (message: Buffer) => {
      if (message.toString() !== 'PING') return;
      answers += 1;
      awake.send('PONG');
    });
    await Promise.all([once(asleep, 'open'), once(awake, 'open')]);
    await once(asleep, 'close');
    await expect.poll(() => answers).toBeGreaterThan(1);
    expect(awake.readyState).toBe(WebSocket.OPEN);
    awake.terminate();
  });

  it('holds sixty-four connections, and cuts the next', async () => {
    const idle: Socket[] = [];
    for (let count = 0; count < 64; count += 1) {
      const socket = connect(port, '127.0.0.1');
      idle.push(socket);
      await once(socket, 'connect');
    }
    expect(await get('/')).toMatchObject({ status: null, text: '' });
    const gone = idle.map((socket) => once(socket, 'close'));
    await host.stop();
    await Promise.all(gone);
  });

  it('[HOST-2] asks nobody for a body before it has judged the request', async () => {
    const waiting = (name: string) =>
      sessionRequest(port, JSON.stringify({ fresh: true }))
        .replace(`Host: 127.0.0.1:${port}`, `Host: ${name}`)
        .replace('Connection: close', 'Expect: 100-continue\r\nConnection: close');
    const [own, foreign, unknown] = [
      await sendRaw(port, waiting(`127.0.0.1:${port}`)),
      await sendRaw(port, waiting('evil.example')),
      await sendRaw(port, waiting(`127.0.0.1:${port}`).replace('100-continue', 'a-miracle')),
    ];
    expect(own.text.startsWith('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 ')).toBe(true);
    expect([foreign.status, unknown.status]).toEqual([421, 417]);
  });

  it('[HOST-3] logs a kind of refusal at once, and then once a minute with how often it came', async () => {
    log.entries.length = 0;
    const refused = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await sendRaw(port, askFor('evil.example'));
    };
    const fields = { status: 421, reason: 'The Host header names another host.' };
    await refused(30);
    await get('/absent');
    expect(log.entries.map((entry) => entry.fields)).toEqual([
      { ...fields, count: 1 },
      { status: 401, reason: expect.any(String), count: 1 },
    ]);
    await clock.advance(60_000);
    await refused(2);
    expect(log.entries.slice(2).map((entry) => entry.fields)).toEqual([{ ...fields, count: 30 }]);
    await host.stop();
    expect(log.entries.slice(3).map((entry) => entry.fields)).toEqual([{ ...fields, count: 1 }]);
  });

  it('[HOST-4] refuses the thirty-third feed of a socket, and gives a page of its own socket as many', async () => {
    const cookie = await letIn(host.launchUrl);
    const greedy = openApi(cookie);
    const codes: unknown[] = [];
    for (let feed = 0; feed < 200; feed += 1)
      greedy.api.watch.feed.subscribe(undefined, { onError: ({ data }) => codes.push(data?.appCode) });
    await expect.poll(() => codes.length).toBe(168);
    expect({ codes: [...new Set(codes)], feeds: application.openFeeds }).toEqual({
      codes: ['TOO_MANY_FEEDS'],
      feeds: 32,
    });
    const modest = openApi(cookie);
    const begun = Promise.withResolvers<unknown>();
    modest.api.watch.feed.subscribe(undefined, { onData: ({ data }) => begun.resolve(data), onError: begun.reject });
    expect(await begun.promise).toEqual({ at: 0, watches: [] });
    await Promise.all([greedy.client.close(), modest.client.close()]);
    await expect.poll(() => application.openFeeds).toBe(0);
  });

  it('says what to do where the page has not been built', async () => {
    await expect(start(0, `${page.directory}/assets`)).rejects.toMatchObject({
      data: { code: 'PAGE_MISSING', facts: { problem: 'not-built' } },
    });
  });

  it('says what to do where its port is taken', async () => {
    await expect(start(port)).rejects.toMatchObject({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: `Port ${port} is in use by another program. Choose another with --port.` },
      },
    });
  });
});

function askFor(name: string): string {
  return requestText('GET / HTTP/1.1', [`Host: ${name}`]);
}

const ipv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer().on('error', () => resolve(false));
  probe.listen({ host: '::1', port: 0 }, () => probe.close(() => resolve(true)));
});

describe.skipIf(!ipv6)('the web host on a machine with IPv6', () => {
  let page: BuiltPageFolder;
  let host: WebHost;

  const start = (port: number) =>
    startWebHost({
      port,
      application: new ApplicationDouble(),
      rendererDirectory: page.directory,
      clock: new FakeClock(),
      log: new RecordingLog(),
    });
  beforeEach(async () => {
    page = await buildPage();
  });
  afterEach(async () => {
    await host.stop();
    await page.remove();
  });

  it('answers at [::1] as well', async () => {
    host = await start(0);
    const port = Number(new URL(host.origin).port);
    expect((await sendRaw(port, askFor(`[::1]:${port}`), '::1')).status).toBe(200);
  });

  it('answers at 127.0.0.1 alone, and not by the name [::1], where another program has the port there', async () => {
    const another = createServer().listen({ host: '::1', port: 0 });
    await once(another, 'listening');
    const address = another.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    host = await start(port);
    const statuses = [
      (await sendRaw(port, askFor(`127.0.0.1:${port}`))).status,
      (await sendRaw(port, askFor(`[::1]:${port}`))).status,
    ];
    another.close();
    expect(statuses).toEqual([200, 421]);
  });
});
