/** Folds all spellings of a text into one: case, accents, width, digits of other scripts, entities and escapes. */

/** A text that was made from a part of another one, and where each of its UTF-16 units was in the original text. */
export class MappedText {
  readonly text: string;
  readonly #source: MappedText | null;
  /** Position of the part in the source. */
  readonly #start: number;
  #replaced: readonly number[] | (() => readonly number[]);

  /**
   * `replacements`: four numbers per replacement, its start and end in this text, then in the part. A function
   * runs when the first position is needed, which most texts never need.
   */
  constructor(
    text: string,
    source: MappedText | null = null,
    start = 0,
    replacements: readonly number[] | (() => readonly number[]) = [],
  ) {
    this.text = text;
    this.#source = source;
    this.#start = start;
    this.#replaced = replacements;
  }

  /** Returns the position in the original text; for the end of this text, that of its end. */
  at(unit: number): number {
    const inSource = this.#start + this.#inPart(unit);
    return this.#source === null ? inSource : this.#source.at(inSource);
  }

  #inPart(unit: number): number {
    const spots = typeof this.#replaced === 'function' ? this.#replaced() : this.#replaced;
    this.#replaced = spots;
    let [low, high] = [0, spots.length / 4];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spots[4 * middle] ?? 0) <= unit) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return unit;
    const end = spots[4 * low - 3] ?? 0;
    return unit < end ? (spots[4 * low - 2] ?? 0) : (spots[4 * low - 1] ?? 0) + unit - end;
  }
}

export function part(source: MappedText, start: number, end: number): MappedText {
  return new MappedText(source.text.slice(start, end), source, start);
}

export function sourceRange(
  reading: MappedText,
  start: number,
  end: number,
): { readonly from: number; readonly to: number } {
  const last = reading.at(end - 1);
  let next = end;
  // A single entity or percent sequence may have become several units.
  while (next < reading.text.length && reading.at(next) <= last) next += 1;
  return { from: reading.at(start), to: reading.at(next) };
}

const JSON_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export function unescaped(reading: MappedText): MappedText {
  const { text } = reading;
  return text.includes('\\') ? new MappedText(unescapedText(text), reading, 0, () => escapesIn(text)) : reading;
}

export function unescapedText(text: string): string {
  try {
    // Much faster, and the same if the text is that of a JSON string.
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text.replaceAll(JSON_ESCAPE, unescapedSign);
  }
}

function unescapedSign(_: string, hex: string | undefined, letter = ''): string {
  return hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));
}

/** Returns the escapes as replacements (`MappedText`). A message in a string has hundreds. */
function escapesIn(text: string): number[] {
  const spots: number[] = [];
  let shift = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    const length = escapeLength(text, at);
    if (length > 1) {
      spots.push(at - shift, at - shift + 1, at, at + length);
      shift += length - 1;
    }
    at += length;
  }
  return spots;
}

/** Returns 1 for a backslash alone. */
function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 1;
  return letter !== '' && '"\\/bfnrt'.includes(letter) ? 2 : 1;
}

const OTHER_SPELLINGS =
  /&(?:amp;)*(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));|(?:%[0-9a-f]{2})+|\P{ASCII}/gu;

/** Lower case without accents and invisible characters, ASCII digits, decoded entities. Punctuation stays. */
export function folded(reading: MappedText): MappedText {
  const lowered = new MappedText(asciiLowered(reading.text), reading);
  if (!/\P{ASCII}|&|%/u.test(lowered.text)) return lowered;
  return replaced(lowered, OTHER_SPELLINGS, (found, decimal, hex, name) => {
    if (found.startsWith('&')) return foldedEntity(decimal, hex, name);
    return found.startsWith('%') ? foldedCharacters(percentDecoded(found)) : foldedCharacters(found);
  });
}

export function foldedText(text: string): string {
  return folded(new MappedText(text)).text;
}

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;

/** Letters and digits, with one space for anything between them. Positions refer to the folded text. */
export function wordsOf(plain: string): MappedText {
  return replaced(new MappedText(plain), BETWEEN_WORDS, () => ' ');
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
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

function foldedEntity(decimal: string | undefined, hex: string | undefined, name = ''): string {
  if (decimal === undefined && hex === undefined)
    return ENTITIES.get(name.toLowerCase()) ?? ACCENTED.exec(name)?.[1]?.toLowerCase() ?? ' ';
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
  const { text } = reading;
  const spots: number[] = [];
  let [result, copied] = ['', 0];
  for (const match of text.matchAll(pattern)) {
    const [found, ...groups] = match;
    result += text.slice(copied, match.index);
    copied = match.index + found.length;
    const start = result.length;
    result += put(found, ...groups);
    spots.push(start, result.length, match.index, copied);
  }
  return spots.length === 0 ? reading : new MappedText(result + text.slice(copied), reading, 0, spots);
}
