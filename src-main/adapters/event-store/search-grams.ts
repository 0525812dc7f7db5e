/**
 * What the search index holds of a block of received texts. Each run of letters and digits gives one gram for each of its
 * places: five signs where they are all digits, else four, and three at its end; the last four with a sign of their own
 * where they are digits, by which people know an identifier; in lower case, as texts are compared, and of texts with
 * `\uXXXX` undone as well. (Numbers have few signs and need more of them to be told apart; five signs of a
 * hexadecimal number would be so rare that they take twice the space.) Pure.
 *
 * It must never leave one out: what is not in the index would not be found. One too many costs a look into a block.
 */
import { isAscii } from 'node:buffer';
import { unescapeOnce } from '../../../src-shared/domain/text-matcher.ts';
import type { StoredBlock } from './text-reader.ts';

/** Part of the schema of the index, all four. */
const DIGITS = 5;
const SIGNS = 4;
const LAST_SIGNS = 3;
/** Behind the last four of a run where they are digits: the same four within one are another gram, and so is `19645`. */
const END = 'z';
/** In place of grams where nobody knows, or can hold in memory, what is in the block: it is always looked into. */
export const ALWAYS_CANDIDATE = 'always';

/** What stands somewhere in a block that has a match. */
export interface Gram {
  readonly text: string;
  /** More may follow: it is the beginning of a gram. */
  readonly isPrefix: boolean;
}

const ALL_DIGITS = /^[0-9]+$/;

/**
 * Of a run that stands in a text, those that say something.
 * @param endsWord whether the run ends in the text where it ends here; it may begin before
 */
export function gramsOfRun(run: string, endsWord: boolean): Gram[] {
  const grams: Gram[] = [];
  for (let at = 0; at + LAST_SIGNS <= run.length; at += 1) {
    const [five, four, rest] = [run.slice(at, at + DIGITS), run.slice(at, at + SIGNS), run.slice(at)];
    if (five.length === DIGITS && ALL_DIGITS.test(five)) grams.push({ text: five, isPrefix: false });
    else if (endsWord && rest.length === SIGNS && ALL_DIGITS.test(four)) {
      // It says what three at the end would.
      grams.push({ text: `${four}${END}`, isPrefix: false });
      break;
    }
    // Four digits at an end that may not be one may be the first of five.
    else if (four.length === SIGNS)
      grams.push({ text: four, isPrefix: !endsWord && rest.length === SIGNS && ALL_DIGITS.test(four) });
    else grams.push({ text: four, isPrefix: !endsWord });
  }
  return grams;
}

const BASE = 36;
const OF_THREE = BASE ** LAST_SIGNS;
const OF_FOUR = BASE ** SIGNS;
const OF_DIGITS = 10 ** DIGITS;
const OF_LAST_DIGITS = 10 ** SIGNS;
/** Codes of grams: fours, fives of digits, threes, and from here on the last four of digits. */
const ENDS = OF_FOUR + OF_DIGITS + OF_THREE;
const END_SIGN = END.charCodeAt(0);
const NO_SIGN = 255;
/** By byte: its place among digits and letters, in any case. Bytes of UTF-8 beyond ASCII are none. */
const SIGN_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = Number.parseInt(String.fromCharCode(byte), BASE);
  return byte < 0x80 && !Number.isNaN(sign) ? sign : NO_SIGN;
});
/** A letter of ASCII in lower case; digits stay what they are. */
const LOWER = 0x20;
const SPACE = 0x20;
const ESCAPE = Buffer.from(String.raw`\u`);

/** Kept from block to block: it has a bit for each gram that there can be, a quarter of a megabyte. */
export class BlockGrams {
  readonly #known = new Uint32Array(Math.ceil((ENDS + OF_LAST_DIGITS) / 32));
  #text = Buffer.allocUnsafe(262_144);
  #length = 0;

  /** With spaces between them; each once. */
  gramsOfBlock(block: StoredBlock): string {
    this.#known.fill(0);
    this.#length = 0;
    if (block.isPartial) return ALWAYS_CANDIDATE;
    // Its row may say what a text does not say any more.
    if (block.parts.some(({ damaged }) => damaged.length > 0)) return ALWAYS_CANDIDATE;
    for (const part of block.parts) {
      const { contents } = part;
      this.#add(lowered(contents));
      if (!contents.includes(ESCAPE)) continue;
      for (const entry of part.entries) {
        const { id, data } = entry.event();
        this.#addUnescaped(data);
        if (id !== null) this.#addUnescaped(id);
      }
    }
    return this.#text.toString('latin1', 0, this.#length);
  }

  /** As it is, and as often unescaped as `text-matcher.ts` does. */
  #addUnescaped(text: string): void {
    const once = unescapeOnce(text);
    for (const form of [text, once, unescapeOnce(once)]) this.#add(Buffer.from(form.toLowerCase()));
  }

  /** The hot loop: each byte of everything that is received. */
  #add(bytes: Uint8Array): void {
    let run = 0;
    let digits = 0;
    let four = 0;
    let five = 0;
    for (let at = 0; at <= bytes.length; at += 1) {
      const sign = at < bytes.length ? (SIGN_OF[bytes[at] ?? 0] ?? NO_SIGN) : NO_SIGN;
      if (sign !== NO_SIGN) {
        run += 1;
        digits = sign < 10 ? digits + 1 : 0;
        five = digits === 0 ? 0 : (five % (OF_DIGITS / 10)) * 10 + sign;
        // Which of the two it is at the place five signs before, this sign tells.
        if (digits >= DIGITS) this.#put(OF_FOUR + five, bytes, at + 1 - DIGITS, DIGITS);
        else if (run >= DIGITS) this.#put(four, bytes, at + 1 - DIGITS, SIGNS);
        four = (four % OF_THREE) * BASE + sign;
      } else if (run > 0) {
        if (digits >= SIGNS) this.#put(ENDS + (five % OF_LAST_DIGITS), bytes, at - SIGNS, SIGNS, END_SIGN);
        else if (run >= SIGNS) this.#put(four, bytes, at - SIGNS, SIGNS);
        if (run >= LAST_SIGNS) this.#put(OF_FOUR + OF_DIGITS + (four % OF_THREE), bytes, at - LAST_SIGNS, LAST_SIGNS);
        run = 0;
        digits = 0;
        four = 0;
        five = 0;
      }
    }
  }

  #put(code: number, bytes: Uint8Array, from: number, length: number, behind: number | null = null): void {
    const place = code >>> 5;
    const bit = 1 << (code & 31);
    const known = this.#known[place] ?? 0;
    if ((known & bit) !== 0) return;
    this.#known[place] = known | bit;
    if (this.#length + length + 2 > this.#text.length) this.#text = Buffer.concat([this.#text], 2 * this.#text.length);
    for (let at = from; at < from + length; at += 1) {
      this.#text[this.#length] = (bytes[at] ?? 0) | LOWER;
      this.#length += 1;
    }
    if (behind !== null) {
      this.#text[this.#length] = behind;
      this.#length += 1;
    }
    this.#text[this.#length] = SPACE;
    this.#length += 1;
  }
}

/** Texts of ASCII alone are lowered sign by sign. Others as a whole, since a sign beyond ASCII may become a letter of it. */
function lowered(contents: Buffer): Uint8Array {
  return isAscii(contents) ? contents : Buffer.from(contents.toString().toLowerCase());
}
