/**
 * Which proxies a profile's requests go through, as undici takes them: those of the environment, the profile's own, or
 * none. Lower case goes before upper case, as everywhere. A proxy's address may hold a password: it stays in here and
 * in the agent, and is in no text.
 */
import { ConnectError } from './network-failure.ts';

export interface Proxies {
  /** `''`: none. */
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** This computer needs no proxy to reach itself. */
const LOOPBACK = 'localhost,127.0.0.1,::1';

/** Whether the environment says where to go. */
export function hasProxyVariables(env: NodeJS.ProcessEnv): boolean {
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => (env[name] ?? '').trim() !== '');
}

/** `proxy`: as the profile says it. @throws ConnectError for an address that no proxy can have. */
export function proxiesOf(proxy: string, env: NodeJS.ProcessEnv): Proxies {
  const value = (name: string) => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const own = value('NO_PROXY');
  const noProxy = own === '' ? LOOPBACK : `${own},${LOOPBACK}`;
  if (proxy === 'none') return { httpProxy: '', httpsProxy: '', noProxy };
  if (proxy !== 'environment') {
    const address = proxyAddress('the profile', proxy);
    return { httpProxy: address, httpsProxy: address, noProxy };
  }
  return {
    httpProxy: proxyAddress('HTTP_PROXY', value('HTTP_PROXY')),
    httpsProxy: proxyAddress('HTTPS_PROXY', value('HTTPS_PROXY')),
    noProxy,
  };
}

function proxyAddress(place: string, value: string): string {
  if (value === '') return '';
  // Other programs take an address without a scheme for one of plain HTTP.
  const address = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return address;
  throw new ConnectError('PROXY_ADDRESS', 'proxy', `The address in ${place} is not one of an HTTP proxy.`);
}
