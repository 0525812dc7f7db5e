import { describe, expect, it, test } from 'vitest';
import { containsSecret, createRedaction } from '../../../../src-main/adapters/network/token-redaction.ts';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ3YXRjaCJ9.c2ln+/bmF0-_~=';
const redacted = createRedaction(token);

it.each([
  ['the complete token', `invalid: ${token}, sorry`, 'invalid: [access token], sorry'],
  ['every occurrence', `${token} ${token}`, '[access token] [access token]'],
  ['a token that is cut off at the end', `invalid: ${token.slice(0, 20)}`, 'invalid: [access token]'],
  ['nothing else', 'invalid token', 'invalid token'],
  [
    'no word that only begins like the token',
    'eyJhbGciOiJ is the beginning of many',
    'eyJhbGciOiJ is the beginning of many',
  ],
])('removes %s', (_what, text, expected) => {
  expect(redacted(text)).toBe(expected);
});

it('removes a token that begins with hexadecimal digits and follows its own hexadecimal form', () => {
  const other = 'a1b2c3-and-more-of-the-token';
  const echoed = `${Buffer.from(other).toString('hex')} ${other} ${Array.from(Buffer.from(other)).join(', ')}, 12`;
  expect(createRedaction(other)(echoed)).toBe('[access token] [access token] [access token], 12');
});

it('takes a token with special characters literally', () => {
  expect(createRedaction('.*+?^${}()|[]\\/-')('abc .*+?^${}()|[]\\/- def')).toBe('abc [access token] def');
});

/** CPU time of this thread in ms, which other programs do not lengthen. */
function processorMs(work: () => void): number {
  const since = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const inHex = (text: string, each: (hex: string) => string): string =>
  Array.from(text, (character) => each(hexOf(character))).join('');

describe('[LEAK-1] the redaction removes a token in every encoding', () => {
  const encodings: readonly [name: string, encode: (text: string) => string][] = [
    ['as it is', (text) => text],
    ['percent-encoded where it must be', encodeURIComponent],
    ['percent-encoded throughout', (text) => inHex(text, (hex) => `%${hex.toUpperCase()}`)],
    ['percent-encoded twice', (text) => encodeURIComponent(inHex(text, (hex) => `%${hex}`))],
    ['JSON escapes', (text) => inHex(text, (hex) => `\\u00${hex}`)],
    ['JSON escapes in a JSON text', (text) => inHex(text, (hex) => `\\\\u00${hex}`)],
    ['JavaScript escapes', (text) => inHex(text, (hex) => `\\x${hex}`)],
    ['HTML references', (text) => inHex(text, (hex) => `&#x${hex};`)],
    ['decimal HTML references', (text) => inHex(text, (hex) => `&#${Number.parseInt(hex, 16)};`)],
    ['hexadecimal', hexOf],
    ['upper-case hexadecimal with colons', (text) => inHex(text, (hex) => `:${hex.toUpperCase()}`).slice(1)],
    ['base64', (text) => Buffer.from(text).toString('base64')],
    ['base64url', (text) => Buffer.from(text).toString('base64url')],
    ['a list of bytes', (text) => Array.from(Buffer.from(text)).join(', ')],
    ['UTF-16', (text) => Buffer.from(text, 'utf16le').toString('latin1')],
    ['reversed', (text) => Array.from(text).toReversed().join('')],
    ['other case', (text) => text.toUpperCase()],
  ];

  it.each(encodings)('%s', (_name, encode) => {
    expect(redacted(`was <${encode(token)}> just now`).replaceAll('\0', '')).toBe('was <[access token]> just now');
  });

  it.each([
    ['base64', 'Bearer '],
    ['base64', 'a'],
    ['base64url', '{"t":"'],
    ['base64url', 'Authorization: Bearer '],
  ] as const)('%s of the token after %j', (encoding, before) => {
    const encoded = Buffer.from(before + token).toString(encoding);
    const text = redacted(encoded);
    expect(text).toContain('[access token]');
    // The characters that remain encode only the text before the token.
    expect(Buffer.from(text.slice(0, text.indexOf('[')), encoding).toString()).not.toContain(token.slice(0, 3));
  });

  it('leaves a text of 500 kB without the token unchanged', () => {
    const text = 'eyJhbGciOiJSUz %65%79%4a \\u0065 65794a 101, 121, 74 '.repeat(10_000);
    expect(redacted(text)).toBe(text);
  });

  it.each([
    ['backslashes', '\\'],
    ['beginnings of the token', token.slice(0, 18)],
    ['bytes', '101, '],
    ['bytes in hexadecimal', '65 '],
  ])('takes time in proportion to the length of a text of %s', (_what, fragment) => {
    const textOf = (length: number) => fragment.repeat(length / fragment.length);
    const large = textOf(2_000_000);
    expect(redacted(large)).not.toContain(token.slice(0, 18));
    // Ten times the text takes ten times the processor time, and a hundred times if the time grew with the square.
    const small = textOf(200_000);
    expect(processorMs(() => redacted(large))).toBeLessThan(40 * processorMs(() => redacted(small)) + 40);
  });
});

describe('[LEAK-1] a name or code of an issuer that contains a secret', () => {
  test.each<[string, (secret: string) => string]>([
    ['as it is', (secret) => secret],
    ['in lower case', (secret) => secret.toLowerCase()],
    ['as hexadecimal', hexOf],
    ['percent-encoded', (secret) => inHex(secret, (hex) => `%${hex}`)],
    ['with JavaScript escapes', (secret) => inHex(secret, (hex) => `\\x${hex}`)],
    ['with HTML references', (secret) => inHex(secret, (hex) => `&#x${hex};`)],
    ['as hexadecimal with dashes', (secret) => inHex(secret, (hex) => `${hex}-`)],
    ['as a list of bytes', (secret) => Array.from(Buffer.from(secret)).join(', ')],
    ['as base64', (secret) => Buffer.from(secret).toString('base64')],
    ['as base64 after a client id', (secret) => Buffer.from(`watchfloor:${secret}`).toString('base64url')],
    ['as base64 after a byte', (secret) => Buffer.from(`x${secret}`).toString('base64url')],
    ['in reverse', (secret) => Array.from(secret).toReversed().join('')],
  ])('%s is recognized, also for a short secret', (_how, encoded) => {
    const outputs = ['canary', 'CanarySecretQ7x9Zk'].map((secret) =>
      containsSecret(`bad_${encoded(secret)}`, ['', secret]),
    );
    expect([outputs, containsSecret('invalid_code', ['', 'canary'])]).toEqual([[true, true], false]);
  });
});
