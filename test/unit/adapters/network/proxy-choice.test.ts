/** Tests that the reported proxy is the one that the network uses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNetwork } from '../../../../src-main/adapters/network/network.ts';
import { proxyFor, proxyLabel } from '../../../../src-main/adapters/network/proxy-choice.ts';
import { proxiesOf } from '../../../../src-main/adapters/network/proxy-environment.ts';
import { ConnectProxy } from './connect-proxy.ts';

let proxy: ConnectProxy;
beforeAll(async () => {
  proxy = await ConnectProxy.start(() => 407);
});
afterAll(() => proxy.stop());

/** Values of NO_PROXY. The empty one means that there is no exception. */
const exceptions = [
  '',
  '*',
  'service.invalid',
  'SERVICE.invalid',
  '.invalid',
  '*.invalid',
  '*.service.invalid',
  'vice.invalid',
  'service.invalid:8443',
  'service.invalid:443',
  '*:8443',
  'other.invalid, service.invalid',
  'other.invalid service.invalid.',
  '192.0.2.1',
  '[2001:db8::1]:443',
  '2001:db8::1',
];
const addresses = [
  'https://service.invalid/',
  'https://service.invalid.:8443/',
  'https://127.0.0.1:1/',
  'https://[::1]:1/',
];

describe('[NET-3] the reported proxy is the one that is used', () => {
  test.each(exceptions)('NO_PROXY=%s', async (exception) => {
    const env = { NO_PROXY: exception };
    const own = `http://127.0.0.1:${proxy.port}`;
    const connections = await createNetwork({ env }).open({ caFile: null, proxy: own, connectTimeoutMs: 5_000 });
    try {
      for (const address of addresses) {
        proxy.requests.length = 0;
        await connections.fetch(address, {}).catch(() => null);
        const choice = proxyFor(new URL(address), proxiesOf(own, env));
        expect([address, choice === null ? 'none' : proxyLabel(choice)]).toEqual([
          address,
          proxy.requests.length === 0 ? 'none' : `127.0.0.1:${proxy.port}`,
        ]);
      }
    } finally {
      await connections.destroy();
    }
  });
});

describe('the proxy of a request', () => {
  const env = {
    HTTPS_PROXY: 'secure.example:8080',
    HTTP_PROXY: 'http://user:canary@plain.example',
    NO_PROXY: 'no.example',
  };
  const through = (
    proxyOfProfile: string,
    address = 'https://service.example/',
    environment: NodeJS.ProcessEnv = env,
  ) => {
    const chosen = proxyFor(new URL(address), proxiesOf(proxyOfProfile, environment));
    return chosen === null ? null : proxyLabel(chosen);
  };
  test.each([
    ['the one of the environment, for https', through('environment'), 'secure.example:8080'],
    ['the one of the environment, for http', through('environment', 'http://service.example/'), 'plain.example:80'],
    [
      'the other one of the environment if one is missing',
      through('environment', undefined, { HTTP_PROXY: 'http://plain.example' }),
      'plain.example:80',
    ],
    [
      'the one of the lower-case variable before the upper-case one',
      through('environment', undefined, { ...env, https_proxy: 'small.example' }),
      'small.example:80',
    ],
    ['none if the profile says so', through('none'), null],
    ["the profile's own", through('https://own.example'), 'own.example:443'],
    [
      'none for an address in NO_PROXY, even if the profile has its own',
      through('https://own.example', 'https://no.example/'),
      null,
    ],
    ['none for this computer', through('http://own.example', 'https://localhost:8443/'), null],
  ])('[NET-3] is %s', (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  test('is refused if its address is invalid, and the error does not repeat the address', () => {
    expect(() => proxiesOf('environment', { HTTPS_PROXY: 'socks5://user:canary@host' })).toThrow(
      expect.objectContaining({ code: 'PROXY_ADDRESS', message: expect.not.stringContaining('canary') }),
    );
  });
});
