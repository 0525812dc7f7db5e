/**
 * What the search index holds of a block of received texts: every five neighbouring signs of the runs of letters and
 * digits in it, each once, and the last four and three of each run, so that what stands at the end of one is found by its
 * beginning. In lower case, as texts are compared, and of the texts with `\uXXXX` undone as well. Pure.
 *
 * It must never leave one out: what is not in the index would not be found. One too many costs a look into a block.
 */
import { isAscii } from 'node:buffer';
import { unescaped } from '../../../src-shared/domain/received-text.ts';
import type { StoredBlock } from './stored-texts.ts';

/** Part of the schema. */
export const GRAM = 5;
/** Shorter runs of what is looked for do not narrow. */
export const LEAST_RUN = 3;
/** In place of grams where nobody knows, or can hold in memory, what is in the block: it is always looked into. */
export const ALWAYS = 'always';

const SIGNS = 36;
const FOUR = SIGNS ** 4;
const CODES_OF_FIVE = SIGNS ** GRAM;
const CODES = CODES_OF_FIVE + FOUR + SIGNS ** 3;
const NO_SIGN = 255;
/** By byte: its place among digits and letters, in any case. Bytes of UTF-8 beyond ASCII are none. */
const SIGN_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = Number.parseInt(String.fromCharCode(byte), SIGNS);
  return byte < 0x80 && !Number.isNaN(sign) ? sign : NO_SIGN;
});
/** A letter of ASCII in lower case; digits stay what they are. */
const LOWER = 0x20;
const SPACE = 0x20;
const ESCAPE = Buffer.from(String.raw`\u`);

/** Kept for all blocks: it has a bit for each gram that there can be, 8 MB. */
export class BlockGrams {
  readonly #known = new Uint32Array(Math.ceil(CODES / 32));
  /** Places in `known` that are not 0. */
  #touched: number[] = [];
  #text = Buffer.allocUnsafe(1_048_576);
  #length = 0;

  /** With spaces between them. */
  ofBlock(block: StoredBlock): string {
    for (const place of this.#touched) this.#known[place] = 0;
    this.#touched = [];
    this.#length = 0;
    if (block.isPartial) return ALWAYS;
    for (const { contents, entries } of block.parts) {
      // Its row may say what the text does not say any more.
      if (entries.some(({ isWhole }) => !isWhole)) return ALWAYS;
      this.#add(lowered(contents));
      if (!contents.includes(ESCAPE)) continue;
      for (const entry of entries) {
        const { id, data } = entry.event();
        this.#addUnescaped(data);
        if (id !== null) this.#addUnescaped(id);
      }
    }
    return this.#text.toString('latin1', 0, this.#length);
  }

  /** As it is, and as often unescaped as `received-text.ts` does. */
  #addUnescaped(text: string): void {
    const once = unescaped(text);
    for (const form of [text, once, unescaped(once)]) this.#add(Buffer.from(form.toLowerCase()));
  }

  /** The hot loop: each byte of everything that is received. */
  #add(bytes: Uint8Array): void {
    let code = 0;
    let run = 0;
    for (let at = 0; at <= bytes.length; at += 1) {
      const sign = at < bytes.length ? (SIGN_OF[bytes[at] ?? 0] ?? NO_SIGN) : NO_SIGN;
      if (sign !== NO_SIGN) {
        code = (code % FOUR) * SIGNS + sign;
        run += 1;
        if (run >= GRAM) this.#put(code, bytes, at + 1, GRAM);
      } else if (run > 0) {
        if (run >= 4) this.#put(CODES_OF_FIVE + (code % FOUR), bytes, at, 4);
        if (run >= 3) this.#put(CODES_OF_FIVE + FOUR + (code % SIGNS ** 3), bytes, at, 3);
        code = 0;
        run = 0;
      }
    }
  }

  #put(code: number, bytes: Uint8Array, end: number, length: number): void {
    const place = code >>> 5;
    const bit = 1 << (code & 31);
    const known = this.#known[place] ?? 0;
    if ((known & bit) !== 0) return;
    if (known === 0) this.#touched.push(place);
    this.#known[place] = known | bit;
    if (this.#length + GRAM + 1 > this.#text.length) this.#text = Buffer.concat([this.#text], 2 * this.#text.length);
    for (let at = end - length; at < end; at += 1) {
      this.#text[this.#length] = (bytes[at] ?? 0) | LOWER;
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
