import { writeFile } from 'node:fs/promises';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createConnectionProbe } from '../../../../src-main/adapters/network/connection-probe.ts';
import { ProbeFailure } from '../../../../src-main/core/ports/connection-probe.ts';
import { selfSigned } from '../../../support/self-signed.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { closedPort, listening } from '../../../fixtures/loopback.ts';
import { ConnectProxy } from './connect-proxy.ts';
import { privateAuthority, vouchedService } from './private-authority.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

let folder: string;
let caFile: string;
const never = new AbortController().signal;
const testProfile = (changes: Partial<ConnectionProfile> = {}): ConnectionProfile => ({ ...someProfile, ...changes });
beforeEach(async () => {
  folder = temporaryDirectory();
  caFile = join(folder, 'ca.pem');
  await writeFile(caFile, privateAuthority);
});

async function failure(work: Promise<unknown>): Promise<Partial<ProbeFailure>> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProbeFailure)) throw new Error('no ProbeFailure', { cause: error });
  const { about, code, issuer } = error;
  return { about, code, issuer };
}

test('[TEST-1] an accepted certificate is reported with its issuer, and nothing is sent to the service', async () => {
  const received: Buffer[] = [];
  const { port, sockets } = await listening(
    createTlsServer(vouchedService, (socket) => socket.on('data', (bytes: Buffer) => received.push(bytes))),
  );
  const profile = testProfile({ caFile });
  const tls = await createConnectionProbe({ env: {} }).secure(profile, `https://127.0.0.1:${port}/api`, never);
  expect(tls).toEqual({
    protocol: 'TLSv1.3',
    issuer: 'watchfloor test authority',
    subject: 'watchfloor test service',
    validTo: Date.UTC(2126, 0, 1),
    fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    isAddedAuthority: true,
  });
  await expect.poll(() => sockets.size).toBe(0);
  expect(Buffer.concat(received).toString()).toBe('');
});

test('an http address on this computer has no TLS', async () => {
  expect(await createConnectionProbe({ env: {} }).secure(testProfile(), 'http://127.0.0.1:1', never)).toBe(null);
});

test.each([
  ['of an unknown authority', selfSigned, '127.0.0.1', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'watchfloor test'],
  [
    'for another name',
    vouchedService,
    '[::ffff:127.0.0.1]',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'watchfloor test authority',
  ],
])('[TEST-1] a certificate %s is refused and reported with its issuer', async (_, identity, host, code, issuer) => {
  const { port } = await listening(createTlsServer(identity));
  const probe = createConnectionProbe({ env: {} });
  expect(await failure(probe.secure(testProfile({ caFile }), `https://${host}:${port}`, never))).toEqual({
    about: 'certificate',
    code,
    issuer,
  });
});

test.each<[string, (socket: Socket) => unknown, Partial<ProbeFailure>]>([
  ['plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), { about: 'plain-http' }],
  [
    'a reset',
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    { about: 'handshake', code: 'ECONNRESET' },
  ],
  ['an end', (socket) => socket.once('data', () => socket.end()), { about: 'handshake', code: 'ECONNRESET' }],
])('%s instead of TLS is recognized', async (_, answer, expected) => {
  const { port } = await listening(createTcpServer(answer));
  const found = await failure(
    createConnectionProbe({ env: {} }).secure(testProfile(), `https://127.0.0.1:${port}`, never),
  );
  expect(found).toMatchObject(expected);
});

test('a port without a listener is reported as ECONNREFUSED', async () => {
  const port = await closedPort();
  const found = await failure(
    createConnectionProbe({ env: {} }).connect(testProfile(), `https://127.0.0.1:${port}`, never),
  );
  expect(found).toEqual({ about: 'network', code: 'ECONNREFUSED', issuer: null });
});

test.each<[string, number, Partial<ProbeFailure>]>([
  ['asks for a sign-in', 407, { about: 'proxy', code: 'HTTP 407' }],
  ['cannot reach the service', 502, { about: 'proxy', code: 'HTTP 502' }],
])('a proxy that %s is reported without its password', async (_, answer, expected) => {
  const proxy = await ConnectProxy.start(() => answer);
  onTestFinished(proxy.stop);
  const env = { HTTPS_PROXY: `http://canary:canary@127.0.0.1:${proxy.port}` };
  const probe = createConnectionProbe({ env });
  const probed = probe.connect(testProfile(), 'https://service.example.test', never);
  expect(await failure(probed)).toMatchObject(expected);
  await probed.catch((error: ProbeFailure) =>
    expect(JSON.stringify([error.message, error.detail])).not.toContain('canary'),
  );
  expect(proxy.requests).toEqual(['CONNECT service.example.test:443 as canary:canary']);
  expect(await probe.proxyOf(testProfile(), 'https://service.example.test', never)).toBe(`127.0.0.1:${proxy.port}`);
});

test('a proxy that closes instead of answering is reported as PROXY_CLOSED', async () => {
  const { port } = await listening(createTcpServer((socket) => socket.once('data', () => socket.end())));
  const profile = testProfile({ proxy: `http://127.0.0.1:${port}` });
  const probed = createConnectionProbe({ env: {} }).connect(profile, 'https://service.example.test', never);
  expect(await failure(probed)).toMatchObject({ about: 'proxy', code: 'PROXY_CLOSED' });
});

test('a proxy that does not listen is reported as a proxy failure', async () => {
  const port = await closedPort();
  const profile = testProfile({ proxy: `http://127.0.0.1:${port}` });
  const probed = createConnectionProbe({ env: {} }).connect(profile, 'https://service.example.test', never);
  expect(await failure(probed)).toMatchObject({ about: 'proxy', code: 'ECONNREFUSED' });
});

test('an unknown name is reported as ENOTFOUND', async () => {
  const probed = createConnectionProbe({ env: {} }).lookUp(`${'n'.repeat(64)}.invalid`, never);
  expect(await failure(probed)).toMatchObject({ about: 'name', code: 'ENOTFOUND' });
});

test.each(['connect', 'secure'] as const)('aborting %s leaves no socket', async (step) => {
  const mute = await listening(createTcpServer((socket) => socket.resume()));
  const proxy = await listening(createTcpServer((socket) => socket.resume()));
  const enough = new AbortController();
  const given = new Error('given up');
  const [profile, address, { sockets }] =
    step === 'secure'
      ? [testProfile(), `https://127.0.0.1:${mute.port}`, mute]
      : [testProfile({ proxy: `http://127.0.0.1:${proxy.port}` }), 'https://service.example.test', proxy];
  const probed = createConnectionProbe({ env: {} })[step](profile, address, enough.signal);
  await expect.poll(() => sockets.size).toBe(1);
  enough.abort(given);
  await expect(probed).rejects.toBe(given);
  await expect.poll(() => sockets.size).toBe(0);
});

test('[NET-3] an authority file that cannot be read fails the TLS step, but not the connection to the proxy', async () => {
  const { port } = await listening(createTcpServer());
  const proxy = await ConnectProxy.start(() => port);
  onTestFinished(proxy.stop);
  const probe = createConnectionProbe({ env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } });
  const profile = testProfile({ caFile: join(folder, 'none.pem') });
  await probe.connect(profile, 'https://service.example', never);
  expect(proxy.requests).toEqual(['CONNECT service.example:443']);
  const refused = { data: { code: 'BAD_PROFILE', facts: { problem: 'ca-file' } } };
  await expect(probe.secure(profile, 'https://service.example', never)).rejects.toMatchObject(refused);
  await expect(probe.secure(profile, `http://127.0.0.1:${port}`, never)).rejects.toMatchObject(refused);
});
