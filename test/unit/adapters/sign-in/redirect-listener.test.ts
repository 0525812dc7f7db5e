/** Tests requests to the loopback address, byte by byte, that are not the answer of the issuer. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRedirectListener } from '../../../../src-main/adapters/sign-in/redirect-listener.ts';

const never = new AbortController().signal;

async function open(browserTimeoutMs = 200) {
  const redirect = await createRedirectListener({ browserTimeoutMs }).listen();
  onTestFinished(() => redirect.close());
  const port = Number(new URL(redirect.redirectUri).port);
  let came: URL | null = null;
  void redirect.callback(never).then(
    (url) => (came = url),
    () => undefined,
  );
  return { redirect, port, came: () => came, send: (head: string) => sent(port, head) };
}

/** Sends a request head exactly as written and returns the complete answer, or null if no server listens. */
function sent(port: number, head: string, host = '127.0.0.1'): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    let response = '';
    socket.on('connect', () => socket.write(`${head}\r\n\r\n`));
    socket.on('data', (part) => (response += part.toString()));
    socket.on('close', () => resolve(response));
    socket.on('error', () => resolve(response === '' ? null : response));
  });
}
const statusOf = (response: string | null) => Number(response?.slice(9, 12));

test.each<[string, (state: string, host: string) => string, number]>([
  ['no state', (_state, host) => `GET /callback?code=c HTTP/1.1\r\n${host}`, 400],
  ['no parameters', (_state, host) => `GET /callback HTTP/1.1\r\n${host}`, 400],
  ['a wrong state', (_state, host) => `GET /callback?code=c&state=wrong HTTP/1.1\r\n${host}`, 400],
  ['an empty state', (_state, host) => `GET /callback?code=c&state= HTTP/1.1\r\n${host}`, 400],
  ['the beginning of the state', (state, host) => `GET /callback?state=${state.slice(0, -1)} HTTP/1.1\r\n${host}`, 400],
  ['the state and more', (state, host) => `GET /callback?state=${state}x HTTP/1.1\r\n${host}`, 400],
  ['two states', (state, host) => `GET /callback?code=c&state=${state}&state=${state} HTTP/1.1\r\n${host}`, 400],
  ['the state in a fragment', (state, host) => `GET /callback#state=${state} HTTP/1.1\r\n${host}`, 404],
  ['a wrong path', (state, host) => `GET /?code=c&state=${state} HTTP/1.1\r\n${host}`, 404],
  ['a longer path', (state, host) => `GET /callback/?code=c&state=${state} HTTP/1.1\r\n${host}`, 404],
  ['another spelling of the path', (state, host) => `GET /Callback?code=c&state=${state} HTTP/1.1\r\n${host}`, 404],
  [
    'a complete address',
    (state, host) => `GET http://127.0.0.1/callback?code=c&state=${state} HTTP/1.1\r\n${host}`,
    404,
  ],
  ['the path of the last page before there is one', (_state, host) => `GET /signed-in HTTP/1.1\r\n${host}`, 404],
  ['POST', (state, host) => `POST /callback?code=c&state=${state} HTTP/1.1\r\n${host}\r\nContent-Length: 0`, 405],
  ['HEAD', (state, host) => `HEAD /callback?code=c&state=${state} HTTP/1.1\r\n${host}`, 405],
  ['OPTIONS', (state, host) => `OPTIONS /callback?code=c&state=${state} HTTP/1.1\r\n${host}`, 405],
  ['another host', (state) => `GET /callback?code=c&state=${state} HTTP/1.1\r\nHost: evil.example`, 421],
  [
    'a name of this computer',
    (state, host) => `GET /callback?state=${state} HTTP/1.1\r\n${host.replace('127.0.0.1', 'localhost')}`,
    421,
  ],
  ['the host without its port', (state) => `GET /callback?code=c&state=${state} HTTP/1.1\r\nHost: 127.0.0.1`, 421],
  ['two hosts', (state, host) => `GET /callback?code=c&state=${state} HTTP/1.1\r\n${host}\r\nHost: evil.example`, 421],
  ['the host twice', (state, host) => `GET /callback?code=c&state=${state} HTTP/1.1\r\n${host}\r\n${host}`, 421],
  ['no host', (state) => `GET /callback?code=c&state=${state} HTTP/1.1\r\nX: y`, 400],
  ['no host, in an old protocol', (state) => `GET /callback?code=c&state=${state} HTTP/1.0`, 421],
  [
    'a code that is too long',
    (state, host) => `GET /callback?state=${state}&code=${'c'.repeat(9_000)} HTTP/1.1\r\n${host}`,
    414,
  ],
  [
    'a head that is too long',
    (state, host) => `GET /callback?state=${state}&code=${'c'.repeat(20_000)} HTTP/1.1\r\n${host}`,
    431,
  ],
])(
  '[SIGN-14] a request with %s is not accepted as the callback, and the right one still is',
  async (_case, head, status) => {
    const { redirect, port, came, send } = await open();
    const host = `Host: 127.0.0.1:${port}`;
    const refused = await send(head(redirect.state, host));
    expect([statusOf(refused), came()]).toEqual([status, null]);
    // The refusal reveals nothing about the expected state.
    expect(refused).not.toContain(redirect.state);
    const right = await send(`GET /callback?code=c&state=${redirect.state}&iss=i%3Fx HTTP/1.1\r\n${host}`);
    expect([statusOf(right), came()?.href]).toEqual([
      302,
      `${redirect.redirectUri}?code=c&state=${redirect.state}&iss=i%3Fx`,
    ]);
  },
);

test('[SIGN-14] an error answer with the right state is accepted as the callback', async () => {
  const { redirect, port, came, send } = await open();
  await send(`GET /callback?error=access_denied&state=${redirect.state} HTTP/1.1\r\nHost: 127.0.0.1:${port}`);
  expect(came()?.searchParams.get('error')).toBe('access_denied');
});

test('[SIGN-14] only the first callback is accepted, and the state of an older attempt is refused', async () => {
  const [older, newer] = [await open(), await open()];
  const of = (state: string, port: number, code: string) =>
    `GET /callback?code=${code}&state=${state} HTTP/1.1\r\nHost: 127.0.0.1:${port}`;
  const responses = [
    await newer.send(of(older.redirect.state, newer.port, 'older')),
    await newer.send(of(newer.redirect.state, newer.port, 'first')),
    await newer.send(of(newer.redirect.state, newer.port, 'second')),
  ];
  expect([responses.map(statusOf), newer.came()?.searchParams.get('code')]).toEqual([[400, 302, 410], 'first']);
});

test('[LEAK-1] a code appears in no page, no log and no Referer, because the browser is redirected immediately', async () => {
  const consoleCalls = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level));
  onTestFinished(() => consoleCalls.forEach((spy) => spy.mockRestore()));
  const { redirect, port, send } = await open();
  const host = `Host: 127.0.0.1:${port}`;
  const sentOn = await send(`GET /callback?code=canary-code&state=${redirect.state} HTTP/1.1\r\n${host}`);
  const shown = send(`GET /signed-in HTTP/1.1\r\n${host}`);
  await redirect.finish('signed-in');
  const page = await shown;
  const headers = [
    'Referrer-Policy: no-referrer',
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none'",
  ];
  for (const response of [sentOn, page])
    expect(headers.filter((header) => !(response ?? '').toLowerCase().includes(header.toLowerCase()))).toEqual([]);
  expect(/^location: (.*)$/im.exec(sentOn ?? '')?.[1]).toBe('/signed-in');
  expect(page).toContain('<h1>Signed in</h1>');
  expect(page).not.toContain('<script');
  expect(`${sentOn}${page}`).not.toMatch(/canary/);
  expect(consoleCalls.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

test.each([
  ['denied', 'The sign-in was denied.'],
  ['failed', 'The sign-in failed.'],
] as const)('the last page shows the result of a sign-in (%s)', async (how, words) => {
  const { redirect, port, send } = await open();
  const host = `Host: 127.0.0.1:${port}`;
  await send(`GET /callback?error=x&state=${redirect.state} HTTP/1.1\r\n${host}`);
  const shown = send(`GET /signed-in HTTP/1.1\r\n${host}`);
  await redirect.finish(how);
  expect(await shown).toContain(words);
});

test('[SIGN-14] the listener is open only on 127.0.0.1, and not after it was closed', async () => {
  const { redirect, port } = await open();
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'));
  const head = `GET /callback?code=c&state=${redirect.state} HTTP/1.1\r\nHost: 127.0.0.1:${port}`;
  expect(await Promise.all([...others, '::1'].map((address) => sent(port, head, address)))).toEqual(
    [...others, '::1'].map(() => null),
  );
  await redirect.close();
  await redirect.close();
  expect(await sent(port, head)).toBeNull();
});

test('finishing waits only briefly for a browser that was closed, and not at all for one that never came', async () => {
  const { redirect, port, send } = await open(20);
  await redirect.finish('failed');
  await send(`GET /callback?code=c&state=${redirect.state} HTTP/1.1\r\nHost: 127.0.0.1:${port}`);
  await redirect.finish('failed');
});

test('[SIGN-14] idle connections do not block a callback for long', async () => {
  const redirect = await createRedirectListener({ headTimeoutMs: 200 }).listen();
  onTestFinished(() => redirect.close());
  const port = Number(new URL(redirect.redirectUri).port);
  const idle = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => idle.forEach((socket) => socket.destroy()));
  const head = `GET /callback?code=c&state=${redirect.state} HTTP/1.1\r\nHost: 127.0.0.1:${port}`;
  await expect.poll(async () => statusOf(await sent(port, head)), { timeout: 5_000 }).toBe(302);
});

test('waiting for the callback ends on abort', async () => {
  const { redirect } = await open();
  const given = new AbortController();
  const waiting = redirect.callback(given.signal);
  given.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
