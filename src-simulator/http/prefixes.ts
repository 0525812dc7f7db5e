/**
 * Removes the path prefixes of the three APIs, which may be served below paths of their own, as by a gateway. All later
 * code sees the paths of `docs/service.md` §1.2.
 */

/** Each is empty or consists of segments that begin with a slash. */
export interface Prefixes {
  /** Search, permissions and triggers: `{base_url}`. */
  readonly base: string;
  /** The stream: `{events_url}`. */
  readonly events: string;
  /** The issuer: `{auth_url}`. */
  readonly auth: string;
}

export const unprefixed: Prefixes = { base: '', events: '', auth: '' };

const apis: readonly (readonly [keyof Prefixes, RegExp])[] = [
  ['auth', /^\/auth\//],
  ['events', /^\/connect\//],
  ['base', /^\/(iot-connect|identity-access-management)\//],
];

const NOWHERE = '/.nowhere';

/**
 * Returns the contract's path and query for a request. A path of an API without its prefix gets a path that does not
 * exist.
 */
export function withoutPrefix(url: string, prefixes: Prefixes): string {
  for (const [api, pattern] of apis) {
    const prefix = prefixes[api];
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : '';
    if (pattern.test(rest)) return rest;
  }
  return apis.some(([, pattern]) => pattern.test(url)) ? NOWHERE : url;
}
