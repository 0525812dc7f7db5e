import type { IncomingHttpHeaders } from 'node:http';

export function partsOf(url: string): {
  readonly path: string;
  readonly text: string;
  readonly query: URLSearchParams;
} {
  const [path = '/', text = ''] = url.split(/\?(.*)/s, 2);
  return { path, text, query: new URLSearchParams(text) };
}

export type Credentials =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly clientId: string; readonly secret: string | null };

/** Returns null for a missing or unreadable header and for other schemes. */
export function credentialsOf({ authorization = '' }: IncomingHttpHeaders): Credentials | null {
  const [, scheme = '', given = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return { kind: 'bearer', token: given };
  if (scheme.toLowerCase() !== 'basic') return null;
  const [clientId = '', secret = null] = Buffer.from(given, 'base64').toString().split(/:(.*)/s, 2);
  return { kind: 'basic', clientId: formDecoded(clientId), secret: secret === null ? null : formDecoded(secret) };
}

/** Client id and secret are form-encoded inside Basic: RFC 6749 2.3.1. */
function formDecoded(text: string): string {
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? text;
}

export function formOf(headers: IncomingHttpHeaders, body: string): URLSearchParams | null {
  return isForm(headers['content-type']) ? new URLSearchParams(body) : null;
}

export function isForm(contentType = ''): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(contentType);
}

export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
