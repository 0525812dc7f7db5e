/** Finds a secret that another party may echo, in any encoding. Its beginning identifies it, if it is truncated. */
export type Redaction = (text: string) => string;

export interface RecognizedLength {
  readonly characters: number;
  readonly base64: number;
}

/** Fewer base64 characters would match ordinary words. */
const inSentences: RecognizedLength = { characters: 16, base64: 12 };
/** A word that matches by chance is only omitted, so a shorter match is enough. */
const inWords: RecognizedLength = { characters: 12, base64: 4 };

/** @param name replaces the secret in the text */
export function createRedaction(
  secret: string,
  {
    name = '[access token]',
    recognized = inSentences,
  }: { readonly name?: string; readonly recognized?: RecognizedLength } = {},
): Redaction {
  const pattern = patternOf(secret, recognized);
  return pattern === null ? (text) => text : (text) => text.replaceAll(pattern, () => name);
}

export function containsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => patternOf(secret, inWords)?.test(text) === true);
}

function patternOf(secret: string, recognized: RecognizedLength): RegExp | null {
  if (secret === '') return null;
  const prefix = secret.slice(0, recognized.characters);
  const moreBytes = Math.max(0, Buffer.byteLength(secret) - recognized.characters);
  const patterns = [
    escaped(prefix, secret),
    escaped(reversed(secret).slice(0, recognized.characters), secret),
    hex(prefix, moreBytes),
    numbers(prefix, moreBytes),
    ...[0, 1, 2].map((offset) => base64(secret, offset, recognized)),
  ];
  return new RegExp(patterns.filter((pattern) => pattern !== '').join('|'), 'gi');
}

/** Matches characters plain, percent-encoded (once or twice), escaped (JSON, JavaScript, HTML), or two bytes wide. */
function escaped(prefix: string, secret: string): string {
  // RFC 6750, section 2.1: bearer tokens, longer than fit into a header. A user's secret may have other characters.
  const others = Array.from(new Set(secret.replaceAll(/[A-Za-z0-9._~+/=-]/g, '')), literal).join('');
  const continuation = String.raw`(?:[A-Za-z0-9._~+/=${others}-]\0?|%(?:25)?[0-9a-f]{2}|\\+(?:u00|x)[0-9a-f]{2}|&#x?[0-9a-f]{2,3};){0,65536}`;
  // Starts only at the first of many backslashes: starting at each would scan the rest of them every time.
  return Array.from(prefix, (character, at) => encodedCharacter(character, at === 0)).join('') + continuation;
}

function encodedCharacter(character: string, isFirst: boolean): string {
  const code = character.charCodeAt(0);
  const inHex = code.toString(16).padStart(2, '0');
  const percent = Array.from(Buffer.from(character), (byte) => `%(?:25)?${byte.toString(16).padStart(2, '0')}`).join(
    '',
  );
  return String.raw`(?:${literal(character)}\0?|${percent}|${isFirst ? String.raw`(?<!\\)` : ''}\\+(?:u00|x)${inHex}|&#(?:${code}|x${inHex});)`;
}

/** `moreBytes` of the secret may follow. With more, the match could include and spare the start of a second copy. */
function hex(prefix: string, moreBytes: number): string {
  const bytes = Array.from(Buffer.from(prefix), (byte) => byte.toString(16).padStart(2, '0'));
  return String.raw`${bytes.join('[\\s:-]?')}(?:[\s:-]?[0-9a-f]{2}){0,${moreBytes}}`;
}

function numbers(prefix: string, moreBytes: number): string {
  return String.raw`${Array.from(Buffer.from(prefix)).join('[\\s,]+')}(?:[\s,]+\d{1,3}){0,${moreBytes}}`;
}

/** Matches either alphabet after `offset` other bytes. Uses only characters that the secret alone decides. */
function base64(secret: string, offset: number, recognized: RecognizedLength): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret.slice(0, recognized.characters))]);
  const decided = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  if (decided.length < recognized.base64) return '';
  return `${Array.from(decided, base64Character).join('')}[A-Za-z0-9+/_=-]*`;
}

function base64Character(character: string): string {
  if (character === '+' || character === '-') return '[+-]';
  return character === '/' || character === '_' ? '[/_]' : character;
}

function reversed(token: string): string {
  return Array.from(token).toReversed().join('');
}

function literal(character: string): string {
  return character.replace(/[^A-Za-z0-9]/, String.raw`\$&`);
}
