/**
 * Computes which of a fixed number of slots a block of received texts sets. Each run of letters and digits has one gram
 * per position: five characters if all are digits, else four; three at its end; and any three letters. Its last four
 * and its last six, if they are digits, get grams of their own, because people know an identifier by them; so do four
 * digits after a letter and a hyphen (codes of errors). EIDs also have a gram of six digits per position. Texts with
 * `\uXXXX` are added unescaped as well.
 * A slot must never be missing, because its event would not be found. An additional one only costs reading a block.
 */
import { isAscii } from 'node:buffer';
import { unescapeOnce } from '../../../../../src-shared/domain/filter/text-matcher.ts';
import type { StoredBlock } from '../texts/text-reader.ts';

/** These constants are part of the schema of the index. A block of 64 events sets a third of the slots. */
export const SLOTS = 54_432;
const SLOTS_OF_THREE_LETTERS = 5;
const SLOTS_OF_FOUR_LETTERS = 3;
const SLOTS_OF_CODE = 4;
const SLOTS_WITH_DIGIT = 2;
const DIGITS = 5;
const SIGNS = 4;
const LAST_SIGNS = 3;
const LAST_DIGITS = 6;
const EID_DIGITS = 6;
const MULTIPLIERS = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1] as const;

const BASE = 36;
const OF_THREE = BASE ** LAST_SIGNS;
const OF_FOUR = BASE ** SIGNS;
const OF_DIGITS = 10 ** DIGITS;
const OF_FOUR_DIGITS = 10 ** SIGNS;
const OF_SIX_DIGITS = 10 ** LAST_DIGITS;
/** Numbers of grams: four characters come first. */
const FIVES = OF_FOUR;
const THREES = FIVES + OF_DIGITS;
const LAST_FOURS = THREES + OF_THREE;
const LAST_SIXES = LAST_FOURS + OF_FOUR_DIGITS;
const EID_SIXES = LAST_SIXES + OF_SIX_DIGITS;
/** Four digits after a letter and a hyphen. */
const HYPHENATED = EID_SIXES + OF_SIX_DIGITS;
const NO_SIGN = 255;
const [HYPHEN, UNDERSCORE, DIGIT_ZERO] = [0x2d, 0x5f, 0x30];
/** Value of each byte as a digit or letter, in any case. UTF-8 bytes beyond ASCII have none. */
const SIGN_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = Number.parseInt(String.fromCharCode(byte), BASE);
  return byte < 0x80 && !Number.isNaN(sign) ? sign : NO_SIGN;
});
const ESCAPE = Buffer.from(String.raw`\u`);
const RUN_HASH_BITS = 13;

const ALL_DIGITS = /^[0-9]+$/;
const ALL_LETTERS = /^[a-z]+$/;

/**
 * `run`: lower-case letters and digits. `endsWord`: the stored run ends here, too; it may begin earlier. `letter` is
 * before the hyphen or underscore before the run, or empty.
 */
export function slotsOfRun(run: string, endsWord: boolean, letter = ''): number[] {
  const slots: number[] = [];
  const last = run.slice(-LAST_DIGITS);
  if (endsWord && last.length === LAST_DIGITS && ALL_DIGITS.test(last))
    slots.push(...slotsOfGram(LAST_SIXES + Number(last), SLOTS_WITH_DIGIT));
  const begin = run.slice(0, SIGNS);
  if (letter !== '' && begin.length === SIGNS && ALL_DIGITS.test(begin))
    slots.push(...slotsOfGram(hyphenated(Number.parseInt(letter, BASE), Number(begin)), SLOTS_OF_CODE));
  for (let at = 0; at + LAST_SIGNS <= run.length; at += 1) {
    const [five, four, three] = [run.slice(at, at + DIGITS), run.slice(at, at + SIGNS), run.slice(at, at + LAST_SIGNS)];
    const isEnd = at + SIGNS === run.length;
    if (five.length === DIGITS && ALL_DIGITS.test(five))
      slots.push(...slotsOfGram(FIVES + Number(five), SLOTS_WITH_DIGIT));
    else if (isEnd && ALL_DIGITS.test(four)) {
      // Without an end, these may be the first four of five digits.
      if (endsWord) slots.push(...slotsOfGram(LAST_FOURS + Number(four), SLOTS_WITH_DIGIT));
    } else if (four.length === SIGNS) slots.push(...slotsOfText(0, four, SLOTS_OF_FOUR_LETTERS));
    else if (endsWord || ALL_LETTERS.test(three)) slots.push(...slotsOfText(THREES, three, SLOTS_OF_THREE_LETTERS));
  }
  return slots;
}

export function slotsOfEid(part: string): number[] {
  const slots: number[] = [];
  forEachSix(part, (gram) => slots.push(...slotsOfGram(gram, SLOTS_WITH_DIGIT)));
  return slots;
}

function forEachSix(text: string, visit: (gram: number) => void): void {
  let digits = 0;
  let six = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_ZERO;
    digits = digit >= 0 && digit < 10 ? digits + 1 : 0;
    six = ((six * 10) % OF_SIX_DIGITS) + digit;
    if (digits === 0) six = 0;
    else if (digits >= EID_DIGITS) visit(EID_SIXES + six);
  }
}

const hyphenated = (letter: number, digits: number): number => HYPHENATED + letter * OF_FOUR_DIGITS + digits;

function slotsOfText(base: number, text: string, ofLetters: number): number[] {
  return slotsOfGram(base + Number.parseInt(text, BASE), ALL_LETTERS.test(text) ? ofLetters : SLOTS_WITH_DIGIT);
}

function slotsOfGram(gram: number, count: number): number[] {
  return Array.from({ length: count }, (_, turn) => slotOf(gram, turn));
}

/** The high bits of a product depend on all bits of the number. */
function slotOf(gram: number, turn: number): number {
  return Math.floor(((Math.imul(gram + 1, MULTIPLIERS[turn] ?? 0) >>> 0) * SLOTS) / 0x1_0000_0000);
}

export class BlockSignature {
  #slots = new Int32Array(SLOTS / 32);
  /** By the first bits of a hash of a run: start of the last run that has it, or -1. */
  readonly #runs = new Int32Array(2 ** RUN_HASH_BITS);

  /** A bit per slot, 32 in each number. Null if the contents are unknown or too large for memory. `eids`: separated. */
  slotsOf(block: StoredBlock, eids: string): Int32Array | null {
    // The row of a damaged text may still match.
    if (block.isPartial || block.parts.some(({ damaged }) => damaged.length > 0)) return null;
    this.#slots = new Int32Array(SLOTS / 32);
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
    forEachSix(eids, (gram) => this.#put(gram, SLOTS_WITH_DIGIT));
    return this.#slots;
  }

  /** Adds the text as it is, and unescaped as often as in `text-matcher.ts`. */
  #addUnescaped(text: string): void {
    const once = unescapeOnce(text);
    for (const form of [text, once, unescapeOnce(once)]) this.#add(Buffer.from(form.toLowerCase()));
  }

  /** Hot loop: runs for each byte of everything received. Most runs are names that recur in each event. */
  #add(bytes: Uint8Array): void {
    this.#runs.fill(-1);
    for (let at = 0; at < bytes.length; at += 1) {
      const from = at;
      let hash = 0;
      for (let sign = signAt(bytes, at); sign !== NO_SIGN; sign = signAt(bytes, at)) {
        hash = Math.imul(hash, MULTIPLIERS[0]) + sign;
        at += 1;
      }
      if (at === from) continue;
      if (from >= 2 && at - from >= SIGNS) this.#addHyphenated(bytes, from);
      const place = hash >>> (32 - RUN_HASH_BITS);
      const last = this.#runs[place] ?? -1;
      this.#runs[place] = from;
      if (last === -1 || !isSameRun(bytes, last, from, at)) this.#addRun(bytes, from, at);
    }
  }

  /** @param from start of a run of at least four characters, with at least two bytes before it */
  #addHyphenated(bytes: Uint8Array, from: number): void {
    const before = bytes[from - 1];
    const letter = signAt(bytes, from - 2);
    if ((before !== HYPHEN && before !== UNDERSCORE) || letter < 10 || letter === NO_SIGN) return;
    let digits = 0;
    for (let at = from; at < from + SIGNS; at += 1) {
      const sign = signAt(bytes, at);
      if (sign >= 10) return;
      digits = 10 * digits + sign;
    }
    this.#put(hyphenated(letter, digits), SLOTS_OF_CODE);
  }

  /** @param to first byte after the run */
  #addRun(bytes: Uint8Array, from: number, to: number): void {
    let digits = 0;
    let letters = 0;
    let four = 0;
    let six = 0;
    for (let at = from; at < to; at += 1) {
      const sign = signAt(bytes, at);
      digits = sign < 10 ? digits + 1 : 0;
      six = digits === 0 ? 0 : (six % OF_DIGITS) * 10 + sign;
      // This character decides which of the two begins five characters before.
      if (digits >= DIGITS) this.#put(FIVES + (six % OF_DIGITS), SLOTS_WITH_DIGIT);
      else if (at - from >= SIGNS) this.#put(four, letters >= SIGNS ? SLOTS_OF_FOUR_LETTERS : SLOTS_WITH_DIGIT);
      letters = sign < 10 ? 0 : letters + 1;
      four = (four % OF_THREE) * BASE + sign;
      if (letters >= LAST_SIGNS) this.#put(THREES + (four % OF_THREE), SLOTS_OF_THREE_LETTERS);
    }
    if (digits >= LAST_DIGITS) this.#put(LAST_SIXES + six, SLOTS_WITH_DIGIT);
    if (digits >= SIGNS) this.#put(LAST_FOURS + (six % OF_FOUR_DIGITS), SLOTS_WITH_DIGIT);
    else if (to - from >= SIGNS) this.#put(four, letters >= SIGNS ? SLOTS_OF_FOUR_LETTERS : SLOTS_WITH_DIGIT);
    if (to - from >= LAST_SIGNS && letters < LAST_SIGNS) this.#put(THREES + (four % OF_THREE), SLOTS_WITH_DIGIT);
  }

  #put(gram: number, count: number): void {
    for (let turn = 0; turn < count; turn += 1) {
      const slot = slotOf(gram, turn);
      this.#slots[slot >>> 5] = (this.#slots[slot >>> 5] ?? 0) | (1 << (slot & 31));
    }
  }
}

const signAt = (bytes: Uint8Array, at: number): number => SIGN_OF[bytes[at] ?? 0] ?? NO_SIGN;

function isSameRun(bytes: Uint8Array, earlier: number, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at] !== bytes[earlier + at - from]) return false;
  return signAt(bytes, earlier + to - from) === NO_SIGN;
}

/** A character beyond ASCII may become an ASCII letter, so such texts are lowered completely. */
function lowered(contents: Buffer): Uint8Array {
  return isAscii(contents) ? contents : Buffer.from(contents.toString().toLowerCase());
}
