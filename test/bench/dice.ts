/**
 * Makes random-looking values for one generated event. The same number gives the same values in every run and on every
 * machine.
 */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export class Dice {
  /** 128 bits of state, so that the sequences of ten million events do not overlap. */
  #a: number;
  #b = 0x9e37_79b9;
  #c = 0x243f_6a88;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    // Number of steps after which the values of neighbouring seeds are independent.
    for (let turn = 0; turn < 12; turn += 1) this.#next();
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  below(limit: number): number {
    return this.#next() % limit;
  }

  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  oneOf<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('there is nothing to choose from');
    return value;
  }

  /** Chooses a value, the first ones far more often than the last. */
  fewOf<Value>(values: readonly Value[]): Value {
    const share = this.below(1_000) / 1_000;
    return this.oneOf(values.slice(0, 1 + Math.floor(share ** 3 * values.length)));
  }

  digits(count: number): string {
    let text = '';
    while (text.length < count) text += String(this.#next() % 1_000_000_000).padStart(9, '0');
    return text.slice(0, count);
  }

  /** Returns a UUID in the format of a random one (RFC 9562). */
  uuid(): string {
    const words = [this.#next(), this.#next(), this.#next(), this.#next()];
    const hex = words.map((word) => bytesOf(word)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

function bytesOf(word: number): string {
  return `${HEX[word >>> 24]}${HEX[(word >>> 16) & 255]}${HEX[(word >>> 8) & 255]}${HEX[word & 255]}`;
}
