/**
 * Requests that a hostile page, program or person may send to the web host, byte for byte. Each is valid except for
 * what its name says, and has a valid session unless the attack is about sessions.
 */
import { traversals } from '../traversals.ts';
import { requestText, sessionRequest } from './raw-http.ts';

export interface Target {
  readonly port: number;
  /** `name=value` of an open session. */
  readonly cookie: string;
  readonly formerCookie: string;
  readonly otherCookie: string;
  readonly usedToken: string;
}

export interface Attack {
  readonly group: 'host' | 'origin' | 'csrf' | 'auth' | 'traversal' | 'exports' | 'smuggling' | 'size';
  readonly name: string;
  /** Expected status. `cut`: the connection may end while the sender still writes. */
  readonly status: number | 'cut';
  readonly bytes: (target: Target) => string;
  /** Number of times it is sent; the status is that of the last one. */
  readonly times?: number;
}

const FILE = '/assets/app-B3xk.js';

const keyOf = (fileName: string) => `/exports/${Buffer.from(fileName).toString('base64url')}`;
/** Name of a finished export. `OUTSIDE_EXPORTS` is a secret next to the folder of exports. */
export const EXPORT = 'failed.jsonl';
export const OUTSIDE_EXPORTS = 'beside.txt';

/** A point of the curve, as a page may send it. */
const PAGE_KEY = {
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

export const attacks: readonly Attack[] = [
  ...host('foreign', 421, () => ['Host: evil.example']),
  ...host('foreign with our port', 421, ({ port }) => [`Host: evil.example:${port}`]),
  ...host('trailing dot', 421, ({ port }) => [`Host: localhost.:${port}`]),
  ...host('upper case', 421, ({ port }) => [`Host: LOCALHOST:${port}`]),
  ...host('ours, then a foreign one', 400, ({ port }) => [`Host: 127.0.0.1:${port}`, 'Host: evil.example']),
  ...host('empty', 421, () => ['Host: ']),
  ...host('our address as a label of a foreign name', 421, ({ port }) => [`Host: 127.0.0.1.evil.example:${port}`]),
  ...host('our name as a label of a foreign name', 421, ({ port }) => [`Host: localhost.evil:${port}`]),
  ...host('another port', 421, ({ port }) => [`Host: 127.0.0.1:${port - 1}`]),
  ...host('the any-address', 421, ({ port }) => [`Host: 0.0.0.0:${port}`]),
  ...host('our address as one number', 421, ({ port }) => [`Host: 2130706433:${port}`]),
  ...host('our address mapped into IPv6', 421, ({ port }) => [`Host: [::ffff:127.0.0.1]:${port}`]),
  ...host('none, with HTTP/1.0', 400, () => [], 'HTTP/1.0'),
  {
    group: 'host',
    name: 'a target that names a foreign host',
    status: 400,
    bytes: ({ port, cookie }) =>
      requestText('GET http://evil.example/ HTTP/1.1', [`Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`]),
  },

  ...socketOrigin('null', () => ['Origin: null']),
  ...socketOrigin('foreign', () => ['Origin: http://evil.example']),
  ...socketOrigin('foreign, with our port', ({ port }) => [`Origin: http://evil.example:${port}`]),
  ...socketOrigin('a name below ours', ({ port }) => [`Origin: http://app.localhost:${port}`]),
  ...socketOrigin('another port', ({ port }) => [`Origin: http://127.0.0.1:${port + 1}`]),
  ...socketOrigin('https', ({ port }) => [`Origin: https://127.0.0.1:${port}`]),
  ...socketOrigin('another of our names', ({ port }) => [`Origin: http://localhost:${port}`]),
  ...socketOrigin('absent, for a socket', () => []),
  {
    group: 'origin',
    name: 'absent, for a changing request',
    status: 403,
    bytes: (target) => without(fresh(target), 'Origin'),
  },
  ...socketOrigin(
    'ours, then a foreign one',
    ({ port }) => [`Origin: http://127.0.0.1:${port}`, 'Origin: http://evil.example'],
    400,
  ),

  ...csrf('a form that sends text/plain', 415, (request) => request.replace('application/json', 'text/plain')),
  ...csrf('a form with parts', 415, (request) =>
    request.replace('application/json', 'multipart/form-data; boundary=x'),
  ),
  ...csrf('GET where POST changes something', 401, (_request, target) =>
    requestText('GET /session HTTP/1.1', [`Host: 127.0.0.1:${target.port}`]),
  ),
  ...csrf('no X-CSRF header', 403, (request) => without(request, 'X-CSRF')),
  ...csrf('fetch from another site without CORS', 403, (request) =>
    without(request.replace('Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'), 'X-CSRF'),
  ),
  ...csrf('an image of another site', 403, (_request, { port, cookie }) =>
    requestText(`GET ${FILE} HTTP/1.1`, [
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${cookie}`,
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: no-cors',
      'Sec-Fetch-Dest: image',
    ]),
  ),
  ...csrf('another method in a header', 401, (_request, { port }) =>
    requestText('GET /session HTTP/1.1', [`Host: 127.0.0.1:${port}`, 'X-HTTP-Method-Override: POST', 'X-CSRF: 1']),
  ),
  ...csrf('the cookie of an ended host', 401, (_request, { port, formerCookie }) =>
    file(port, [`Cookie: ${formerCookie}`]),
  ),

  ...auth('no cookie', ({ port }) => file(port, [])),
  ...auth('a wrong cookie', ({ port, cookie }) => file(port, [`Cookie: ${cookie.slice(0, -4)}AAAA`])),
  ...auth('the cookie of an ended host, for a socket', ({ port, formerCookie }) =>
    upgrade(port, [`Origin: http://127.0.0.1:${port}`, `Cookie: ${formerCookie}`]),
  ),
  ...auth('a launch token a second time', ({ port, usedToken }) =>
    sessionRequest(port, JSON.stringify({ token: usedToken })),
  ),
  ...auth('a public key without a session', ({ port }) => sessionRequest(port, JSON.stringify({ key: PAGE_KEY }))),
  ...auth('a link for another browser without a session', ({ port }) =>
    sessionRequest(port, JSON.stringify({ another: true })),
  ),
  ...auth('a signature of an unknown page', ({ port }) =>
    sessionRequest(port, JSON.stringify({ key: PAGE_KEY, challenge: 'A'.repeat(43), signature: '0'.repeat(128) })),
  ),
  ...auth(
    'a signature and a challenge in one',
    ({ port }) => sessionRequest(port, JSON.stringify({ challenge: true, key: PAGE_KEY })),
    400,
  ),
  ...auth('a token in the query', ({ port, usedToken }) =>
    requestText(`GET ${FILE}?launch=${usedToken} HTTP/1.1`, [`Host: 127.0.0.1:${port}`]),
  ),
  ...auth('the cookie of another port, under our name', ({ port, otherCookie }) =>
    file(port, [`Cookie: watchfloor-session-${port}=${otherCookie.split('=')[1]}`]),
  ),
  ...auth(
    'a thousand guesses',
    ({ port }) => sessionRequest(port, JSON.stringify({ token: 'A'.repeat(43) })),
    429,
    1000,
  ),
  ...auth('an empty cookie', ({ port }) => file(port, [`Cookie: watchfloor-session-${port}=`])),
  ...auth('a cookie given twice', ({ port, cookie }) => file(port, [`Cookie: ${cookie}; ${cookie}`])),
  ...auth(
    'a cookie of 1 MB',
    ({ port }) => file(port, [`Cookie: watchfloor-session-${port}=${'A'.repeat(2 ** 20)}`]),
    'cut',
  ),

  // A server that resolves dots would find the page.
  ...traversal(400, [
    ...traversals,
    '/assets/../index.html',
    '/./index.html',
    '/assets/./app-B3xk.js',
    '/..',
    '/.',
    '/assets/..',
  ]),
  ...traversal(404, ['/index.html', '/.git/config', '/__proto__', '/constructor']),

  ...exported('without a session', 401, ({ port }) => [keyOf(EXPORT), `Host: 127.0.0.1:${port}`]),
  ...exported('from another site', 403, ({ port, cookie }) => [
    keyOf(EXPORT),
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    'Sec-Fetch-Site: cross-site',
  ]),
  ...exported('a key that leads out of the folder', 404, ({ port, cookie }) => [
    keyOf(`../${OUTSIDE_EXPORTS}`),
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
  ]),
  ...exported('a path that leads out of the folder', 400, ({ port, cookie }) => [
    `/exports/..%2f${OUTSIDE_EXPORTS}`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
  ]),

  ...smuggling('a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  ...smuggling('two lengths', 'Content-Length: 0\r\nContent-Length: 44\r\n\r\n'),
  ...smuggling('a bare CR between headers', 'X-A: 1\rX-B: 2\r\n\r\n'),
  ...smuggling('a folded header', 'X-A: 1\r\n X-B: 2\r\n\r\n'),

  ...size('headers of 20 KB', 431, ({ port }) => file(port, [`X-A: ${'a'.repeat(20_000)}`])),
  ...size('a target of 20 KB', 431, ({ port }) =>
    requestText(`GET /?${'a'.repeat(20_000)} HTTP/1.1`, [`Host: 127.0.0.1:${port}`]),
  ),
  ...size('a session body of 2 KB', 413, ({ port }) =>
    sessionRequest(port, JSON.stringify({ token: 'A'.repeat(2048) })),
  ),
  ...size('a session body of 2 MB', 'cut', ({ port }) =>
    sessionRequest(port, JSON.stringify({ token: 'A'.repeat(2 ** 21) })),
  ),
  ...size('a body where there is none', 400, ({ port, cookie }) =>
    file(port, [`Cookie: ${cookie}`, 'Content-Length: 4'], 'body'),
  ),
  ...size('three thousand headers, a second Host last', 400, ({ port, cookie }) =>
    file(port, [`Cookie: ${cookie}`, ...Array.from({ length: 3000 }, () => 'a:'), 'Host: evil.example']),
  ),
];

/** The four valid requests on which most attacks are based. */
export function rightFile({ port, cookie }: Target): string {
  return file(port, [`Cookie: ${cookie}`]);
}
export function rightSessionRequest(target: Target): string {
  return fresh(target);
}
export function rightUpgrade({ port, cookie }: Target): string {
  return upgrade(port, [`Origin: http://127.0.0.1:${port}`, `Cookie: ${cookie}`]);
}

export function rightExport({ port, cookie }: Target): string {
  return requestText(`GET ${keyOf(EXPORT)} HTTP/1.1`, [`Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`]);
}

function host(name: string, status: number, hosts: (target: Target) => string[], version = 'HTTP/1.1'): Attack[] {
  const bytes = (target: Target) =>
    requestText(`GET ${FILE} ${version}`, [...hosts(target), `Cookie: ${target.cookie}`]);
  return [{ group: 'host', name, status, bytes }];
}

function socketOrigin(name: string, origins: (target: Target) => string[], status = 403): Attack[] {
  const bytes = (target: Target) => upgrade(target.port, [...origins(target), `Cookie: ${target.cookie}`]);
  return [{ group: 'origin', name, status, bytes }];
}

function csrf(name: string, status: number, change: (request: string, target: Target) => string): Attack[] {
  return [{ group: 'csrf', name, status, bytes: (target) => change(fresh(target), target) }];
}

function auth(name: string, bytes: Attack['bytes'], status: Attack['status'] = 401, times = 1): Attack[] {
  return [{ group: 'auth', name, status, bytes, times }];
}

function traversal(status: number, paths: readonly string[]): Attack[] {
  return paths.map((path) => ({
    group: 'traversal',
    name: path,
    status,
    bytes: ({ port, cookie }) => requestText(`GET ${path} HTTP/1.1`, [`Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`]),
  }));
}

function exported(name: string, status: number, requestFor: (target: Target) => [path: string, ...string[]]): Attack[] {
  const bytes = (target: Target) => {
    const [path, ...headers] = requestFor(target);
    return requestText(`GET ${path} HTTP/1.1`, headers);
  };
  return [{ group: 'exports', name, status, bytes }];
}

function smuggling(name: string, rest: string): Attack[] {
  const hidden = `GET ${FILE} HTTP/1.1\r\n\r\n`;
  const bytes = ({ port, cookie }: Target) =>
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n${rest}${hidden}`;
  return [{ group: 'smuggling', name, status: 400, bytes }];
}

function size(name: string, status: Attack['status'], bytes: Attack['bytes']): Attack[] {
  return [{ group: 'size', name, status, bytes }];
}

function file(port: number, headers: readonly string[], body = ''): string {
  return requestText(`GET ${FILE} HTTP/1.1`, [`Host: 127.0.0.1:${port}`, ...headers], body);
}

/** Requests a new launch link. It is the only request without a token that changes something. */
function fresh({ port }: Target): string {
  return sessionRequest(port, JSON.stringify({ fresh: true }));
}

/** RFC 6455, masked with zeros: a socket that is accepted by mistake closes and is reported as 101. */
const CLOSE_FRAME = '\x88\x80\0\0\0\0';

function upgrade(port: number, headers: readonly string[]): string {
  const lines = [
    'GET /api/socket HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${CLOSE_FRAME}`;
}

function without(request: string, header: string): string {
  return request
    .split('\r\n')
    .filter((line) => !line.startsWith(`${header}:`))
    .join('\r\n');
}
