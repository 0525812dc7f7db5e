/**
 * The proxies for one address where a profile leaves them to its surroundings: those of the environment, and where it
 * names none, what the computer's own settings answer (a script or fixed ones), asked anew for each request. They are told
 * the origin alone: no path and no query ever reaches a script.
 */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ConnectError } from './network-failure.ts';
import { proxyFor } from './proxy-choice.ts';
import { hasProxyVariables, type Proxies, proxiesOf } from './proxy-environment.ts';

/** As a proxy script answers: `PROXY a:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

export interface ProxyEnvironment {
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read, at each use. */
  readonly env: NodeJS.ProcessEnv;
  /** Left out: this host knows of no settings of the computer. */
  readonly resolveProxy?: ResolveProxy | undefined;
}

/** A script that looks names up may take long; one that hangs must not hold a connection for ever. */
const SETTINGS_TIMEOUT_MS = 10_000;

/** @param proxy as the profile says it */
export function usesSystemProxy(proxy: string, { env, resolveProxy }: ProxyEnvironment): boolean {
  return proxy === 'environment' && resolveProxy !== undefined && !hasProxyVariables(env);
}

/** @throws ConnectError for an address or an answer that names no HTTP proxy; the signal's reason */
export async function proxiesFor(
  proxy: string,
  address: URL,
  surroundings: ProxyEnvironment,
  signal?: AbortSignal,
): Promise<Proxies> {
  const { env, resolveProxy } = surroundings;
  const own = proxiesOf(proxy, env);
  if (resolveProxy === undefined || !usesSystemProxy(proxy, surroundings)) return own;
  // NO_PROXY and this computer itself bound these, too.
  if (proxyFor(address, { ...own, httpProxy: ANY, httpsProxy: ANY }) === null) return own;
  const late = AbortSignal.timeout(SETTINGS_TIMEOUT_MS);
  const either = signal === undefined ? late : AbortSignal.any([signal, late]);
  const answer = await abortable(resolveProxy(`${address.origin}/`), either).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw settingsError('did not say which proxy to use', { cause: error });
  });
  const named = parseProxyAnswer(answer);
  return { ...own, httpProxy: named, httpsProxy: named };
}

const ANY = 'http://proxy.invalid';

/**
 * The first that can be used; `''`: none is needed. What stands behind it is for where it does not answer, and is not
 * tried: a connection would leave by another way than the one that people see.
 */
export function parseProxyAnswer(answer: string): string {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [kind = '', place = ''] = entry.split(/\s+/, 2);
    if (kind.toUpperCase() === 'DIRECT') return '';
    const scheme = SCHEMES[kind.toUpperCase()];
    if (scheme === undefined) continue;
    const address = `${scheme}://${place}`;
    if (/^[^\s/?#@\\]+:\d{1,5}$/.test(place) && URL.canParse(address)) return address;
  }
  if (entries.length === 0) return '';
  if (entries.some((entry) => /^SOCKS/i.test(entry))) throw settingsError('name a SOCKS proxy alone');
  throw settingsError('name no HTTP proxy');
}

const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

function settingsError(what: string, options?: { readonly cause: unknown }): ConnectError {
  const words = `The proxy settings of this computer ${what}. Give the profile an HTTP proxy of its own, or "none".`;
  return new ConnectError('PROXY_SETTINGS', 'proxy', words, options);
}
