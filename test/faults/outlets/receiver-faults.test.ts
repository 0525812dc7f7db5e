/** Tests what an operator reads of each fault of a receiver, and what happens next. With real sockets, TLS and names. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../../src-main/adapters/network/network.ts';
import { createOutletSender } from '../../../src-main/adapters/outlets/outlet-sender.ts';
import { isRefusal, nextFailure } from '../../../src-main/core/outlets/attempts.ts';
import { isDelivered } from '../../../src-main/core/outlets/receiver-response.ts';
import { expired, selfSigned } from '../../support/self-signed.ts';

/** Only a receiver that does not answer is waited for. */
const TIMEOUT_MS = { silent: 700, other: 60_000 };
const SILENT = 'no answer';
/** After the first failure, if the receiver asks for no pause and the dice are at the middle. */
const FIRST_PAUSE_MS = 500;

type Receiver = () => Promise<string>;
/** `refused`: this turn waits, other subjects go on. A number: everything waits for so many ms. */
type Next = 'delivered' | 'refused' | number;

async function listening(server: Server, scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http =
  (listener: RequestListener): Receiver =>
  () =>
    listening(createHttpServer(listener));
const status = (code: number, headers: Record<string, string> = {}) =>
  http((_request, response) => response.writeHead(code, headers).end('{"error":"no such room"}'));
const bytes =
  (onSocket: (socket: Socket) => void): Receiver =>
  () =>
    listening(createPlainServer(onSocket));
const answering = (text: string) => bytes((socket) => socket.once('data', () => socket.end(text)));
const tls =
  (certificate: typeof selfSigned): Receiver =>
  () =>
    listening(
      createHttpsServer(certificate, (_request, response) => response.end()),
      'https',
    );

const closedPort: Receiver = async () => {
  const server = createHttpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};

const endless: RequestListener = (_request, response) => {
  const more = (): void => {
    while (response.write('x'.repeat(65_536)));
    response.once('drain', more);
  };
  more();
};

const faults: readonly (readonly [name: string, Receiver, shown: RegExp, Next])[] = [
  ['500', status(500), /^HTTP 500: \{"error":"no such room"\}$/, FIRST_PAUSE_MS],
  ['503 that asks for two minutes', status(503, { 'retry-after': '120' }), /^HTTP 503/, 120_000],
  ['429 that asks for two days', status(429, { 'retry-after': '172800' }), /^HTTP 429/, 3_600_000],
  [
    '503 with a date that is past',
    status(503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    /503/,
    FIRST_PAUSE_MS,
  ],
  ['Retry-After that is nonsense', status(503, { 'retry-after': 'soon' }), /^HTTP 503/, FIRST_PAUSE_MS],
  ['400', status(400), /^HTTP 400/, 'refused'],
  ['410', status(410), /^HTTP 410/, 'refused'],
  ['401', status(401), /^HTTP 401/, FIRST_PAUSE_MS],
  ['404', status(404), /^HTTP 404/, FIRST_PAUSE_MS],
  [
    'a redirect',
    status(302, { location: 'http://169.254.169.254/' }),
    /^HTTP 302: the address redirects\. Enter the new address\.$/,
    FIRST_PAUSE_MS,
  ],
  ['an endless answer', http(endless), /^HTTP 200: x{200}$/, 'delivered'],
  ['compressed nonsense', status(200, { 'content-encoding': 'gzip' }), /\w/, FIRST_PAUSE_MS],
  [
    'control characters',
    http((_request, response) => response.writeHead(500).end('a\u001B[31mb\u202Ec')),
    /^HTTP 500: a\\u\{001B\}\[31mb\\u\{202E\}c$/,
    FIRST_PAUSE_MS,
  ],
  [SILENT, http(() => undefined), /^No complete answer within 0\.7 s\.$/, FIRST_PAUSE_MS],
  ['half an answer', answering('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf'), /UND_ERR_SOCKET/, FIRST_PAUSE_MS],
  ['no HTTP', answering('SSH-2.0-OpenSSH_9\r\n'), /^Response does not match the HTTP/, FIRST_PAUSE_MS],
  [
    'a connection that is closed at once',
    bytes((socket) => socket.destroy()),
    /UND_ERR_SOCKET|ECONNRESET/,
    FIRST_PAUSE_MS,
  ],
  ['a closed port', closedPort, /ECONNREFUSED/, FIRST_PAUSE_MS],
  ['a name that does not exist', async () => 'https://no-such-name.invalid', /ENOTFOUND|EAI_AGAIN/, FIRST_PAUSE_MS],
  [
    'a port without TLS',
    async () => (await http(() => undefined)()).replace('http:', 'https:'),
    /SSL|EPROTO/,
    FIRST_PAUSE_MS,
  ],
  ['a certificate of an unknown authority', tls(selfSigned), /SELF_SIGNED/, FIRST_PAUSE_MS],
  ['a certificate that has expired', tls(expired), /SELF_SIGNED|EXPIRED/, FIRST_PAUSE_MS],
];

test.each(faults)('[OUTLET-74] an operator reads what is wrong: %s', async (name, receiver, shown, next) => {
  const network = createNetwork({ env: {} });
  const sender = createOutletSender({
    network,
    onSecret: () => undefined,
    timeoutMs: TIMEOUT_MS[name === SILENT ? 'silent' : 'other'],
  });
  const response = await sender.send(
    {
      method: 'POST',
      url: `${await receiver()}/in`,
      profile: { proxy: 'none' },
      headers: { 'content-type': 'application/json' },
      body: '{}',
      secret: null,
      auth: null,
      signed: null,
    },
    new AbortController().signal,
  );
  const { detail, nextAt } = nextFailure(null, response, 0, 0.5);
  const found: Next = isDelivered(response) ? 'delivered' : isRefusal(response) ? 'refused' : nextAt;
  expect([detail, found]).toEqual([expect.stringMatching(shown), next]);
});
