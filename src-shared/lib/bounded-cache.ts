/** Remembers results by text. Texts from outside must not fill the memory: it starts empty again when it is full. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();

  /** `compute` receives a copy of a key that is remembered, so that the value may have parts of it. */
  get(key: string, compute: (key: string) => Value): Value {
    if (key.length > MAX_KEY_CHARACTERS) return compute(key);
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const own = copied(key);
    const value = compute(own);
    if (this.#values.size >= MAX_ENTRIES) this.#values.clear();
    this.#values.set(own, value);
    return value;
  }
}

const MAX_ENTRIES = 1_000;
const MAX_KEY_CHARACTERS = 256;

/** A part of a string keeps the complete string in memory, which may have megabytes. */
export function copied(text: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the JSON of a string
  return JSON.parse(JSON.stringify(text)) as string;
}
