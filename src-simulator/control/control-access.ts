/**
 * Keeps web pages away from the control, which is for programs. A page of another site sends an `Origin`; a page that
 * uses DNS rebinding sends a host name of its own site.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Listening } from '../listening.ts';

export function controlRefusal(headers: IncomingHttpHeaders, { host, publicUrl }: Listening): string | null {
  if (headers.origin !== undefined) return 'The control is for programs, not for web pages: send no Origin header.';
  const name = hostname(headers.host ?? 'localhost');
  const ownNames = [host?.toLowerCase(), publicUrl === undefined ? undefined : new URL(publicUrl).hostname];
  // An IP address or a name without a dot cannot be registered in the public DNS.
  if (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost') || ownNames.includes(name)) return null;
  return `The control has another name than ${name}: use its address or a name without a dot, or start it with --public-url.`;
}

function hostname(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
