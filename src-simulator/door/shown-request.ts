/** A request as the journal shows it: header fields, query and body, each value under a secret's name cut. */
import type { IncomingHttpHeaders } from 'node:http';
import { json } from './judged-request.ts';
import { isSecretName, type Secrets } from './secrets.ts';

export interface ShownRequest {
  /** Empty where there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its first {@link SHOWN_CHARACTERS}; empty where there is none. */
  readonly body: string;
  /** Of the whole body. */
  readonly bodyBytes: number;
  readonly bodyCut: boolean;
}

/** A search with many filters stands in it whole. */
export const SHOWN_CHARACTERS = 4096;

export function shownRequest(
  headers: IncomingHttpHeaders,
  { url, text, bytes }: { url: string; text: string; bytes: number },
  secrets: Secrets,
): ShownRequest {
  const [, query = ''] = url.split(/\?(.*)/s, 2);
  const shown = shownBody(text, headers['content-type'] ?? '', secrets);
  return {
    query: shownForm(query, secrets),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, shownHeader(name, String(value), secrets)]),
    ),
    body: shown.slice(0, SHOWN_CHARACTERS),
    bodyBytes: bytes,
    bodyCut: shown.length > SHOWN_CHARACTERS || bytes > Buffer.byteLength(text),
  };
}

function shownHeader(name: string, value: string, secrets: Secrets): string {
  if (!isSecretName(name)) return secrets.cutNamed(value);
  for (const [, part = ''] of value.matchAll(/=([^;]*)/g)) secrets.learn(part.trim());
  const [, scheme, credentials] = /^([\w-]+) +(.+)$/s.exec(value) ?? [];
  return name !== 'cookie' && scheme !== undefined && credentials !== undefined
    ? `${scheme} ${secrets.take(credentials)}`
    : secrets.mark(value);
}

function shownBody(text: string, contentType: string, secrets: Secrets): string {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return shownForm(text, secrets);
  const parsed = json(text);
  if (parsed === undefined) return secrets.cutNamed(text);
  const cut = JSON.stringify(parsed, (name, value: unknown) =>
    isSecretName(name) && typeof value === 'string' ? secrets.take(value) : value,
  );
  // As it was sent, where nothing had to be cut.
  return cut === JSON.stringify(parsed) ? text : cut;
}

function shownForm(text: string, secrets: Secrets): string {
  return text
    .split('&')
    .map((pair) => {
      const [[name, value] = ['', '']] = new URLSearchParams(pair);
      return isSecretName(name) ? `${name}=${secrets.take(value)}` : secrets.cutNamed(pair);
    })
    .join('&');
}
