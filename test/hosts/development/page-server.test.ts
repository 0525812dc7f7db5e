import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { DevSessions } from '../../../build/dev/dev-sessions.ts';
import { type PageServer, startPageServer } from '../../../build/dev/page-server.ts';
import { parsePolicy, strictPolicy } from '../web/parse-policy.ts';
import { letIn, requestText, sendRaw } from '../web/raw-http.ts';
import { testedWebHost } from '../web/tested-web-host.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const PAGE = '<!doctype html><title>from its sources</title><script type="module" src="./main.tsx"></script>';

describe('the page under npm run dev', () => {
  const web = testedWebHost();
  let folder: string;
  let admissions: DevSessions;
  let page: PageServer;
  let port: number;

  beforeEach(async () => {
    folder = temporaryDirectory();
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'main.tsx'), 'import.meta.hot?.accept();\n');
    admissions = new DevSessions(web.port);
    page = await startPageServer({ root: folder, configFile: false, cacheDir: join(folder, '.vite') }, admissions);
    port = Number(new URL(page.origin).port);
  });
  afterEach(async () => {
    await page.close();
  });

  const get = (path: string, ...headers: string[]) =>
    sendRaw(port, requestText(`GET ${path} HTTP/1.1`, [`Host: 127.0.0.1:${port}`, ...headers]));
  /** Opens the launch link of the host in a browser that knows only the page server. */
  const enter = (link = web.host.launchUrl) => letIn(link.replace(web.host.origin, page.origin));
  const upgrade = (origin: string, cookie: string) =>
    new Promise<number | undefined>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { origin, headers: { Cookie: cookie } });
      socket.on('upgrade', ({ statusCode }) => resolve(statusCode));
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.on('open', () => socket.terminate());
    });

  test('a browser without a session gets the launch page of the host', async () => {
    const { body, headers } = await get('/');
    expect(body).toContain('Open the link in the terminal');
    expect(parsePolicy(headers.get('content-security-policy') ?? '')).toEqual(strictPolicy);
    expect((await get('/launch.js')).status).toBe(200);
    expect((await get('/session')).status).toBe(401);
    // Comes from the host, because only a build creates it.
    expect((await get('/licences.json')).status).toBe(401);
  });

  test("a browser with a session gets the page, with the policy of the product and a nonce for Vite's own script", async () => {
    const { body, headers } = await get('/', `Cookie: ${await enter()}`);
    expect(body).toContain('from its sources');
    const nonce = `'nonce-${/<script type="module" [^>]*nonce="([^"]+)"/.exec(body)?.[1]}'`;
    expect(parsePolicy(headers.get('content-security-policy') ?? '')).toEqual({
      ...strictPolicy,
      'script-src': ["'self'", nonce].toSorted(),
      'style-src': ["'self'", nonce].toSorted(),
      'connect-src': ["'self'", `ws://127.0.0.1:${port}`].toSorted(),
    });
  });

  test('a page of another site gets nothing, also in a browser that has a session', async () => {
    const cookie = await enter();
    const site = 'https://evil.example';
    expect(await upgrade(page.origin, cookie)).toBe(101);
    expect(await upgrade(site, cookie)).toBe(403);
    expect((await get('/session', `Cookie: ${cookie}`, `Origin: ${site}`)).status).toBe(403);
    expect((await get('/session', `Cookie: ${cookie}`, 'Sec-Fetch-Site: cross-site')).status).toBe(403);
    const named = requestText('GET /session HTTP/1.1', ['Host: evil.example', `Cookie: ${cookie}`]);
    expect((await sendRaw(port, named)).status).toBe(403);
    const other = await get('/main.tsx', 'Origin: http://127.0.0.1:1');
    expect(other.headers.get('access-control-allow-origin')).toBeUndefined();
  });

  test('a session stays valid when the backend starts again, and no other browser gets in', async () => {
    expect(await admissions.renew(web.host.launchUrl)).toBe(false);
    const cookie = await enter();
    await web.host.stop();
    web.host = await web.start(web.port);
    expect((await get('/session', `Cookie: ${cookie}`)).status).toBe(401);
    expect(await admissions.renew(web.host.launchUrl)).toBe(true);
    expect((await get('/session', `Cookie: ${cookie}`)).status).toBe(204);
    expect((await get('/session', `Cookie: ${cookie.replace(/=.*/, '=guessed')}`)).status).toBe(401);
    expect((await get('/session')).status).toBe(401);
  });

  test('a changed module is sent to the open page', async () => {
    const client = (await get('/@vite/client')).body;
    const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
    await get('/main.tsx');
    const messages: string[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?token=${token}`, 'vite-hmr', { origin: page.origin });
    socket.on('message', (data: Buffer) => messages.push((JSON.parse(data.toString()) as { type: string }).type));
    await vi.waitFor(() => expect(messages).toContain('connected'));
    const source = join(folder, 'main.tsx');
    await writeFile(source, `${await readFile(source, 'utf8')}// changed\n`);
    await vi.waitFor(() => expect(messages).toContain('update'), { timeout: 60_000 });
    socket.terminate();
  });
});
