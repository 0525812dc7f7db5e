/**
 * Finds, among many identifiers, those that differ from a value by one character. Identifiers of a fleet have most
 * characters in common, so each is indexed once per position, by a hash of its other characters.
 */
import { canSearchSimilar, MAX_NEAR_LENGTH } from '../../../../src-shared/service/id-form.ts';

/** Odd factors that spread their products over 32 bits. */
const STEP = 0x9e_37_79_b1;
const SALT = 0x85_eb_ca_6b;
/** Slots per entry: a lookup in a table that is less than half full takes one or two steps. */
const SPARE = 2.5;
/** Bits per slot of the table; half a megabyte at most. */
const BITS = 4;
const MAX_BITS = 2 ** 22;

export class NearIds {
  readonly #ids: readonly string[];
  readonly #lengths = new Set<number>();
  /** Hashes, with open addressing; 0 is a free slot. Most lookups find nothing and read nothing else. */
  readonly #keys: Uint32Array;
  readonly #indexes: Uint32Array;
  readonly #mask: number;
  /** A bit per hash: small enough for the processor's cache, it rules out nearly all values. */
  readonly #bits: Uint32Array;
  readonly #bitShift: number;
  /** Factor of each position. Powers, because sums of multiples would be close to each other. */
  readonly #steps = powersOf(STEP);

  constructor(ids: readonly string[]) {
    this.#ids = ids;
    const entries = ids.filter(canSearchSimilar).reduce((sum, { length }) => sum + length, 0);
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, entries * SPARE)));
    this.#mask = size - 1;
    this.#keys = new Uint32Array(size);
    this.#indexes = new Uint32Array(size);
    const bits = Math.min(size * BITS, MAX_BITS);
    this.#bits = new Uint32Array(bits / 32);
    this.#bitShift = Math.clz32(bits) + 1;
    for (const [index, id] of ids.entries()) {
      if (!canSearchSimilar(id)) continue;
      this.#lengths.add(id.length);
      const hash = this.#hashOf(id);
      for (let at = 0; at < id.length; at += 1) this.#put(this.#hashWithout(hash, id, at), index);
    }
  }

  /** Notes the value for each identifier that differs from it by one character and has no value yet. */
  note(value: string, noted: Map<number, string>): void {
    if (!this.#lengths.has(value.length) || !canSearchSimilar(value)) return;
    const hash = this.#hashOf(value);
    for (let at = 0; at < value.length; at += 1) {
      const key = this.#hashWithout(hash, value, at);
      const bit = key >>> this.#bitShift;
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
      let slotKey: number | undefined;
      for (let slot = key & this.#mask; (slotKey = this.#keys[slot]) !== 0; slot = (slot + 1) & this.#mask) {
        if (slotKey !== key) continue;
        const index = this.#indexes[slot] ?? 0;
        if (!noted.has(index) && differsAt(this.#ids[index] ?? '', value, at)) noted.set(index, value);
      }
    }
  }

  #put(key: number, index: number): void {
    const bit = key >>> this.#bitShift;
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    let slot = key & this.#mask;
    while (this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#keys[slot] = key;
    this.#indexes[slot] = index;
  }

  #hashOf(id: string): number {
    let sum = 0;
    for (let at = 0; at < id.length; at += 1) sum = (sum + Math.imul(id.charCodeAt(at), this.#steps[at] ?? 1)) | 0;
    return sum;
  }

  #hashWithout(hash: number, id: string, at: number): number {
    const rest = (hash - Math.imul(id.charCodeAt(at), this.#steps[at] ?? 1)) | 0;
    const mixed = Math.imul(rest ^ Math.imul(at + 1, SALT), STEP);
    return (mixed ^ (mixed >>> 15)) >>> 0 || 1;
  }
}

function powersOf(step: number): Uint32Array {
  const powers = new Uint32Array(MAX_NEAR_LENGTH);
  for (let at = 0, power = step; at < MAX_NEAR_LENGTH; at += 1, power = Math.imul(power, step)) powers[at] = power;
  return powers;
}

function differsAt(id: string, value: string, at: number): boolean {
  if (id.length !== value.length || id[at] === value[at]) return false;
  for (let other = 0; other < id.length; other += 1) if (other !== at && id[other] !== value[other]) return false;
  return true;
}
