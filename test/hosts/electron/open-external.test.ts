import { expect, test } from 'vitest';
import { createExternalBrowser } from '../../../src-main/hosts/electron/open-external.ts';
import { externalAddresses } from './external-addresses.ts';

const https = { authUrl: 'https://auth.example.com' };
const port = { authUrl: 'https://auth.example.com:8443' };
const loopback = { authUrl: 'http://127.0.0.1:4000' };
const ipv6 = { authUrl: 'http://[::1]:4000' };
const remoteHttp = { authUrl: 'http://auth.example.com' };
const path = '/auth/realms/iot/protocol/openid-connect/auth?client_id=w&state=s';

test.each<[boolean, { authUrl: string }, string]>([
  [true, https, `https://auth.example.com${path}`],
  [true, https, 'https://auth.example.com/'],
  [true, https, 'https://auth.example.com/%0a'],
  [true, port, `https://auth.example.com:8443${path}`],
  [true, loopback, `http://127.0.0.1:4000${path}`],
  [true, ipv6, `http://[::1]:4000${path}`],
  [true, { authUrl: 'http://localhost:4000' }, `http://localhost:4000${path}`],
  [true, { authUrl: 'https://auth.example.com/below' }, `https://auth.example.com/below${path}`],
  [false, remoteHttp, `http://auth.example.com${path}`],
  [false, port, `https://auth.example.com${path}`],
  [false, https, `https://evil.example${path}`],
  [false, https, `https://user@auth.example.com${path}`],
  [false, https, 'https:auth.example.com/'],
  [false, https, 'https:\\\\auth.example.com\\'],
  [false, https, 'https://auth.example.com\\@evil.example/'],
  [false, https, 'https:///auth.example.com/'],
  [false, https, 'https://AUTH.example.com/'],
  [false, https, 'HTTPS://auth.example.com/'],
  [false, https, 'https://auth%2eexample.com/'],
  [false, https, ` https://auth.example.com${path}`],
  [false, https, `https://auth.example.com${path}\n`],
  [false, https, 'https://auth.example.com/a b'],
  [false, https, 'https://auth.example.com/\u0000'],
  [false, https, 'https://auth.example.com/\u202Emoc'],
  [false, https, `https://auth.example.com${path}#token`],
  [false, https, `https://auth.example.com/${'x'.repeat(9_000)}`],
  [false, https, 'ms-word:ofe|u|https://auth.example.com/x.doc'],
  [false, loopback, `http://127.0.0.1:4001${path}`],
  [false, loopback, `http://localhost:4000${path}`],
  [false, loopback, `http://0.0.0.0:4000${path}`],
  [false, loopback, `http://127.1:4000${path}`],
  [false, { authUrl: 'no address' }, `https://auth.example.com${path}`],
])('[SIGN-25] opening in the browser is %s for %o: %s', async (isOpened, profile, address) => {
  const opened: string[] = [];
  const browser = createExternalBrowser(async (given) => void opened.push(given));
  expect([await browser.open(address, profile), opened]).toEqual([isOpened, isOpened ? [address] : []]);
});

test('[SIGN-25] an address that only looks like that of the issuer does not open in the browser', async () => {
  const opened: string[] = [];
  const browser = createExternalBrowser(async (given) => void opened.push(given));
  for (const address of externalAddresses) await browser.open(address, { authUrl: 'https://known.example' });
  expect(opened).toEqual([]);
});
