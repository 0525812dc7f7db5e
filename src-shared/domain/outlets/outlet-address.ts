import { LOOPBACK_HOSTS } from '../../lib/loopback-hosts.ts';

/**
 * `plain-http`: http to another computer; `secret-in-host`: `{secret}` outside path and query; `other-host`: it leads
 * to another host than it shows.
 */
export type AddressProblem =
  | 'not-an-address'
  | 'scheme'
  | 'plain-http'
  | 'credentials'
  | 'secret-in-host'
  | 'other-host';

/** Is replaced by the secret, in the path or the query of an address. */
export const SECRET_FIELD = '{secret}';

export function addressProblem(address: string): AddressProblem | null {
  const url = parsed(address.replaceAll(SECRET_FIELD, 'x'));
  const other = parsed(address.replaceAll(SECRET_FIELD, 'y'));
  if (url === null || other === null) return 'not-an-address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (originOf(url) !== originOf(other)) return 'secret-in-host';
  if (shownHost(address) !== url.host) return 'other-host';
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.has(url.hostname)) return 'plain-http';
  return null;
}

/** The address with the secret in place; null if the secret would change where the request goes. */
export function addressWithSecret(address: string, secret: string | null): string | null {
  if (!address.includes(SECRET_FIELD)) return address;
  if (secret === null || !/^[\w./~:@!$'()*,;=+%-]+$/.test(secret) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(secret))
    return null;
  const made = address.replaceAll(SECRET_FIELD, secret);
  const [filled, empty] = [parsed(made), parsed(address.replaceAll(SECRET_FIELD, 'x'))];
  return filled !== null && empty !== null && originOf(filled) === originOf(empty) ? made : null;
}

export function hostOfAddress(address: string): string {
  return parsed(address.replaceAll(SECRET_FIELD, 'x'))?.host ?? '';
}

/** The host and port as people read them. Names with other letters than ASCII differ from those that are asked for. */
function shownHost(address: string): string {
  const [, scheme = '', host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(address) ?? [];
  return host.toLowerCase().replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '');
}

export function isLoopback(address: string): boolean {
  return LOOPBACK_HOSTS.has(parsed(address.replaceAll(SECRET_FIELD, 'x'))?.hostname ?? '');
}

export function isFilePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])[^\0]+$/.test(path);
}

function parsed(address: string): URL | null {
  return /\s/.test(address) || !URL.canParse(address) ? null : new URL(address);
}

function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
