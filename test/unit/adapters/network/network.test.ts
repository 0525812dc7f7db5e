import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { networkFailureOf } from '../../../../src-main/adapters/network/network-failure.ts';
import { createNetwork } from '../../../../src-main/adapters/network/network.ts';
import { createStreamConnection } from '../../../../src-main/adapters/stream/stream-connection.ts';
import { selfSigned } from '../../../support/self-signed.ts';
import { closedPort, listening } from '../../../fixtures/loopback.ts';
import { ConnectProxy } from './connect-proxy.ts';
import { privateAuthority, vouchedService } from './private-authority.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

let folder: string;
let caFile: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  caFile = join(folder, 'ca.pem');
  await writeFile(caFile, privateAuthority);
});

async function vouched() {
  const requests: string[] = [];
  const server = createTlsServer(vouchedService, (request, response) => {
    requests.push(`${request.headers.host} ${request.headers.authorization ?? ''}`.trim());
    response.end('hello');
  });
  return { ...(await listening(server)), requests };
}

async function bodyOf(url: string, options: { env?: NodeJS.ProcessEnv; caFile?: string | null } = {}) {
  const network = createNetwork({ env: options.env ?? {} });
  try {
    const connections = await network.open({
      caFile: options.caFile ?? null,
      proxy: 'environment',
      connectTimeoutMs: 5_000,
    });
    try {
      const headers = { authorization: 'Bearer canary-token' };
      return await (await connections.fetch(url, { headers })).text();
    } finally {
      await connections.destroy();
    }
  } catch (error) {
    const { code, about, detail } = networkFailureOf(error);
    expect(detail).not.toMatch(/canary/);
    return { code, about };
  }
}

describe('trust', () => {
  test('[NET-3] an authority that this computer trusts is trusted', async () => {
    const { port } = await vouched();
    const script = `
      import { createNetwork } from ${JSON.stringify(new URL('../../../../src-main/adapters/network/network.ts', import.meta.url).href)};
      const connections = await createNetwork({ env: {} }).open({ caFile: null, proxy: 'environment', connectTimeoutMs: 5000 });
      const answer = await connections.fetch('https://127.0.0.1:${port}/', {}).then((got) => got.text(), (error) => error.cause.code);
      await connections.destroy();
      console.log(answer);`;
    const { NODE_COMPILE_CACHE } = process.env;
    const run = async (trusted: NodeJS.ProcessEnv) => {
      const env = { ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...trusted };
      return (
        await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
      ).stdout.trim();
    };
    // On Linux this variable names the certificate store of the computer.
    const afterTrust = process.platform === 'linux' ? await run({ SSL_CERT_FILE: caFile }) : 'hello';
    expect([afterTrust, await run({})]).toEqual(['hello', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']);
  });

  test("[NET-3] the authorities of a profile's caFile are trusted in addition, for this profile only", async () => {
    const { port, requests } = await vouched();
    const url = `https://127.0.0.1:${port}/`;
    expect([await bodyOf(url, { caFile }), await bodyOf(url)]).toEqual([
      'hello',
      { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', about: 'certificate' },
    ]);
    expect(requests).toEqual([`127.0.0.1:${port} Bearer canary-token`]);
  });

  test('a changed caFile applies to the next connection', async () => {
    const { port } = await vouched();
    const network = createNetwork({ env: {} });
    const fetchText = async () => {
      const connections = await network.open({ caFile, proxy: 'environment', connectTimeoutMs: 5_000 });
      try {
        return await (await connections.fetch(`https://127.0.0.1:${port}/`, {})).text();
      } catch (error) {
        return networkFailureOf(error).about;
      } finally {
        await connections.destroy();
      }
    };
    // This certificate vouches for no service here.
    await writeFile(caFile, selfSigned.cert);
    const before = await fetchText();
    await writeFile(caFile, privateAuthority);
    expect([before, await fetchText()]).toEqual(['certificate', 'hello']);
  });

  test.each([
    ['is missing', null, /can be read \(ENOENT\)/],
    ['holds no certificate', 'hello', /PEM file with certificates/],
    ['is cut off', privateAuthority.slice(0, 200), /PEM file with certificates/],
  ])('a caFile that %s is reported as an error in the profile', async (_case, text, expected) => {
    if (text === null) await rm(caFile);
    else await writeFile(caFile, text);
    await expect(
      createNetwork({ env: {} }).open({ caFile, proxy: 'environment', connectTimeoutMs: 1_000 }),
    ).rejects.toMatchObject({
      data: {
        code: 'BAD_PROFILE',
        facts: { path: caFile, problem: 'ca-file', expected: expect.stringMatching(expected) },
      },
    });
  });

  test('the environment cannot disable the certificate checks', async () => {
    const { port } = await vouched();
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await bodyOf(`https://127.0.0.1:${port}/`)).toMatchObject({ about: 'certificate' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });
});

describe('a proxy', () => {
  async function proxied(portOf: (host: string) => number | null) {
    const proxy = await ConnectProxy.start(portOf);
    onTestFinished(proxy.stop);
    return proxy;
  }
  const url = 'https://events.example.test/';

  test.each([
    ['HTTPS_PROXY', 'http://'],
    ['https_proxy', 'http://'],
    ['HTTP_PROXY', 'http://'],
    ['HTTPS_PROXY', ''],
  ])('[NET-3] a service elsewhere is reached through the proxy of %s "%s…"', async (variable, scheme) => {
    const { port, requests } = await vouched();
    const proxy = await proxied(() => port);
    const env = { [variable]: `${scheme}user:canary%20word@127.0.0.1:${proxy.port}` };
    expect(await bodyOf(url, { env, caFile })).toBe('hello');
    expect({ asked: proxy.requests, requests }).toEqual({
      asked: ['CONNECT events.example.test:443 as user:canary word'],
      requests: ['events.example.test Bearer canary-token'],
    });
  });

  test('[NET-3] this computer and the hosts in NO_PROXY are never reached through a proxy', async () => {
    const { port } = await vouched();
    const proxy = await proxied(() => port);
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    const local = await Promise.all(
      ['127.0.0.1', 'localhost'].map((host) => bodyOf(`https://${host}:${port}/`, { env: { HTTPS_PROXY }, caFile })),
    );
    const named = await bodyOf(url, { env: { HTTPS_PROXY, NO_PROXY: 'other.test,.example.test' }, caFile });
    expect({ local, named, asked: proxy.requests }).toEqual({
      local: ['hello', 'hello'],
      // Without the proxy, a name in `.test` does not resolve.
      named: { code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/), about: 'network' },
      asked: [],
    });
  });

  test.each([407, 403, 502])(
    'a proxy that answers %i to the tunnel request is reported as a proxy failure',
    async (status) => {
      const proxy = await proxied(() => status);
      const env = { HTTPS_PROXY: `http://user:canary@127.0.0.1:${proxy.port}` };
      expect(await bodyOf(url, { env, caFile })).toEqual({ code: `HTTP ${status}`, about: 'proxy' });
    },
  );

  test.each<[string, (socket: Socket) => void, string]>([
    ['closes', (socket) => socket.end(), 'PROXY_CLOSED'],
    ['resets', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ])('[NET-4] a proxy that %s instead of opening a tunnel is reported immediately', async (_does, act, code) => {
    const { port } = await listening(createTcpServer((socket) => socket.once('data', () => act(socket))));
    expect(await bodyOf(url, { env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } })).toEqual({ code, about: 'proxy' });
  });

  test('[NET-4] a proxy that never answers the tunnel request is reported as the one that failed', async () => {
    const { port } = await listening(createTcpServer((socket) => socket.resume()));
    const connections = await createNetwork({ env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } }).open({
      caFile,
      proxy: 'environment',
      connectTimeoutMs: 500,
    });
    onTestFinished(() => connections.destroy());
    const { code, about, proxy } = networkFailureOf(await connections.fetch(url, {}).catch((error: unknown) => error));
    expect({ code, about, proxy }).toEqual({ code: 'TIMEOUT', about: 'proxy', proxy: `127.0.0.1:${port}` });
  });

  test('a proxy that does not listen and an invalid proxy address are reported as proxy failures', async () => {
    const proxy = await proxied(() => null);
    await proxy.stop();
    const away = await bodyOf(url, { env: { HTTPS_PROXY: `http://user:canary@127.0.0.1:${proxy.port}` } });
    const none = await bodyOf(url, { env: { HTTPS_PROXY: 'socks5://user:canary@127.0.0.1:1' } });
    expect([away, none]).toEqual([
      { code: 'ECONNREFUSED', about: 'proxy' },
      { code: 'PROXY_ADDRESS', about: 'proxy' },
    ]);
  });

  test("a refused certificate of a service behind a proxy is reported as the service's", async () => {
    const { port } = await vouched();
    const proxy = await proxied(() => port);
    expect(await bodyOf(url, { env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } })).toEqual({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      about: 'certificate',
    });
  });

  test.each([
    ['a proxy that never answers', true, 0],
    ['a service that never speaks TLS, behind a proxy', true, 1],
    ['a service that never speaks TLS', false, 1],
  ])('destroying the connections gives up on %s and leaves no socket', async (_case, isProxied, reached) => {
    const mute = await listening(createTcpServer((socket) => socket.resume()));
    const proxy = await proxied(() => (reached === 0 ? null : mute.port));
    const network = createNetwork({ env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } });
    const connections = await network.open({ caFile, proxy: 'environment', connectTimeoutMs: 60_000 });
    const pending = connections.fetch(isProxied ? url : `https://127.0.0.1:${mute.port}/`, {}).catch(() => 'given up');
    await expect.poll(() => [proxy.requests.length, mute.sockets.size]).toEqual([isProxied ? 1 : 0, reached]);
    await connections.destroy();
    expect(await pending).toBe('given up');
    await expect.poll(() => [proxy.sockets.size, mute.sockets.size]).toEqual([0, 0]);
  });
});

describe('[NET-4] a failed connection', () => {
  const trouble = async (server: Server) => bodyOf(`https://127.0.0.1:${(await listening(server)).port}/`, { caFile });

  test('is reported as plain-http if the server does not use TLS', async () => {
    expect(await trouble(createPlainServer((_request, response) => response.end()))).toMatchObject({
      about: 'plain-http',
    });
  });

  test('is reported as handshake after a reset in the TLS handshake', async () => {
    const reset = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await trouble(reset)).toEqual({ code: 'ECONNRESET', about: 'handshake' });
  });

  test('is reported as handshake after an end in the TLS handshake', async () => {
    const ended = createTcpServer((socket) => socket.once('data', () => socket.end()));
    expect(await trouble(ended)).toEqual({ code: 'ECONNRESET', about: 'handshake' });
  });

  test('is reported as ECONNREFUSED if the port has no listener', async () => {
    expect(await bodyOf(`https://127.0.0.1:${await closedPort()}/`)).toEqual({
      code: 'ECONNREFUSED',
      about: 'network',
    });
  });
});

describe('a stream', () => {
  const streamHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';

  test.each(['directly', 'through a proxy'])(
    '[NET-4] ends with ECONNRESET when it is reset, not as closed normally (%s)',
    async (way) => {
      const { promise: accepted, resolve } = Promise.withResolvers<Socket>();
      const server = createTlsServer(vouchedService, (request) => {
        request.socket.write(`${streamHead}data: 1\n\n`);
      });
      const { port } = await listening(server.on('connection', resolve));
      const proxy = await ConnectProxy.start(() => port);
      onTestFinished(proxy.stop);
      const env = way === 'directly' ? {} : { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const host = way === 'directly' ? `127.0.0.1:${port}` : 'events.example.test';
      const connection = createStreamConnection(createNetwork({ env }), { caFile, proxy: 'environment' });
      const { body } = await connection.fetch(`https://${host}/`, {
        headers: {},
        redirect: 'manual',
        signal: new AbortController().signal,
      });
      const reader = body?.getReader();
      await reader?.read();
      (await accepted).resetAndDestroy();
      await expect((async () => reader?.read())()).rejects.toMatchObject({ code: 'ECONNRESET' });
      await connection.close();
    },
  );
});
