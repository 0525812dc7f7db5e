/**
 * Tests that each command names the party that failed (issuer, service, proxy or network), its address and a remedy,
 * and blames no other party. Uses real HTTP, TLS and proxies.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { expired, selfSigned } from '../support/self-signed.ts';
import { parseNdjson, Workplace } from '../support/command.ts';
import { ConnectProxy } from '../unit/adapters/network/connect-proxy.ts';
import { privateAuthority, vouchedService } from '../unit/adapters/network/private-authority.ts';

type Responder = (response: ServerResponse) => void;

const json = (status: number, body: unknown, headers = {}): Responder => {
  const head = { 'content-type': 'application/json', ...headers };
  return (response) => void response.writeHead(status, head).end(JSON.stringify(body));
};
const page: Responder = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the network</html>');
const redirect = json(308, {}, { location: 'https://elsewhere.example/' });
const hangsUp: Responder = ({ socket }) => void socket?.resetAndDestroy();
const breaksOff: Responder = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write('{"items":[', () => hangsUp(response));
/** Ends the time limit as soon as the request has arrived. */
const mute: Responder = () => timeIsOver();
const endless: Responder = (response) => void response.writeHead(200).end('x'.repeat(9_000_000));

const token = json(200, { access_token: 'token-1', token_type: 'Bearer', expires_in: 300 });
const NAMELESS = `https://${'n'.repeat(64)}.invalid`;
const CLOSED = { baseUrl: 'https://api.example.test', authUrl: 'https://auth.example.test' };

let workplace: Workplace;
let service: Server;
let origin: string;
let issuerResponder: Responder;
let serviceResponder: Responder;
const stops: (() => unknown)[] = [];
/** Replaces every time limit. A test aborts it. */
let limit: AbortController;
const timeIsOver = (): void => limit.abort(new DOMException('The time is over.', 'TimeoutError'));

async function listening(server: Server | TcpServer): Promise<number> {
  stops.push(
    () => server.close(),
    () => 'closeAllConnections' in server && server.closeAllConnections(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  workplace = await Workplace.create();
  limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit.signal);
  [issuerResponder, serviceResponder] = [token, json(500, {})];
  service = createServer((request: IncomingMessage, response) => {
    const isIssuer = request.url?.startsWith('/auth/') === true;
    request.resume().once('end', () => (isIssuer ? issuerResponder : serviceResponder)(response));
  });
  origin = `http://127.0.0.1:${await listening(service)}`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await workplace.close();
  for (const stop of stops.splice(0)) await stop();
});

async function nowhere(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

const COMMANDS = { permissions: ['permissions'], search: ['search', '--limit', '1'] } as const;
type Command = keyof typeof COMMANDS;
/** `permissions` uses 1 for "no". */
const EXIT_CODES: Readonly<Record<Command, number>> = { permissions: 4, search: 1 };

async function outputOf(command: readonly string[], changes: Record<string, unknown>) {
  const addresses = { baseUrl: origin, eventsUrl: origin, authUrl: origin };
  const clients = { basic: { clientId: 'c', clientSecret: 'canary-secret' } };
  const profile = await workplace.profile({ profile: { ...addresses, realm: 'r' }, clients }, changes);
  const args = [...command, '--profile', profile, '--data-dir', workplace.dataDir];
  const running = workplace.runInProcess(args, { [SECRET_VARIABLE]: clients.basic.clientSecret });
  const code = await running.exit;
  return { code, stdout: running.stdout, words: running.stderr };
}

interface Failure {
  readonly issuer?: Responder;
  readonly service?: Responder;
  readonly changes?: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Pattern of the party that failed and of the remedy. */
  readonly expected: RegExp;
}

const throughProxy = async (answer: number | null) => {
  const proxy = await ConnectProxy.start(() => answer);
  stops.push(proxy.stop);
  return { ...CLOSED, proxy: `http://127.0.0.1:${proxy.port}` };
};
interface Tls {
  readonly identity: { readonly key: string; readonly cert: string };
  readonly authority?: string;
  readonly host?: string;
}
const tlsAt = async (address: 'authUrl' | 'baseUrl', { identity, authority, host = '127.0.0.1' }: Tls) => {
  const server = createTlsServer(identity, (_request, response) => response.end());
  server.on('tlsClientError', () => undefined);
  const there = { [address]: `https://${host}:${await listening(server)}` };
  if (authority === undefined) return there;
  const caFile = join(workplace.folder, 'authority.pem');
  await writeFile(caFile, authority);
  return { ...there, caFile };
};
/** Accepts connections and sends nothing, so that TLS never begins. */
const muteAt = async (address: 'authUrl' | 'baseUrl') => {
  const server = createTcpServer((socket) => {
    stops.push(() => socket.destroy());
    socket.on('error', () => undefined).once('data', timeIsOver);
  });
  return { [address]: `https://127.0.0.1:${await listening(server)}` };
};
const resetting = async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
  });
  return `http://127.0.0.1:${await listening(server)}`;
};
/**
 * Failures that issuer and service have in common.
 * @param name how messages call the address
 */
const unreached = (address: 'authUrl' | 'baseUrl', name: string): Record<string, Failure> => {
  const refusedFor = (code: string, helps: string) =>
    new RegExp(`certificate of the ${name} \\(.*\\) was not accepted.*\\(${code}\\)\\. ${helps}`);
  return {
    'does not listen': {
      changes: async () => ({ [address]: await nowhere() }),
      expected: new RegExp(
        `Nothing listens at the ${name} \\(127.0.0.1:\\d+\\) \\(ECONNREFUSED\\)\\. Check the port of the ${name}`,
      ),
    },
    'has a name that does not exist': {
      changes: () => ({ [address]: NAMELESS }),
      expected: new RegExp(
        `There is no host called n{64}\\.invalid \\(ENOTFOUND\\)\\. Check the spelling of the ${name}`,
      ),
    },
    'has a self-signed certificate': {
      changes: () => tlsAt(address, { identity: selfSigned }),
      expected: refusedFor('DEPTH_ZERO_SELF_SIGNED_CERT', `Check the ${name}`),
    },
    'has a certificate of an unknown authority': {
      changes: () => tlsAt(address, { identity: vouchedService }),
      expected: refusedFor('UNABLE_TO_VERIFY_LEAF_SIGNATURE', `Check the ${name}`),
    },
    'has a certificate that has expired': {
      changes: () => tlsAt(address, { identity: expired, authority: expired.cert }),
      expected: refusedFor('CERT_HAS_EXPIRED', "It has expired: check this computer's clock"),
    },
    'has a certificate for another name': {
      changes: () =>
        tlsAt(address, { identity: vouchedService, authority: privateAuthority, host: '[::ffff:127.0.0.1]' }),
      expected: refusedFor('ERR_TLS_CERT_ALTNAME_INVALID', 'It is for another name: check the address'),
    },
    'speaks plain HTTP': {
      changes: () => ({ [address]: origin.replace('http:', 'https:') }),
      expected: new RegExp(`The ${name} \\(.*answers in plain HTTP.*Check the port of the ${name}`),
    },
  };
};

const ISSUER: Record<string, Failure> = {
  redirects: {
    issuer: redirect,
    expected: /token issuer \(127.0.0.1:\d+\) answers with a redirect.* \(HTTP 308\)\. Check the sign-in address/,
  },
  'is down': {
    issuer: json(503, {}),
    expected: /token issuer \(127.*gives no usable answer .*\(HTTP 503\)\. Try again/,
  },
  'does not know the client': {
    issuer: json(401, { error: 'invalid_client' }),
    expected: /token issuer did not accept this client \(HTTP 401 invalid_client\).*“post”/,
  },
  'does not know the client, with status 200': {
    issuer: json(200, { error: 'invalid_client' }),
    expected: /token issuer did not accept this client \(HTTP 200 invalid_client\)/,
  },
  'refuses the request': {
    issuer: json(400, { error: 'invalid_scope' }),
    expected: /token issuer gives no token .*\(HTTP 400 invalid_scope\)\. Check the realm/,
  },
  'knows no such realm': {
    issuer: json(404, {}),
    expected: /token issuer \(.*does not know this realm \(HTTP 404\)\. Check the realm/,
  },
  'is a page for a browser': {
    issuer: page,
    expected: /sign-in address \(.*answers with a web page.*\. Check the sign-in address/,
  },
  'gives no token': {
    issuer: json(200, { token_type: 'Bearer' }),
    expected:
      /field “access_token” in the answer of the token issuer \(.*is missing or is not text.*Check the realm and the client id/,
  },
  'gives another type of token': {
    issuer: json(200, { access_token: 't', token_type: 'DPoP' }),
    expected: /“token_type” is not Bearer.*\. Have the issuer give/,
  },
  'answers without end': {
    issuer: endless,
    expected: /answer of the token issuer \(.*has no usable token.*ANSWER_TOO_LARGE\)/,
  },
  'hangs up': {
    issuer: hangsUp,
    expected: /token issuer \(127.*gives no usable answer .*\((?:ECONNRESET|UND_ERR_SOCKET)\)/,
  },
  'breaks off in the middle of an answer': {
    issuer: breaksOff,
    expected: /token issuer \(127.*gives no usable answer .*\((?:ECONNRESET|UND_ERR_SOCKET)\)\. Try again/,
  },
  'does not answer in time': {
    issuer: mute,
    expected: /token issuer \(127.*gives no usable answer .*\(TIMEOUT\)\. Try again/,
  },
  'does not connect in time': {
    changes: () => muteAt('authUrl'),
    expected: /token issuer \(127.*gives no usable answer .*\(TIMEOUT\)\. Try again/,
  },
  ...unreached('authUrl', 'sign-in address'),
};

const SERVICE: Record<string, Failure> = {
  redirects: {
    service: redirect,
    expected:
      /The base address \(127.0.0.1:\d+\) answers with a redirect.* \(HTTP 308\)\. (?:It says: .*)?Check the base address/,
  },
  'refuses each token': {
    service: json(401, {}),
    expected: /service at the base address \(.*refuses the token, and refused a new one as well \(HTTP 401\)/,
  },
  refuses: {
    service: json(403, {}),
    expected:
      /(?:may not search|does not show this client).*\(HTTP 403\).*Ask the administrator who grants its permissions/,
  },
  'refuses the headers': {
    service: json(431, {}),
    expected:
      /service at the base address \(.*because the token is too large \(HTTP 431\).*Ask the team that runs the issuer/,
  },
  'is changed on the way': {
    service: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
    expected: /answer of the base address \(.*was changed on the way.*\(Z_DATA_ERROR\)/,
  },
  'has no such interface': {
    service: json(404, {}),
    expected:
      /This service was not found at the base address \(.*\(HTTP 404\).*Check the base address: it is the part before/,
  },
  'is a page for a browser': {
    service: page,
    expected: /answer of the base address \(.*is not from this service\. Check the base address; a proxy/,
  },
  'answers without end': { service: endless, expected: /is too large to be|larger than Watchfloor reads/ },
  'hangs up': { service: hangsUp, expected: /base address \(127.*\((?:ECONNRESET|UND_ERR_SOCKET)\)\. / },
  'breaks off in the middle of an answer': {
    service: breaksOff,
    expected: /base address \(127.*\((?:ECONNRESET|UND_ERR_SOCKET)\)\. /,
  },
  'does not answer in time': { service: mute, expected: /base address \(127.*\(TIMEOUT\)\. / },
  'does not connect in time': { changes: () => muteAt('baseUrl'), expected: /base address \(127.*\(TIMEOUT\)\. / },
  ...unreached('baseUrl', 'base address'),
};

const PROXY: Record<string, Failure> = {
  'asks for a password': {
    changes: () => throughProxy(407),
    expected: /The proxy 127.0.0.1:\d+ asks for a user name and a password \(HTTP 407\)\. Put them into HTTPS_PROXY/,
  },
  'refuses the tunnel': {
    changes: () => throughProxy(403),
    expected:
      /The proxy 127.0.0.1:\d+ does not let requests to auth.example.test through \(HTTP 403\)\. Ask the team that runs the proxy/,
  },
  'cannot reach the address': {
    changes: () => throughProxy(502),
    expected: /The proxy 127.0.0.1:\d+ cannot reach auth.example.test \(HTTP 502\)\. Check the spelling/,
  },
  'hangs up': {
    changes: async () => ({ ...CLOSED, proxy: await resetting() }),
    expected: /The proxy 127.0.0.1:\d+ cannot be reached \(ECONNRESET\)\. Check the address of the proxy/,
  },
  'has a name that does not exist': {
    changes: () => ({ ...CLOSED, proxy: `${NAMELESS.replace('https:', 'http:')}:3128` }),
    expected: /The proxy n{64}\.invalid:3128 cannot be reached \(ENOTFOUND\)\. Check the address of the proxy/,
  },
  'does not listen': {
    changes: async () => ({ ...CLOSED, proxy: await nowhere() }),
    expected: /The proxy 127.0.0.1:\d+ cannot be reached \(ECONNREFUSED\)\. Check the address of the proxy/,
  },
};

const ONLY_ONE: Readonly<Record<'issuer' | 'service' | 'proxy', RegExp>> = {
  issuer: /base address|The service|The proxy/,
  service: /sign-in address|issuer|The proxy/,
  proxy: /base address|sign-in address|issuer|The service/,
};

describe.each(['permissions', 'search'] as const)(
  '[NET-4] %s names the party that failed, and blames no other',
  (command: Command) => {
    test.each([
      ...Object.entries(ISSUER).map(([what, failure]) => ['issuer', what, failure] as const),
      ...Object.entries(SERVICE).map(([what, failure]) => ['service', what, failure] as const),
      ...Object.entries(PROXY).map(([what, failure]) => ['proxy', what, failure] as const),
    ])('the %s %s', async (party, _, failure) => {
      issuerResponder = failure.issuer ?? issuerResponder;
      serviceResponder = failure.service ?? serviceResponder;
      const { code, words } = await outputOf(COMMANDS[command], (await failure.changes?.()) ?? {});
      expect([code, words]).toEqual([EXIT_CODES[command], expect.stringMatching(failure.expected)]);
      // These phrases belong to a remedy and blame no party.
      const blamed = words.replaceAll(
        /that the base, events and sign-in addresses belong together|Ask the team that runs the issuer to put less/g,
        '',
      );
      expect(blamed.replaceAll(/sign-in page/g, '')).not.toMatch(ONLY_ONE[party]);
      expect(words).not.toContain('canary-secret');
    });
  },
);

test('[NET-4] permissions quotes the message of a 503 and the time that it asks to wait', async () => {
  serviceResponder = json(503, { reason: 'maintenance' }, { 'retry-after': '7200' });
  const { words } = await outputOf(COMMANDS.permissions, {});
  expect(words).toMatch(
    /^watchfloor: The service at the base address \(127.0.0.1:\d+\) cannot answer at present \(HTTP 503\)\. It says: "{"reason":"maintenance"}"\. Try again in 2 h, as the service asks\.\n/,
  );
});

test.each([
  [
    'does not exist',
    404,
    /This service was not found at the events address .*Check the events address: it is the part before \/connect\/subscribe/,
  ],
  ['redirects', 302, /The events address .*answers with a redirect.*Check the events address/],
] as const)('[NET-4] doctor points to the events address for a stream that %s', async (_, status, expected) => {
  serviceResponder = json(200, {
    domainId: 'd',
    roles: [],
    accessRights: [],
    solutions: [],
    permissions: {},
    items: [],
  });
  const server = createServer((_request, response) => json(status, {})(response));
  const eventsUrl = `http://127.0.0.1:${await listening(server)}`;
  const { stdout } = await outputOf(['doctor', '--format', 'ndjson'], { eventsUrl });
  const stream = parseNdjson(stdout).find(({ check }) => check === 'stream');
  const shown = JSON.stringify(stream);
  expect(shown).toMatch(expected);
  expect(shown).not.toMatch(/base address/);
});

test('[TEST-1] doctor warns of a search that is not allowed and of a wrong clock, and calls neither ok', async () => {
  const twoHoursAhead = new Date(Date.now() + 7_200_000);
  const permissions = { domainId: 'd', roles: [], accessRights: [], solutions: [], permissions: {} };
  serviceResponder = json(200, permissions, { date: twoHoursAhead.toUTCString() });
  const noSearch = createServer((request, response) => {
    if (request.url?.endsWith('/search') === true) json(403, {})(response);
    else serviceResponder(response);
  });
  const stream = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const kind of ['SUBSCRIPTION_STARTED', 'HEARTBEAT']) {
      const data = {
        createdDateTime: twoHoursAhead.toISOString(),
        detailedMessage: kind,
        operation: '-',
        principal: 'd',
      };
      response.write(`event: ${kind}\ndata: ${JSON.stringify({ ...data, state: 'IN_PROGRESS' })}\n\n`);
    }
  });
  const [baseUrl, eventsUrl] = [
    `http://127.0.0.1:${await listening(noSearch)}`,
    `http://127.0.0.1:${await listening(stream)}`,
  ];
  const { code, stdout } = await outputOf(['doctor', '--format', 'ndjson'], { baseUrl, eventsUrl });
  const warned = parseNdjson(stdout).filter(({ ok }) => ok !== true);
  expect([code, warned.map(({ check, result }) => [check, result])]).toEqual([
    6,
    [
      ['search', 'warning'],
      ['clock', 'warning'],
    ],
  ]);
});
