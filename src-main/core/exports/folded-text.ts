/** Folds all spellings of a text into one: case, accents, width, digits of other scripts, entities and escapes. */

/** A text, and for each of its UTF-16 units the position in the original text. */
export interface MappedText {
  readonly text: string;
  /** Has one entry more than `text` has units: the end of the original. */
  readonly at: Uint32Array;
}

/** Texts up to this length share one table of positions. Larger texts are few and get their own. */
const SHARED_UNITS = 65_536;
/** Shared, so never write to it. */
const identityMap = createIdentityMap(SHARED_UNITS);

export function mappedTextOf(text: string): MappedText {
  const units = text.length + 1;
  return { text, at: units <= SHARED_UNITS ? identityMap.subarray(0, units) : createIdentityMap(units) };
}

function createIdentityMap(units: number): Uint32Array {
  const at = new Uint32Array(units);
  for (let unit = 0; unit < units; unit += 1) at[unit] = unit;
  return at;
}

export function part({ text, at }: MappedText, start: number, end: number): MappedText {
  return { text: text.slice(start, end), at: at.subarray(start, end + 1) };
}

export function sourceRange(
  { at }: MappedText,
  start: number,
  end: number,
): { readonly from: number; readonly to: number } {
  const last = at[end - 1] ?? 0;
  let next = end;
  // A single entity or percent sequence may have become several units.
  while (next < at.length - 1 && (at[next] ?? 0) <= last) next += 1;
  return { from: at[start] ?? 0, to: at[next] ?? 0 };
}

const JSON_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export function unescaped(reading: MappedText): MappedText {
  return reading.text.includes('\\') ? replaced(reading, JSON_ESCAPE, unescapedSign) : reading;
}

export function unescapedText(text: string): string {
  return text.replaceAll(JSON_ESCAPE, unescapedSign);
}

function unescapedSign(_: string, hex: string | undefined, letter = ''): string {
  return hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));
}

const OTHER_SPELLINGS =
  /&(?:amp;)*(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));|(?:%[0-9a-f]{2})+|\P{ASCII}/gu;

/** Lower case without accents and invisible characters, ASCII digits, decoded entities. Punctuation stays. */
export function folded(reading: MappedText): MappedText {
  const lowered = { ...reading, text: asciiLowered(reading.text) };
  if (!/\P{ASCII}|&|%/u.test(lowered.text)) return lowered;
  return replaced(lowered, OTHER_SPELLINGS, (found, decimal, hex, name) => {
    if (found.startsWith('&')) return foldedEntity(decimal, hex, name);
    return found.startsWith('%') ? foldedCharacters(percentDecoded(found)) : foldedCharacters(found);
  });
}

export function foldedText(text: string): string {
  return folded(mappedTextOf(text)).text;
}

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;

/** Letters and digits, with one space for anything between them. Positions refer to the folded text. */
export function wordsOf(plain: string): MappedText {
  return replaced(mappedTextOf(plain), BETWEEN_WORDS, () => ' ');
}

/** Null unless the text is ASCII without numbers, entities and escapes, like most names and codes. */
export function plainWords(text: string): string | null {
  return /^[ -$'-[\]-~]*$/.test(text) && !/\d{2}/.test(text) ? text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ') : null;
}

export function wordText(text: string): string {
  return foldedText(text).replaceAll(BETWEEN_WORDS, ' ');
}

function asciiLowered(text: string): string {
  const lowered = text.toLowerCase();
  // Some letters become longer in lower case.
  return lowered.length === text.length ? lowered : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Folds case, width and accents, and removes invisible characters. Cached, because texts repeat few characters. */
const foldedCharacter = new Map<string, string>();

function foldedCharacters(text: string): string {
  let result = '';
  for (const character of text) {
    let cachedFold = foldedCharacter.get(character);
    if (cachedFold === undefined) {
      cachedFold = character
        .normalize('NFKD')
        .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
        .toUpperCase()
        .toLowerCase()
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .replaceAll('ς', 'σ')
        .replaceAll(/\p{Nd}/gu, asciiDigit);
      foldedCharacter.set(character, cachedFold);
    }
    result += cachedFold;
  }
  return result;
}

/** The digits of a script are ten consecutive code points. Adjacent ranges begin at a zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

const ACCENTED = /^([a-z])(?:uml|acute|grave|circ|tilde|ring|cedil|slash|caron)$/i;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  commat: '@',
  period: '.',
  lowbar: '_',
  szlig: 'ss',
  aelig: 'æ',
  oelig: 'œ',
  eth: 'ð',
  thorn: 'þ',
  shy: '',
  zwj: '',
  zwnj: '',
  lrm: '',
  rlm: '',
};

function foldedEntity(decimal: string | undefined, hex: string | undefined, name = ''): string {
  if (decimal === undefined && hex === undefined)
    return ENTITIES[name.toLowerCase()] ?? ACCENTED.exec(name)?.[1]?.toLowerCase() ?? ' ';
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0x10_ff_ff ? ' ' : foldedCharacters(String.fromCodePoint(code));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not UTF-8
  }
}

function replaced(
  reading: MappedText,
  pattern: RegExp,
  put: (found: string, ...groups: (string | undefined)[]) => string,
): MappedText {
  const matches = [...reading.text.matchAll(pattern)].map((match) => {
    const [found, ...groups] = match;
    return { index: match.index, end: match.index + found.length, text: put(found, ...groups) };
  });
  if (matches.length === 0) return reading;
  const growth = matches.reduce((sum, { index, end, text }) => sum + text.length - (end - index), 0);
  const at = new Uint32Array(reading.text.length + growth + 1);
  const texts: string[] = [];
  let [copied, length] = [0, 0];
  const copy = (to: number): void => {
    texts.push(reading.text.slice(copied, to));
    at.set(reading.at.subarray(copied, to), length);
    length += to - copied;
  };
  for (const { index, end, text } of matches) {
    copy(index);
    texts.push(text);
    at.fill(reading.at[index] ?? 0, length, length + text.length);
    length += text.length;
    copied = end;
  }
  copy(reading.text.length);
  at[length] = reading.at[reading.text.length] ?? 0;
  return { text: texts.join(''), at };
}
