import type { IncomingHttpHeaders } from 'node:http';
import { isForm, json, partsOf } from './request-parts.ts';
import { isSecretName, type SecretRedactor } from './secret-redactor.ts';

export interface RedactedRequest {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The first {@link MAX_SHOWN_CHARACTERS} of the body; empty if there is none. */
  readonly body: string;
  readonly bodyBytes: number;
  readonly bodyCut: boolean;
}

/** Long enough for a search with many filters. */
export const MAX_SHOWN_CHARACTERS = 4096;

export function redactRequest(
  headers: IncomingHttpHeaders,
  { url, text, bytes }: { url: string; text: string; bytes: number },
  secrets: SecretRedactor,
): RedactedRequest {
  const shown = redactBody(text, headers['content-type'] ?? '', secrets);
  return {
    query: redactForm(partsOf(url).text, secrets),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, redactHeader(name, String(value), secrets)]),
    ),
    body: shown.slice(0, MAX_SHOWN_CHARACTERS),
    bodyBytes: bytes,
    bodyCut: shown.length > MAX_SHOWN_CHARACTERS || bytes > Buffer.byteLength(text),
  };
}

function redactHeader(name: string, value: string, secrets: SecretRedactor): string {
  if (!isSecretName(name)) return secrets.redactNamed(value);
  for (const [, part = ''] of value.matchAll(/=([^;]*)/g)) secrets.learn(part.trim());
  const [, scheme, credentials] = /^([\w-]+) +(.+)$/s.exec(value) ?? [];
  return name !== 'cookie' && scheme !== undefined && credentials !== undefined
    ? `${scheme} ${secrets.redact(credentials)}`
    : secrets.mark(value);
}

function redactBody(text: string, contentType: string, secrets: SecretRedactor): string {
  if (isForm(contentType)) return redactForm(text, secrets);
  const parsed = json(text);
  if (parsed === undefined) return secrets.redactNamed(text);
  const cut = JSON.stringify(parsed, (name, value: unknown) =>
    isSecretName(name) && typeof value === 'string' ? secrets.redact(value) : value,
  );
  // Keeps the original spelling if nothing was cut.
  return cut === JSON.stringify(parsed) ? text : cut;
}

function redactForm(text: string, secrets: SecretRedactor): string {
  return text
    .split('&')
    .map((pair) => {
      const [[name, value] = ['', '']] = new URLSearchParams(pair);
      return isSecretName(name) ? `${name}=${secrets.redact(value)}` : secrets.redactNamed(pair);
    })
    .join('&');
}
