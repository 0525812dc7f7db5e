/** Reads the computer's proxies for each request. A script gets the origin only, never a path or a query. */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ConnectError } from './network-failure.ts';
import { proxyFor } from './proxy-choice.ts';
import { hasProxyVariables, type Proxies, proxiesOf } from './proxy-environment.ts';

/** Answers like a proxy script: `PROXY a:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

export interface ProxyEnvironment {
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read from it at each use. */
  readonly env: NodeJS.ProcessEnv;
  /** Omitted if this host cannot read the computer's settings. */
  readonly resolveProxy?: ResolveProxy | undefined;
}

/** A script that looks names up may take long, but one that hangs must not block a connection forever. */
const SETTINGS_TIMEOUT_MS = 10_000;

export function usesSystemProxy(proxy: string, { env, resolveProxy }: ProxyEnvironment): boolean {
  return proxy === 'environment' && resolveProxy !== undefined && !hasProxyVariables(env);
}

/** @throws ConnectError if an address or an answer names no HTTP proxy; the signal's reason */
export async function proxiesFor(
  proxy: string,
  address: URL,
  surroundings: ProxyEnvironment,
  signal?: AbortSignal,
): Promise<Proxies> {
  const { env, resolveProxy } = surroundings;
  const own = proxiesOf(proxy, env);
  if (resolveProxy === undefined || !usesSystemProxy(proxy, surroundings)) return own;
  // NO_PROXY and the exception for this computer apply here, too.
  if (proxyFor(address, { ...own, httpProxy: ANY, httpsProxy: ANY }) === null) return own;
  const late = AbortSignal.timeout(SETTINGS_TIMEOUT_MS);
  const either = signal === undefined ? late : AbortSignal.any([signal, late]);
  const reply = await abortable(resolveProxy(`${address.origin}/`), either).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw settingsError('do not answer which proxy to use', { cause: error });
  });
  const named = parseProxyReply(reply);
  return { ...own, httpProxy: named, httpsProxy: named };
}

const ANY = 'http://proxy.invalid';

/** Empty for no proxy. Later entries are never tried: a connection would use a path that users do not see. */
export function parseProxyReply(reply: string): string {
  const entries = reply
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [kind = '', hostAndPort = ''] = entry.split(/\s+/, 2);
    if (kind.toUpperCase() === 'DIRECT') return '';
    const scheme = SCHEMES[kind.toUpperCase()];
    if (scheme === undefined) continue;
    const address = `${scheme}://${hostAndPort}`;
    if (/^[^\s/?#@\\]+:\d{1,5}$/.test(hostAndPort) && URL.canParse(address)) return address;
  }
  if (entries.length === 0) return '';
  if (entries.some((entry) => /^SOCKS/i.test(entry))) throw settingsError('have only a SOCKS proxy');
  throw settingsError('have no HTTP proxy');
}

const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

function settingsError(what: string, options?: { readonly cause: unknown }): ConnectError {
  const words = `The proxy settings of this computer ${what}. Give the profile its own HTTP proxy, or set its proxy to "none".`;
  return new ConnectError('PROXY_SETTINGS', 'proxy', words, options);
}
