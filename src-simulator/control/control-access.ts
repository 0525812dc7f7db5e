/**
 * The control is for programs. A page that somebody reads must not reach it: neither from another site, whose requests
 * name their origin, nor under a name of that site's own that leads to this computer (DNS rebinding).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Listening } from '../listening.ts';

/** A sentence for who may not, or `null`. */
export function controlRefusal(headers: IncomingHttpHeaders, { host, publicUrl }: Listening): string | null {
  if (headers.origin !== undefined) return 'The control is for programs, not for pages: send no Origin.';
  const name = hostname(headers.host ?? 'localhost');
  const known = [host?.toLowerCase(), publicUrl === undefined ? undefined : new URL(publicUrl).hostname];
  // Nobody can own an address or a name without a dot in the public name system.
  if (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost') || known.includes(name)) return null;
  return `The control is not called ${name}: use its address or a name without a dot, or start it with --public-url.`;
}

/** Without port and, of an IPv6 address, without brackets. */
function hostname(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
