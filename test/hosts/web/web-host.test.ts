import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hostDescription } from '../../doubles/host-description.ts';
import { FONT, MARKER } from './built-page.ts';
import { parsePolicy, strictPolicy } from './parse-policy.ts';
import { getRequest, letIn, sendRaw, sessionRequest } from './raw-http.ts';
import { testedWebHost } from './tested-web-host.ts';

describe('the web host', () => {
  const web = testedWebHost();

  it('prints a link that gives one browser access to the page and the API', async () => {
    expect(web.host.launchUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#launch=[\w-]{43}$/);
    const cookie = await letIn(web.host.launchUrl);
    const index = await web.get('/', [`Cookie: ${cookie}`]);
    expect([index.status, index.headers.get('content-type'), index.body.includes(MARKER)]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ]);
    const { api, client } = web.openApi(cookie);
    expect(await api.host.describe.query()).toEqual(hostDescription);
    await client.close();
  });

  it('frees its port if it stops before it has loaded what serves the page', async () => {
    const host = await web.start();
    await host.stop();
    const again = await web.start(Number(new URL(host.origin).port));
    expect(again.origin).toBe(host.origin);
    await again.stop();
  });

  it('sends the page a policy with its own nonce and socket, and no script but its files', async () => {
    const cookie = await letIn(web.host.launchUrl);
    const nonces = new Set<string>();
    for (const name of [`127.0.0.1:${web.port}`, `localhost:${web.port}`]) {
      const { body, headers } = await web.get('/', [`Cookie: ${cookie}`], name);
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

  it('sends its security headers with every answer, and allows caching only for hashed files', async () => {
    const cookie = await letIn(web.host.launchUrl);
    const isCached = async (path: string) => {
      const { status, headers } = await web.get(path, [`Cookie: ${cookie}`]);
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
      await isCached('/'),
      await isCached('/assets/app-B3xk.js'),
      await isCached('/icon.svg'),
      await isCached('/absent'),
      await isCached('/..'),
    ]).toEqual([
      [200, 'text/html; charset=utf-8', 'no-store', ...guards],
      [200, 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable', ...guards],
      [200, 'image/svg+xml', 'no-store', ...guards],
      [404, 'text/plain; charset=utf-8', 'no-store', ...guards],
      [400, 'text/plain; charset=utf-8', 'no-store', ...guards],
    ]);
  });

  it('answers a browser without a session with the launch page and nothing else', async () => {
    const responses = await Promise.all(
      [
        '/',
        '/launch.js',
        '/launch.css',
        '/launch.woff2',
        '/favicon.ico',
        '/assets/app-B3xk.js',
        '/absent',
        '/api/socket',
      ].map((path) => web.get(path)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204, 401, 401, 401]);
    expect(['content-type', 'content-length'].map((name) => responses[3]?.headers.get(name))).toEqual([
      'font/woff2',
      String(statSync(FONT).size),
    ]);
    expect(responses[2]?.body).toContain('/launch.woff2');
    expect(responses[0]?.body).toContain('Settings, About: Open in another browser');
    expect(responses.filter(({ text }) => text.includes(MARKER))).toEqual([]);
    expect(responses[0]?.body).toContain('This browser has no session yet');
    expect(parsePolicy(responses[0]?.headers.get('content-security-policy') ?? '')).toEqual(strictPolicy);
  });

  it('reports that a link was used or has expired, and prints a new one that works', async () => {
    const first = web.host.launchUrl;
    expect(await letIn(first)).not.toBe('');
    const { status, body } = await sendRaw(
      web.port,
      sessionRequest(web.port, JSON.stringify({ token: first.split('=')[1] })),
    );
    expect([status, body]).toEqual([
      401,
      'This link was used or is older than a minute. A new link is in the terminal that runs Watchfloor.',
    ]);
    expect(web.links).toEqual([expect.stringMatching(/#launch=[\w-]{43}$/)]);
    expect(await letIn(web.links[0] ?? '')).not.toBe('');
  });

  describe('a link for another browser', () => {
    const another = (headers: readonly string[] = []) =>
      sendRaw(web.port, sessionRequest(web.port, JSON.stringify({ another: true }), headers));

    it('lets one browser in, once, with its own session', async () => {
      const cookie = await letIn(web.host.launchUrl);
      const { status, body } = await another([`Cookie: ${cookie}`]);
      expect([status, body]).toEqual([200, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#launch=[\w-]{43}$/)]);
      const other = await letIn(body);
      expect(await letIn(body)).toBe('');
      const pages = await Promise.all([cookie, other].map((each) => web.get('/icon.svg', [`Cookie: ${each}`])));
      expect([other === cookie, pages.map((page) => page.status)]).toEqual([false, [200, 200]]);
    });

    it('expires after a minute, and is over when a newer one is made', async () => {
      const cookie = await letIn(web.host.launchUrl);
      const older = (await another([`Cookie: ${cookie}`])).body;
      const newer = (await another([`Cookie: ${cookie}`])).body;
      expect(await letIn(older)).toBe('');
      await web.clock.advance(60_000);
      expect(await letIn(newer)).toBe('');
    });

    it('is made only for a browser that has a session, and is neither printed nor logged', async () => {
      const first = web.host.launchUrl;
      const refused = await another();
      expect([refused.status, refused.text.includes('#launch=')]).toEqual([401, false]);
      const cookie = await letIn(first);
      const { body } = await another([`Cookie: ${cookie}`]);
      const token = body.split('#launch=')[1] ?? 'none';
      expect([web.links, JSON.stringify(web.log).includes(token)]).toEqual([[], false]);
    });
  });

  it('refuses a link after a minute', async () => {
    await web.clock.advance(60_000);
    expect(await letIn(web.host.launchUrl)).toBe('');
    expect(web.links).toHaveLength(1);
  });

  it('prints a new link on request, but does not fill the terminal', async () => {
    const request = sessionRequest(web.port, JSON.stringify({ fresh: true }));
    const responses = [await sendRaw(web.port, request), await sendRaw(web.port, request)];
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    expect(web.links).toHaveLength(1);
  });

  it('opens no session for a body that is not a launch request', async () => {
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
    const responses = await Promise.all(bodies.map((body) => sendRaw(web.port, sessionRequest(web.port, body))));
    expect(responses.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(
      bodies.map(() => [400, undefined]),
    );
  });

  it('reports to a page if its session is open', async () => {
    const cookie = await letIn(web.host.launchUrl);
    const responses = [await web.get('/session', [`Cookie: ${cookie}`]), await web.get('/session')];
    expect(responses.map(({ status }) => status)).toEqual([204, 401]);
  });

  it('accepts no session of an earlier host on the same port', async () => {
    const cookie = await letIn(web.host.launchUrl);
    await web.host.stop();
    web.host = await web.start(web.port);
    const [index, asset] = [
      await web.get('/', [`Cookie: ${cookie}`]),
      await web.get('/icon.svg', [`Cookie: ${cookie}`]),
    ];
    expect([index.body.includes('This browser has no session yet'), asset.status]).toEqual([true, 401]);
  });

  it('accepts 64 connections and closes the next', async () => {
    const idle: Socket[] = [];
    for (let count = 0; count < 64; count += 1) {
      const socket = connect(web.port, '127.0.0.1');
      idle.push(socket);
      await once(socket, 'connect');
    }
    expect(await web.get('/')).toMatchObject({ status: null, text: '' });
    const closed = idle.map((socket) => once(socket, 'close'));
    await web.host.stop();
    await Promise.all(closed);
  });

  it('requests no body before it has checked the headers', async () => {
    const waiting = (name: string) =>
      sessionRequest(web.port, JSON.stringify({ fresh: true }))
        .replace(`Host: 127.0.0.1:${web.port}`, `Host: ${name}`)
        .replace('Connection: close', 'Expect: 100-continue\r\nConnection: close');
    const [own, other, unknown] = [
      await sendRaw(web.port, waiting(`127.0.0.1:${web.port}`)),
      await sendRaw(web.port, waiting('evil.example')),
      await sendRaw(web.port, waiting(`127.0.0.1:${web.port}`).replace('100-continue', 'a-miracle')),
    ];
    expect(own.text.startsWith('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 ')).toBe(true);
    expect([other.status, unknown.status]).toEqual([421, 417]);
  });

  it('[HOST-1] logs a kind of refusal immediately, and then once a minute with its count', async () => {
    web.log.entries.length = 0;
    const refused = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await sendRaw(web.port, getRequest('evil.example'));
    };
    const fields = { status: 421, reason: 'The Host header names another host.' };
    await refused(30);
    await web.get('/absent');
    expect(web.log.entries.map((entry) => entry.fields)).toEqual([
      { ...fields, count: 1 },
      { status: 401, reason: expect.any(String), count: 1 },
    ]);
    await web.clock.advance(60_000);
    await refused(2);
    expect(web.log.entries.slice(2).map((entry) => entry.fields)).toEqual([{ ...fields, count: 30 }]);
    await web.host.stop();
    expect(web.log.entries.slice(3).map((entry) => entry.fields)).toEqual([{ ...fields, count: 1 }]);
  });

  it('explains what to do if the page is not built', async () => {
    await expect(web.start(0, `${web.page.directory}/assets`)).rejects.toMatchObject({
      data: { code: 'PAGE_MISSING', facts: { problem: 'not-built' } },
    });
  });

  it('explains what to do if its port is in use', async () => {
    await expect(web.start(web.port)).rejects.toMatchObject({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: `Port ${web.port} is in use by another program. Choose another with --port.` },
      },
    });
  });
});
