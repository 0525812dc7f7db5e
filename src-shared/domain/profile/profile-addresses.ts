/** Parses like the network (lower-case host, no default port). `profile-fields.ts` decides whether to accept it. */
import { LOOPBACK_HOSTS } from '../../lib/loopback-hosts.ts';

export type TypedAddress =
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'address';
      readonly url: URL;
      /** `missing`: `api.example.com`; `misspelt`: `htps://…` or `https//…`; `other`: `ftp://…`. */
      readonly scheme: 'good' | 'missing' | 'misspelt' | 'other';
      readonly isLoopback: boolean;
      /** True if it contains blanks, backslashes or invisible characters, which the network would drop or change. */
      readonly hasInvalidCharacters: boolean;
    };

export function parseTypedAddress(text: string): TypedAddress {
  const { scheme, rest } = schemeOf(text);
  if (scheme === 'other') return parseWithProtocol('https:', rest, scheme);
  if (scheme === 'good') return parseWithProtocol(text.slice(0, text.indexOf(':') + 1).toLowerCase(), rest, scheme);
  const read = parseWithProtocol('https:', rest, scheme);
  return read.kind === 'address' && read.isLoopback && scheme === 'missing'
    ? parseWithProtocol('http:', rest, scheme)
    : read;
}

/** `host:port` is not a scheme, and neither is a word before a single slash. */
function schemeOf(text: string): { scheme: 'good' | 'missing' | 'misspelt' | 'other'; rest: string } {
  const good = /^https?:\/\//i.exec(text)?.[0];
  if (good !== undefined) return { scheme: 'good', rest: text.slice(good.length) };
  const [prefix, name, colon] = /^([a-z][a-z0-9+.-]*)(?:([:;])[/\\]*|[/\\]{2,})/i.exec(text) ?? [];
  if (prefix !== undefined && name !== undefined) {
    const rest = text.slice(prefix.length);
    if (distance(name.toLowerCase(), 'https') <= 2) return { scheme: 'misspelt', rest };
    if (colon === ':' && /^[^:]*:[/\\]{2}/.test(text)) return { scheme: 'other', rest };
  }
  return { scheme: 'missing', rest: text.replace(/^[/\\]+/, '') };
}

function parseWithProtocol(
  protocol: string,
  rest: string,
  scheme: 'good' | 'missing' | 'misspelt' | 'other',
): TypedAddress {
  const text = `${protocol}//${rest}`;
  if (!URL.canParse(text)) return { kind: 'unreadable' };
  const url = new URL(text);
  return {
    kind: 'address',
    url,
    scheme,
    isLoopback: LOOPBACK_HOSTS.has(url.hostname),
    hasInvalidCharacters: /[\s\\\p{Cc}\p{Cf}]/u.test(rest),
  };
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [at, otherLetter] of Array.from(other).entries())
      next.push(
        Math.min((row[at] ?? 0) + (letter === otherLetter ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
