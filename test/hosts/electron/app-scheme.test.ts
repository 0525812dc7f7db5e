import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { appSchemeResponse } from '../../../src-main/hosts/electron/app-scheme.ts';
import { serveAppScheme } from '../../../src-main/hosts/electron/serve-app-scheme.ts';
import { contentSecurityPolicy } from '../../../src-shared/api/content-security-policy.ts';
import { traversals } from '../traversals.ts';

const script = Buffer.from('export {}');
const page = {
  html: '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  files: new Map([
    [
      '/assets/app-B3xk.js',
      { content: script, contentType: 'text/javascript; charset=utf-8', cacheControl: 'no-store' },
    ],
  ]),
};
const get = (url: string, method = 'GET') => appSchemeResponse(page, { method, url }, 'bm9uY2U=');

const headers = {
  'content-security-policy': contentSecurityPolicy({ nonce: 'bm9uY2U=', socketOrigin: null }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

test.each(['app://watchfloor/', 'app://watchfloor/index.html', 'app://watchfloor/?x=1#/timeline'])(
  '%s returns the page with the nonce of this answer',
  (url) =>
    expect(get(url)).toEqual({
      status: 200,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: '<meta property="csp-nonce" nonce="bm9uY2U="><style nonce="bm9uY2U="></style>',
    }),
);

test.each([
  ['app://watchfloor/stopped.html', 'href="/"'],
  ['app://watchfloor/stopped.html?wall', 'href="/?wall"'],
  ['app://watchfloor/stopped.html?x="><script>', 'href="/"'],
])('[HOST-9] %s shows that the page stopped, without a script, and has a link back', (url, back) => {
  const { status, headers: sent, body } = get(url);
  expect([status, sent]).toEqual([200, { ...headers, 'content-type': 'text/html; charset=utf-8' }]);
  expect([...String(body).matchAll(/<style nonce="bm9uY2U=">|<script|\son\w+=|href="[^"]*"/g)].map(String)).toEqual([
    '<style nonce="bm9uY2U=">',
    back,
  ]);
});

test('a file of the build is returned unchanged, with the same policy', () =>
  expect(get('app://watchfloor/assets/app-B3xk.js')).toEqual({
    status: 200,
    headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' },
    body: script,
  }));

test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', (method) =>
  expect(get('app://watchfloor/', method)).toMatchObject({ status: 405, body: '' }),
);

/** Other spellings of a file, and paths without one. */
const misspellings = [
  '/....//....//etc/passwd',
  '/assets/app-B3xk.js/',
  '/assets/app-B3xk.js%00',
  '/assets/app-B3xk.js%20',
  '/assets/app-B3xk.js.',
  '/ASSETS/APP-B3XK.JS',
  '/assets%2fapp-B3xk.js',
  '/%61ssets/app-B3xk.js',
  '/assets',
  '/assets/',
  '/etc/passwd',
  '/.git/config',
  '/__proto__',
  '/constructor',
];
test.each([...traversals, ...misspellings])('[SAFE-17] %s is not found', (path) =>
  expect(get(`app://watchfloor${path}`)).toMatchObject({ status: 404, body: '' }),
);

test.each([
  'app://other/',
  'app://watchfloor.evil.example/',
  'app://watchfloor:80/',
  'app://me@watchfloor/',
  'app:///index.html',
  'app:index.html',
  'https://watchfloor/',
  'file:///index.html',
  '//watchfloor/',
  '',
])('[SAFE-17] "%s" is not an address of the app', (url) => expect(get(url)).toMatchObject({ status: 404, body: '' }));

test('[SAFE-6] every answer of the handler has its own nonce', async () => {
  const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  serveAppScheme({ handle: (scheme, handler) => void handlers.set(scheme, handler) }, page, () => null);
  const requestPage = async () => await handlers.get('app')?.({ method: 'GET', url: 'app://watchfloor/' } as Request);
  const policies = [await requestPage(), await requestPage()].map((response) =>
    response?.headers.get('content-security-policy'),
  );
  const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]);
  expect(nonces.map((nonce) => Buffer.from(nonce ?? '', 'base64').length)).toEqual([16, 16]);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('[PAGE-422] a finished export is returned as a download, and no other file', async () => {
  const exports = {
    read: async (key: string) =>
      key === 'RsOk'
        ? { fileName: 'Failed (2).jsonl', bytes: 3, content: Readable.from(['{}\n'], { objectMode: false }) }
        : null,
  };
  const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  serveAppScheme({ handle: (scheme, handler) => void handlers.set(scheme, handler) }, page, () => exports);
  const responseOf = async (path: string) =>
    await handlers.get('app')?.({ method: 'GET', url: `app://watchfloor${path}` } as Request);

  const given = await responseOf('/exports/RsOk');
  expect([await given?.text(), given?.headers.get('content-disposition')]).toEqual([
    '{}\n',
    `attachment; filename="Failed (2).jsonl"; filename*=UTF-8''Failed%20%282%29.jsonl`,
  ]);
  for (const path of ['/exports/', '/exports/other.jsonl', '/exports/%E0%A4%A', '/exports/..%2Fevents.db'])
    expect((await responseOf(path))?.status).toBe(404);
});
