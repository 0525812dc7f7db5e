/**
 * Each of the three APIs may stand below a path of its own, as behind a gateway. Here it is taken away, so that behind
 * this all paths are the document's: `service-spec.md` "Endpoints" and "Authentication".
 */

/** Each empty, or one or more segments with a slash before each. */
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

/** No route and no endpoint is here. */
const NOWHERE = '/.nowhere';

/** The document's path and query for those of a request; a path of an API that lacks its prefix leads nowhere. */
export function withoutPrefix(url: string, prefixes: Prefixes): string {
  for (const [api, pattern] of apis) {
    const prefix = prefixes[api];
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : '';
    if (pattern.test(rest)) return rest;
  }
  return apis.some(([, pattern]) => pattern.test(url)) ? NOWHERE : url;
}
