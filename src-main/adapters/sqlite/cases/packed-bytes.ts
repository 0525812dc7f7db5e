/**
 * Writes a list of numbers, texts, lists and JSON values as bytes. A value begins with a byte that has its kind. Small
 * integers, several zeros, and the length of short texts and lists fit into that byte.
 */

import { packDigits, unpackDigits } from '../events/texts/packed-values.ts';

/** A first byte below this is a value itself. */
const SEVERAL_ZEROS = 128;
/** The bytes of the integer follow, least significant first: one, or one more for each number above this. */
const POSITIVE = 143;
const NEGATIVE = 150;
const NULL = 157;
const JSON_TEXT = 158;
const TEXT = 159;
/** Decimal digits, two in a byte. */
const DIGITS = 160;
const LIST = 161;
const SHORT_TEXT = 162;
const SHORT_LIST = 194;

const MAX_ZEROS = POSITIVE - SEVERAL_ZEROS + 1;
const MAX_SHORT_TEXT = SHORT_LIST - SHORT_TEXT - 1;
const MAX_SHORT_LIST = 255 - SHORT_LIST;

/** @param values what JSON can hold */
export function packBytes(values: readonly unknown[]): Buffer {
  const writer = new ByteWriter();
  writer.list(values);
  return writer.packed();
}

export function unpackBytes(bytes: Buffer): unknown {
  return new ByteReader(bytes).value();
}

/** Shared, because no other list is written before one is packed. */
let scratch = Buffer.allocUnsafe(4_096);

class ByteWriter {
  #length = 0;

  list(values: readonly unknown[]): void {
    const { length } = values;
    this.#head(SHORT_LIST, MAX_SHORT_LIST, LIST, length);
    for (let index = 0; index < length; index += 1) {
      let zeros = 0;
      while (values[index + zeros] === 0 && zeros < MAX_ZEROS) zeros += 1;
      if (zeros < 2) this.#value(values[index]);
      else {
        this.#byte(SEVERAL_ZEROS + zeros - 2);
        index += zeros - 1;
      }
    }
  }

  packed(): Buffer {
    return Buffer.from(scratch.subarray(0, this.#length));
  }

  #value(value: unknown): void {
    if (typeof value === 'number' && Number.isSafeInteger(value)) this.#integer(value);
    else if (value === null) this.#byte(NULL);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value !== 'string') this.#json(value);
    else this.#string(value);
  }

  #string(text: string): void {
    const digits = packDigits(text);
    if (Buffer.isBuffer(digits)) {
      this.#byte(DIGITS);
      this.#byte(digits.length);
      this.#reserve(digits.length);
      this.#length += digits.copy(scratch, this.#length);
    }
    // Half of a surrogate pair has no bytes of its own.
    else if (text.isWellFormed()) this.#text(text);
    else this.#json(text);
  }

  #integer(value: number): void {
    if (value >= 0 && value < SEVERAL_ZEROS) return this.#byte(value);
    const at = this.#length;
    this.#byte(0);
    for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) this.#byte(rest % 256);
    scratch[at] = (value > 0 ? POSITIVE : NEGATIVE) + this.#length - at - 2;
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text);
    this.#head(SHORT_TEXT, MAX_SHORT_TEXT, TEXT, length);
    this.#reserve(length);
    this.#length += scratch.write(text, this.#length);
  }

  #json(value: unknown): void {
    this.#byte(JSON_TEXT);
    this.#text(JSON.stringify(value));
  }

  #head(short: number, maxShort: number, long: number, length: number): void {
    if (length <= maxShort) return this.#byte(short + length);
    this.#byte(long);
    this.#integer(length);
  }

  #byte(byte: number): void {
    this.#reserve(1);
    scratch[this.#length] = byte;
    this.#length += 1;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed > scratch.length) scratch = Buffer.concat([scratch], 2 * needed);
  }
}

class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  value(): unknown {
    const byte = this.#byte();
    if (byte < SEVERAL_ZEROS) return byte;
    if (byte >= SHORT_LIST) return this.#list(byte - SHORT_LIST);
    if (byte >= SHORT_TEXT) return this.#text(byte - SHORT_TEXT);
    if (byte < NEGATIVE) return this.#integer(byte - POSITIVE + 1);
    if (byte < NULL) return -this.#integer(byte - NEGATIVE + 1);
    switch (byte) {
      case NULL:
        return null;
      case JSON_TEXT:
        return JSON.parse(String(this.value()));
      case TEXT:
        return this.#text(this.#length());
      case DIGITS:
        return unpackDigits(this.#take(this.#byte()));
      default:
        return this.#list(this.#length());
    }
  }

  #length(): number {
    return Number(this.value());
  }

  #list(length: number): unknown[] {
    const values: unknown[] = [];
    while (values.length < length) {
      const byte = this.#bytes[this.#at] ?? NULL;
      if (byte < SEVERAL_ZEROS || byte >= POSITIVE) values.push(this.value());
      else for (let zeros = this.#byte() - SEVERAL_ZEROS + 2; zeros > 0; zeros -= 1) values.push(0);
    }
    return values;
  }

  #integer(length: number): number {
    let value = 0;
    for (let place = length - 1; place >= 0; place -= 1) value = value * 256 + (this.#bytes[this.#at + place] ?? 0);
    this.#at += length;
    return value;
  }

  #take(length: number): Buffer {
    const from = this.#at;
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }

  #text(length: number): string {
    return this.#take(length).toString('utf8');
  }

  /** @throws RangeError if the bytes end in the middle of a value */
  #byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }
}
