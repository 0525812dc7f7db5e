/** Classifies a request. Any page can reach a loopback port, so a callback must have this attempt's secret state. */
import { timingSafeEqual } from 'node:crypto';

export const CALLBACK_PATH = '/callback';
/** The browser is sent here immediately, so that no code stays in its address or its history. */
export const END_PATH = '/signed-in';
/** A code has some hundred characters, even if it is a kind of token. */
const MAX_TARGET_LENGTH = 8_192;

export interface RequestHead {
  readonly method: string;
  /** Raw request target: `/callback?…`. */
  readonly target: string;
  readonly hosts: readonly string[];
}

export type RedirectRequest =
  | { readonly kind: 'callback'; readonly parameters: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly status: 400 | 404 | 405 | 414 | 421 };

export function redirectRequest(
  { method, target, hosts }: RequestHead,
  { port, state }: { readonly port: number; readonly state: string },
): RedirectRequest {
  const refused = (status: 400 | 404 | 405 | 414 | 421): RedirectRequest => ({ kind: 'refused', status });
  // Another name for this computer may be an attacker's (DNS rebinding).
  if (hosts.length !== 1 || hosts[0] !== `127.0.0.1:${port}`) return refused(421);
  if (method !== 'GET') return refused(405);
  if (target.length > MAX_TARGET_LENGTH) return refused(414);
  const [path = '', parameters = '', ...more] = target.split('?');
  if (path === END_PATH && !target.includes('?')) return { kind: 'end' };
  if (path !== CALLBACK_PATH) return refused(404);
  // A further question mark belongs to the query (RFC 3986, 3.4).
  const query = [parameters, ...more].join('?');
  const states = new URLSearchParams(query).getAll('state');
  return states.length === 1 && isSame(states[0] ?? '', state) ? { kind: 'callback', parameters: query } : refused(400);
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
