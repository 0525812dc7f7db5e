/**
 * Finds secrets in nine encodings. The first or last twelve characters are enough, because a truncated secret is a
 * leak, too. Used only by tests, on bytes.
 */

/** Enough characters to identify a canary without matching by chance. */
const MIN_FRAGMENT_LENGTH = 12;

export function identifyingFragments(canary: string): string[] {
  return [canary.slice(0, MIN_FRAGMENT_LENGTH), canary.slice(-MIN_FRAGMENT_LENGTH)];
}

const turned = (text: string) => Array.from(text).toReversed().join('');
const escaped = (text: string, escape: (character: string) => string) => Array.from(text).map(escape).join('');
const bytesOf = (text: string, escape: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => escape(byte.toString(16).padStart(2, '0'))).join('');

/** Base64 characters that depend only on the text, whatever is before and after it. */
const base64Of = (text: string) =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });

const NAMED = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
const isHtml = (character: string) => NAMED.has(character);
const jsonOf = (text: string) => JSON.stringify(text).slice(1, -1);
/** Escapes as some JSON writers do, to prevent the end of a script element. */
const jsonUnicodeOf = (text: string) =>
  escaped(text, (character) =>
    /[\w.~-]/.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const SPELLINGS = {
  plain: (text) => [text],
  base64: (text) => base64Of(text),
  base64url: (text) => base64Of(text).map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
  hex: (text) => [bytesOf(text, (hex) => hex), bytesOf(text, (hex) => hex.toUpperCase())],
  percent: (text) => [
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    new URLSearchParams({ '': text }).toString().slice(1),
    bytesOf(text, (hex) => `%${hex}`),
    bytesOf(text, (hex) => `%${hex.toUpperCase()}`),
  ],
  json: (text) => [jsonOf(text), jsonOf(jsonOf(text)), jsonUnicodeOf(text)],
  'utf-16': (text) => [Buffer.from(text, 'utf16le').toString('latin1')],
  reversed: (text) => [turned(text)],
  html: (text) => [
    escaped(text, (character) => NAMED.get(character) ?? character),
    escaped(text, (character) => (isHtml(character) ? `&#${character.charCodeAt(0)};` : character)),
    escaped(text, (character) => (isHtml(character) ? `&#x${character.charCodeAt(0).toString(16)};` : character)),
  ],
} as const satisfies Record<string, (text: string) => readonly string[]>;

export type Encoding = keyof typeof SPELLINGS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table itself
export const encodings = Object.keys(SPELLINGS) as Encoding[];

/** Encodes a complete text, as a careless program would write it. */
export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'base64' || encoding === 'base64url') return Buffer.from(Buffer.from(text).toString(encoding));
  return Buffer.from(SPELLINGS[encoding](text)[0] ?? '', 'latin1');
}

interface Needle<Kind> {
  readonly kind: Kind;
  readonly encoding: Encoding;
  readonly bytes: Buffer;
}

/** Bits of the hash of a needle's first four bytes. */
const START_BITS = 18;
const hashed = (start: number) => Math.imul(start, 0x9e3779b1) >>> (32 - START_BITS);

/**
 * Searches for all canaries in all encodings in one pass, because there are thousands of spellings and megabytes of
 * output. `Kind` describes a canary in the report.
 */
export class CanarySearch<Kind> {
  readonly #byStart = new Map<number, Needle<Kind>[]>();
  readonly #isStart = new Uint8Array(2 ** START_BITS);

  constructor(canaries: Iterable<readonly [Kind, string]>) {
    for (const [kind, canary] of canaries)
      for (const fragment of identifyingFragments(canary)) this.#add(kind, fragment);
  }

  /** Yields each position of a canary, or of its beginning or end. */
  *found(bytes: Buffer): Generator<{ readonly kind: Kind; readonly encoding: Encoding; readonly at: number }> {
    // Four bytes as one number. Reading them again at each byte takes four times as long.
    let start = 0;
    for (let at = -3; at + 4 <= bytes.length; at += 1) {
      start = (start >>> 8) | ((bytes[at + 3] ?? 0) << 24);
      if (this.#isStart[hashed(start)] === 0) continue;
      for (const { kind, encoding, bytes: needle } of this.#byStart.get(start) ?? [])
        if (at >= 0 && bytes.subarray(at, at + needle.length).equals(needle)) yield { kind, encoding, at };
    }
  }

  #add(kind: Kind, fragment: string): void {
    // Letters and digits look the same in several encodings. The first one is reported.
    const seen = new Set<string>();
    for (const encoding of encodings)
      for (const spelling of SPELLINGS[encoding](fragment)) {
        if (seen.has(spelling)) continue;
        seen.add(spelling);
        const bytes = Buffer.from(spelling, 'latin1');
        const start = bytes.readInt32LE(0);
        this.#isStart[hashed(start)] = 1;
        const alike = this.#byStart.get(start);
        if (alike === undefined) this.#byStart.set(start, [{ kind, encoding, bytes }]);
        else alike.push({ kind, encoding, bytes });
      }
  }
}
