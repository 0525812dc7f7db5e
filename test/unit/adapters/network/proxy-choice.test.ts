/** Which proxy a request goes through is told before it is made, and made so: held against the network itself. */
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

/** No exception, or the value of NO_PROXY. */
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

describe('[NET-3] the proxy that is told is the one that is asked', () => {
  test.each(exceptions)('NO_PROXY=%s', async (exception) => {
    const env = { NO_PROXY: exception };
    const own = `http://127.0.0.1:${proxy.port}`;
    const connections = await createNetwork({ env }).open({ caFile: null, proxy: own, connectTimeoutMs: 5_000 });
    try {
      for (const address of addresses) {
        proxy.asked.length = 0;
        // oxlint-disable-next-line no-await-in-loop -- one proxy, asked by one request at a time
        await connections.fetch(address, {}).catch(() => null);
        const told = proxyFor(new URL(address), proxiesOf(own, env));
        expect([address, told === null ? 'none' : proxyLabel(told)]).toEqual([
          address,
          proxy.asked.length === 0 ? 'none' : `127.0.0.1:${proxy.port}`,
        ]);
      }
    } finally {
      await connections.destroy();
    }
  });
});

describe('where the proxy comes from', () => {
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
    ['the environment, for https', through('environment'), 'secure.example:8080'],
    ['the environment, for http', through('environment', 'http://service.example/'), 'plain.example:80'],
    [
      'the other of the environment, where one is missing',
      through('environment', undefined, { HTTP_PROXY: 'http://plain.example' }),
      'plain.example:80',
    ],
    [
      'small letters before capitals',
      through('environment', undefined, { ...env, https_proxy: 'small.example' }),
      'small.example:80',
    ],
    ['none, where the profile says so', through('none'), null],
    ["the profile's own", through('https://own.example'), 'own.example:443'],
    ["the profile's own, bounded by NO_PROXY", through('https://own.example', 'https://no.example/'), null],
    ['none to this computer', through('http://own.example', 'https://localhost:8443/'), null],
  ])('[NET-3] %s', (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  test('an address that no proxy has is refused, and not repeated', () => {
    expect(() => proxiesOf('environment', { HTTPS_PROXY: 'socks5://user:canary@host' })).toThrow(
      expect.objectContaining({ code: 'PROXY_ADDRESS', message: expect.not.stringContaining('canary') }),
    );
  });
});
