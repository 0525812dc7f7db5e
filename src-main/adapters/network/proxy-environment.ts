/** Determines a profile's proxies in undici's form. An address may hold a password, so it never appears in a text. */
import { ConnectError } from './network-failure.ts';

export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** This computer needs no proxy to reach itself. */
const LOOPBACK = 'localhost,127.0.0.1,::1';

export function hasProxyVariables(env: NodeJS.ProcessEnv): boolean {
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => (env[name] ?? '').trim() !== '');
}

/** `proxy`: the value in the profile. @throws ConnectError if an address is not that of an HTTP proxy */
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

function proxyAddress(variable: string, value: string): string {
  if (value === '') return '';
  // Other programs read an address without a scheme as plain HTTP.
  const address = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return address;
  throw new ConnectError('PROXY_ADDRESS', 'proxy', `The address in ${variable} is not one of an HTTP proxy.`);
}
