/**
 * Takes an access token out of text that another party wrote: a service or proxy may echo what it was sent, and in
 * whatever encoding it likes to. The beginning tells it, so that a part that was cut off at the end goes as well.
 */
export type Redaction = (text: string) => string;

/** So much of a token tells it. */
const tellingCharacters = 16;
/** Fewer characters of base64 than these would take ordinary words for a token. */
const tellingBase64 = 12;

export function redactionOf(accessToken: string): Redaction {
  if (accessToken === '') return (text) => text;
  const patterns = [escaped(accessToken), escaped(reversed(accessToken)), hex(accessToken), numbers(accessToken)];
  for (const offset of [0, 1, 2]) patterns.push(base64(accessToken, offset));
  const anyOfThem = new RegExp(patterns.filter((pattern) => pattern !== '').join('|'), 'gi');
  return (text) => text.replaceAll(anyOfThem, '[access token]');
}

/** Plain, or any of its characters percent-encoded (once or twice), as a JSON, JavaScript or HTML escape, or wide. */
function escaped(token: string): string {
  // RFC 6750, section 2.1: the characters of a bearer token.
  const goesOn = String.raw`(?:[A-Za-z0-9._~+/=-]\0?|%(?:25)?[0-9a-f]{2}|\\+(?:u00|x)[0-9a-f]{2}|&#x?[0-9a-f]{2,3};)*`;
  return Array.from(token.slice(0, tellingCharacters), encodedCharacter).join('') + goesOn;
}

function encodedCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const inHex = code.toString(16).padStart(2, '0');
  return String.raw`(?:${literal(character)}\0?|%(?:25)?${inHex}|\\+(?:u00|x)${inHex}|&#(?:${code}|x${inHex});)`;
}

function hex(token: string): string {
  const bytes = Array.from(Buffer.from(token.slice(0, tellingCharacters)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return String.raw`${bytes.join('[\\s:-]?')}(?:[\s:-]?[0-9a-f]{2}){0,${furtherBytes(token)}}`;
}

/** As a list of bytes. */
function numbers(token: string): string {
  return String.raw`${Array.from(Buffer.from(token.slice(0, tellingCharacters))).join('[\\s,]+')}(?:[\s,]+\d{1,3}){0,${furtherBytes(token)}}`;
}

/** What follows is not the token's: it may be the token again, whose beginning must not be taken from it. */
function furtherBytes(token: string): number {
  return Math.max(0, Buffer.byteLength(token) - tellingCharacters);
}

/** With `offset` other bytes before it: the characters that the token alone decides, in either alphabet. */
function base64(token: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(token.slice(0, 2 * tellingCharacters))]);
  const decided = bytes
    .toString('base64')
    .slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
    .slice(0, 2 * tellingCharacters);
  if (decided.length < tellingBase64) return '';
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
