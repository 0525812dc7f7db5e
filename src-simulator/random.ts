/** The same seed gives the same fleet and events. Concurrent parts `fork`, so that their interleaving has no effect. */

/** mulberry32 (Tommy Ettinger, public domain). 32 bits of state are enough for generated data. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** FNV-1a. Converts the name of a fork to a number. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position++)
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  return hash >>> 0;
}

/** Depends only on the three arguments, so that the value of a row does not need the rows before it. */
export function hashOf(seed: number, row: number, salt: number): number {
  // Finalizer of MurmurHash3.
  let hash = (seed ^ Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export class Random {
  readonly #seed: number;
  readonly #next: () => number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#next = mulberry32(this.#seed);
  }

  /** Returns a separate sequence that depends only on this one's seed and the name. */
  fork(name: string): Random {
    return new Random(hashOf(this.#seed, hashText(name), 0));
  }

  /** Returns an integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor((this.#next() / 2 ** 32) * (to - from + 1));
  }

  percent(percent: number): boolean {
    return this.integer(1, 100) <= percent;
  }

  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number] {
    return items[this.integer(0, items.length - 1)] ?? items[0];
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0')).join('');
    const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
