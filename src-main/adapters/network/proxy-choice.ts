/** Computes the proxy of a request. undici makes the same choice but does not report it; a test compares the two. */
import type { Proxies } from './proxy-environment.ts';

export function proxyFor(address: URL, { httpProxy, httpsProxy, noProxy }: Proxies): URL | null {
  const host = plainHost(address.hostname);
  const port = Number(address.port || (address.protocol === 'https:' ? 443 : 80));
  if (noProxy.split(/[,\s]/).some((entry) => entry !== '' && excepts(entry, host, port))) return null;
  const proxy = address.protocol === 'https:' && httpsProxy !== '' ? httpsProxy : httpProxy;
  return proxy === '' ? null : new URL(proxy);
}

export function proxyLabel({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Removes the brackets of an IPv6 address and the final dot of a fully qualified name. */
export function plainHost(hostname: string): string {
  const name = hostname.replace(/^\[(.+)\]$/, '$1').toLowerCase();
  return name.length > 1 ? name.replace(/\.$/, '') : name;
}

function excepts(entry: string, host: string, port: number): boolean {
  const { name, port: only } = parsed(entry);
  if (only !== 0 && only !== port) return false;
  if (name === '*') return true;
  const domain = plainHost(name.replace(/^\*?\./, ''));
  return (host === domain && !name.startsWith('*')) || host.endsWith(`.${domain}`);
}

function parsed(entry: string): { readonly name: string; readonly port: number } {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(entry);
  if (bracketed !== null) return { name: bracketed[1] ?? '', port: Number(bracketed[2] ?? 0) };
  // A bare IPv6 address has more than one colon.
  const single = /^([^:]+):(\d+)$/.exec(entry);
  return single === null ? { name: entry, port: 0 } : { name: single[1] ?? '', port: Number(single[2]) };
}
