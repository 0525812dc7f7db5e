/**
 * Computes the grams of a block of received texts for the search index. Each run of letters and digits gives one gram
 * per position: five characters if all are digits, else four, and three at its end. Its last four, if they are digits,
 * get an end mark, because people know an identifier by them. Grams are in lower case, as texts are compared; texts
 * with `\uXXXX` are added unescaped as well. (Numbers have few distinct characters and need longer grams; five
 * characters of a hexadecimal number would be so rare that they take twice the space.) Pure.
 * A gram must never be missing, because its event would not be found. An additional one only costs reading a block.
 */
import { isAscii } from 'node:buffer';
import { unescapeOnce } from '../../../../../src-shared/domain/filter/text-matcher.ts';
import type { StoredBlock } from '../texts/text-reader.ts';

/** These four constants are part of the schema of the index. */
const DIGITS = 5;
const SIGNS = 4;
const LAST_SIGNS = 3;
/** End mark after the last four digits of a run. The same four within a run are another gram, and so is `19645`. */
const END = 'z';
/** Replaces the grams of a block whose contents are unknown or too large for memory. Such a block is always read. */
export const ALWAYS_CANDIDATE = 'always';

/** A string that occurs in every block with a match. */
export interface Gram {
  readonly text: string;
  /** True if the text is only the beginning of a gram. */
  readonly isPrefix: boolean;
}

const ALL_DIGITS = /^[0-9]+$/;

/**
 * Returns the useful grams of a run in a searched text.
 * @param endsWord true if the run ends in the stored text where it ends here; it may begin earlier
 */
export function gramsOfRun(run: string, endsWord: boolean): Gram[] {
  const grams: Gram[] = [];
  for (let at = 0; at + LAST_SIGNS <= run.length; at += 1) {
    const [five, four, rest] = [run.slice(at, at + DIGITS), run.slice(at, at + SIGNS), run.slice(at)];
    if (five.length === DIGITS && ALL_DIGITS.test(five)) grams.push({ text: five, isPrefix: false });
    else if (endsWord && rest.length === SIGNS && ALL_DIGITS.test(four)) {
      // Includes the gram of the last three characters.
      grams.push({ text: `${four}${END}`, isPrefix: false });
      break;
    }
    // Four digits at an uncertain end may be the first of five.
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
/** Codes of grams: four characters, five digits, three characters, and from here on the last four digits. */
const ENDS = OF_FOUR + OF_DIGITS + OF_THREE;
const END_SIGN = END.charCodeAt(0);
const NO_SIGN = 255;
/** Value of each byte as a digit or letter, in any case. UTF-8 bytes beyond ASCII have none. */
const SIGN_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = Number.parseInt(String.fromCharCode(byte), BASE);
  return byte < 0x80 && !Number.isNaN(sign) ? sign : NO_SIGN;
});
const LOWER = 0x20;
const SPACE = 0x20;
const ESCAPE = Buffer.from(String.raw`\u`);

/** Reused for all blocks: it has a bit for each possible gram, a quarter of a megabyte. */
export class BlockGrams {
  readonly #known = new Uint32Array(Math.ceil((ENDS + OF_LAST_DIGITS) / 32));
  #text = Buffer.allocUnsafe(262_144);
  #length = 0;

  /** Returns each gram once, separated by spaces. */
  gramsOfBlock(block: StoredBlock): string {
    this.#known.fill(0);
    this.#length = 0;
    if (block.isPartial) return ALWAYS_CANDIDATE;
    // The row of a damaged text may still match.
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

  /** Adds the text as it is, and unescaped as often as in `text-matcher.ts`. */
  #addUnescaped(text: string): void {
    const once = unescapeOnce(text);
    for (const form of [text, once, unescapeOnce(once)]) this.#add(Buffer.from(form.toLowerCase()));
  }

  /** Hot loop: runs for each byte of everything received. */
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
        // This character decides which of the two begins five characters before.
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

  #put(code: number, bytes: Uint8Array, from: number, length: number, next: number | null = null): void {
    const word = code >>> 5;
    const bit = 1 << (code & 31);
    const known = this.#known[word] ?? 0;
    if ((known & bit) !== 0) return;
    this.#known[word] = known | bit;
    if (this.#length + length + 2 > this.#text.length) this.#text = Buffer.concat([this.#text], 2 * this.#text.length);
    for (let at = from; at < from + length; at += 1) {
      this.#text[this.#length] = (bytes[at] ?? 0) | LOWER;
      this.#length += 1;
    }
    if (next !== null) {
      this.#text[this.#length] = next;
      this.#length += 1;
    }
    this.#text[this.#length] = SPACE;
    this.#length += 1;
  }
}

/**
 * Lowers ASCII texts character by character. Others are lowered completely, because a character beyond ASCII may become
 * an ASCII letter.
 */
function lowered(contents: Buffer): Uint8Array {
  return isAscii(contents) ? contents : Buffer.from(contents.toString().toLowerCase());
}
