import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  parseProxyReply,
  proxiesFor,
  type ResolveProxy,
} from '../../../../src-main/adapters/network/system-proxies.ts';
import { createConnectionProbe } from '../../../../src-main/adapters/network/connection-probe.ts';
import { createNetwork } from '../../../../src-main/adapters/network/network.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { ConnectProxy } from './connect-proxy.ts';

describe('[NET-3] the first usable proxy of the system settings is used', () => {
  test.each([
    ['', ''],
    ['DIRECT', ''],
    ['PROXY a.example:8080', 'http://a.example:8080'],
    ['PROXY a.example:8080; DIRECT', 'http://a.example:8080'],
    ['DIRECT; PROXY a.example:8080', ''],
    ['HTTPS a.example:443', 'https://a.example:443'],
    ['proxy  [2001:db8::1]:3128 ;direct', 'http://[2001:db8::1]:3128'],
    ['SOCKS5 s.example:1080; PROXY a.example:8080', 'http://a.example:8080'],
    ['SOCKS s.example:1080; DIRECT', ''],
    ['QUIC q.example:443; HTTPS a.example:443', 'https://a.example:443'],
  ])('%j means %j', (answer, address) => {
    expect(parseProxyReply(answer)).toBe(address);
  });

  test.each([
    ['SOCKS5 s.example:1080', /have only a SOCKS proxy\. Give the profile its own HTTP proxy/],
    ['QUIC q.example:443', /have no HTTP proxy/],
    ['PROXY user:canary@a.example:8080', /have no HTTP proxy/],
    ['PROXY a.example/canary:80', /have no HTTP proxy/],
    ['PROXY a.example', /have no HTTP proxy/],
  ])('%j is refused with a message', (answer, words) => {
    expect(() => parseProxyReply(answer)).toThrow(words);
    expect(() => parseProxyReply(answer)).toThrow(expect.objectContaining({ code: 'PROXY_SETTINGS', about: 'proxy' }));
    expect(() => parseProxyReply(answer)).not.toThrow(/canary/);
  });
});

describe('the proxy of a request', () => {
  const requested: string[] = [];
  const resolveProxy: ResolveProxy = async (url) => {
    requested.push(url);
    return 'PROXY a.example:8080';
  };
  const httpsProxy = async (proxy: string, address: string, env: NodeJS.ProcessEnv = {}) => {
    requested.length = 0;
    return {
      proxy: (await proxiesFor(proxy, new URL(address), { env, resolveProxy })).httpsProxy,
      asked: [...requested],
    };
  };
  const service = 'https://service.example/v1/search?token=canary';

  test.each([
    [
      '[NET-3] is looked up in the system settings by the origin, without path and query',
      'environment',
      service,
      {},
      'http://a.example:8080',
      ['https://service.example/'],
    ],
    [
      'comes from the environment before the system settings',
      'environment',
      service,
      { HTTPS_PROXY: 'e.example:1' },
      'http://e.example:1',
      [],
    ],
    ['is not used for addresses in NO_PROXY', 'environment', service, { NO_PROXY: '.example' }, '', []],
    ['is not used for this computer', 'environment', 'https://127.0.0.1:8443/', {}, '', []],
    ['is none if the profile says so', 'none', service, {}, '', []],
    ['is the one of the profile, if it has one', 'http://own.example:2', service, {}, 'http://own.example:2', []],
  ] as const)('%s', async (_, proxy, address, env, expected, questions) => {
    expect(await httpsProxy(proxy, address, env)).toEqual({ proxy: expected, asked: questions });
  });

  test('is reported with a message if the settings fail, and with the reason of an abort if it was aborted', async () => {
    const broken = { env: {}, resolveProxy: () => Promise.reject(new Error('canary')) };
    await expect(proxiesFor('environment', new URL(service), broken)).rejects.toMatchObject({
      code: 'PROXY_SETTINGS',
      message: expect.not.stringContaining('canary'),
    });
    const over = AbortSignal.abort(new Error('enough'));
    await expect(proxiesFor('environment', new URL(service), broken, over)).rejects.toThrow('enough');
  });
});

describe('[NET-3] a request uses the proxy that the system settings name at that time', () => {
  let proxy: ConnectProxy;
  beforeAll(async () => void (proxy = await ConnectProxy.start(() => 407)));
  afterAll(() => proxy.stop());

  test('first with a proxy and then without, over the same connections', async () => {
    let answer = `PROXY 127.0.0.1:${proxy.port}; DIRECT`;
    const surroundings = { env: {}, resolveProxy: async () => answer };
    const connections = await createNetwork(surroundings).open({
      caFile: null,
      proxy: 'environment',
      connectTimeoutMs: 5_000,
    });
    const address = 'https://service.invalid/';
    const requestedBy = async () => {
      proxy.requests.length = 0;
      await connections.fetch(address, {}).catch(() => null);
      return [...proxy.requests];
    };
    try {
      expect(await requestedBy()).toEqual(['CONNECT service.invalid:443']);
      answer = 'DIRECT';
      expect(await requestedBy()).toEqual([]);
    } finally {
      await connections.destroy();
    }
    answer = `PROXY 127.0.0.1:${proxy.port}`;
    const foundProxy = createConnectionProbe(surroundings).proxyOf(someProfile, address, new AbortController().signal);
    expect(await foundProxy).toBe(`127.0.0.1:${proxy.port}`);
  });

  test('a SOCKS proxy ends the request with a message, and nothing is sent', async () => {
    const connections = await createNetwork({ env: {}, resolveProxy: async () => 'SOCKS5 s.example:1080' }).open({
      caFile: null,
      proxy: 'environment',
      connectTimeoutMs: 5_000,
    });
    await expect(connections.fetch('https://service.invalid/', {})).rejects.toMatchObject({ code: 'PROXY_SETTINGS' });
    await connections.destroy();
  });
});
