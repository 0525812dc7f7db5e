/**
 * The proxies that the environment names, as undici takes them. Lower case goes before upper case, as everywhere. A
 * proxy's address may hold a password: it stays in here and in the agent, and is in no text.
 */
import { ConnectError } from './network-failure.ts';

export interface ProxyEnvironment {
  /** `''`: none. */
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** This computer needs no proxy to reach itself. */
const LOOPBACK = 'localhost,127.0.0.1,::1';

/** @throws ConnectError for an address that no proxy can have. */
export function proxyEnvironment(env: NodeJS.ProcessEnv): ProxyEnvironment {
  const value = (name: string) => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const noProxy = value('NO_PROXY');
  return {
    httpProxy: proxyAddress('HTTP_PROXY', value('HTTP_PROXY')),
    httpsProxy: proxyAddress('HTTPS_PROXY', value('HTTPS_PROXY')),
    noProxy: noProxy === '' ? LOOPBACK : `${noProxy},${LOOPBACK}`,
  };
}

function proxyAddress(variable: string, value: string): string {
  if (value === '') return '';
  // Other programs take an address without a scheme for one of plain HTTP.
  const address = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return address;
  throw new ConnectError('PROXY_ADDRESS', 'proxy', `The address in ${variable} is not one of an HTTP proxy.`);
}
