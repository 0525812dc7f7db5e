/** Each API may be served below a prefix, as by a gateway. All later code sees the paths of `docs/service.md` §1.2. */

/** Each is empty or consists of segments that begin with a slash. */
export interface Prefixes {
  /** Search, permissions and triggers: `{base_url}`. */
  readonly base: string;
  readonly events: string;
  readonly auth: string;
}

export const unprefixed: Prefixes = { base: '', events: '', auth: '' };

const apis: readonly (readonly [keyof Prefixes, RegExp])[] = [
  ['auth', /^\/auth\//],
  ['events', /^\/connect\//],
  ['base', /^\/(iot-connect|identity-access-management)\//],
];

const NOWHERE = '/.nowhere';

/** A path of an API without its prefix gets a path that does not exist. */
export function withoutPrefix(url: string, prefixes: Prefixes): string {
  for (const [api, pattern] of apis) {
    const prefix = prefixes[api];
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : '';
    if (pattern.test(rest)) return rest;
  }
  return apis.some(([, pattern]) => pattern.test(url)) ? NOWHERE : url;
}
