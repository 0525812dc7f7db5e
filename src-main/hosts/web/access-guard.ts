/**
 * Checks the received bytes of a request's head; `docs/access-guard.md` lists all ten steps. Must never use the parsed
 * URL or Node's joined headers, which repair what must be refused (of two Host headers Node shows the first).
 */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  /** Alternating names and values, unchanged. */
  readonly rawHeaders: readonly string[];
}

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 415 | 417 | 421 | 431 | 503;
  /** A sentence for the log and the answer. Never contains a value from the request. */
  readonly reason: string;
}

/** Host headers that are accepted, in lower case as browsers send them. */
export function ownHosts(port: number, { ipv6 }: { ipv6: boolean }): ReadonlySet<string> {
  const suffix = port === 80 ? '' : `:${port}`; // browsers omit the default port of `http:`
  return new Set([`127.0.0.1${suffix}`, `localhost${suffix}`, ...(ipv6 ? [`[::1]${suffix}`] : [])]);
}

export function checkRequest(head: RequestHead, hosts: ReadonlySet<string>): 'allowed' | Refusal {
  const parsed = { ...head, headers: collectHeaders(head.rawHeaders), hosts };
  for (const check of [checkHost, checkTarget, checkFraming, checkSite, checkOrigin, checkUnsafeMethod]) {
    const refusal = check(parsed);
    if (refusal !== null) return refusal;
  }
  return 'allowed';
}

/** Browsers do not apply the same-origin rule to WebSocket handshakes, so an Origin header is required. */
export function checkUpgrade(head: RequestHead, hosts: ReadonlySet<string>): 'allowed' | Refusal {
  const verdict = checkRequest(head, hosts);
  if (verdict !== 'allowed') return verdict;
  if (!collectHeaders(head.rawHeaders).has('origin'))
    return { status: 403, reason: 'The socket request has no Origin header.' };
  return 'allowed';
}

export function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

export function singleHeader(rawHeaders: readonly string[], name: string): string | undefined {
  const values = collectHeaders(rawHeaders).get(name);
  return values?.length === 1 ? values[0] : undefined;
}

interface ParsedHead extends RequestHead {
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly hosts: ReadonlySet<string>;
}

/** Headers that the checks depend on. Different readers could use different values of a repeated one. */
const SINGLE_VALUE_HEADERS = [
  'cookie',
  'content-length',
  'content-type',
  'origin',
  'sec-fetch-mode',
  'sec-fetch-site',
  'x-csrf',
];

function checkHost({ headers, hosts }: ParsedHead): Refusal | null {
  const [host, ...others] = headers.get('host') ?? [];
  if (host === undefined || others.length > 0)
    return { status: 400, reason: 'The request must have exactly one Host header.' };
  if (!hosts.has(host)) return { status: 421, reason: 'The Host header names another host.' };
  return null;
}

/** Allows unreserved characters only. All paths of this host match, so nothing needs decoding and no path can climb. */
const PLAIN_PATH = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/;

function checkTarget({ target }: ParsedHead): Refusal | null {
  const path = pathOf(target);
  if (!PLAIN_PATH.test(path) || path.split('/').some((segment) => segment === '.' || segment === '..'))
    return { status: 400, reason: 'The request target is not a plain path of this host.' };
  return null;
}

function checkFraming({ method, headers }: ParsedHead): Refusal | null {
  if (SINGLE_VALUE_HEADERS.some((name) => (headers.get(name)?.length ?? 0) > 1))
    return { status: 400, reason: 'A security header was sent twice.' };
  if (headers.has('transfer-encoding'))
    return { status: 400, reason: 'Chunked bodies are not accepted; send a Content-Length.' };
  if (isSafe(method) && (headers.get('content-length')?.[0] ?? '0') !== '0')
    return { status: 400, reason: 'This request must not have a body.' };
  return null;
}

/** Fetch Metadata: the browser says which page asks. `none`: the user or the system opened the address. */
function checkSite({ method, headers }: ParsedHead): Refusal | null {
  const site = headers.get('sec-fetch-site')?.[0];
  if (site === undefined || site === 'same-origin') return null;
  const mode = headers.get('sec-fetch-mode')?.[0] ?? 'navigate';
  if (site === 'none' && method === 'GET' && mode === 'navigate') return null;
  return { status: 403, reason: 'The request came from another site (Sec-Fetch-Site).' };
}

/** A page on `localhost` must not reach `127.0.0.1`. A missing Origin proves nothing, so Host is checked first. */
function checkOrigin({ headers }: ParsedHead): Refusal | null {
  const origin = headers.get('origin')?.[0];
  if (origin !== undefined && origin !== `http://${headers.get('host')?.[0]}`)
    return { status: 403, reason: 'The request came from another origin (Origin).' };
  return null;
}

/** A page of another origin can send these headers only after a CORS preflight, which this host never answers. */
function checkUnsafeMethod({ method, headers }: ParsedHead): Refusal | null {
  if (isSafe(method)) return null;
  if (!headers.has('origin')) return { status: 403, reason: 'A request that changes data must have an Origin header.' };
  if (headers.get('x-csrf')?.[0] !== '1')
    return { status: 403, reason: 'A request that changes data must have an X-CSRF header.' };
  if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(headers.get('content-type')?.[0] ?? ''))
    return { status: 415, reason: 'A request that changes data must have a JSON body.' };
  if (method !== 'POST') return { status: 405, reason: 'This method is not allowed here.' };
  return null;
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function collectHeaders(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(rawHeaders[index + 1] ?? '');
    headers.set(name, values);
  }
  return headers;
}
