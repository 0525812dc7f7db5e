/** Callers that ask at the same time share one computation. */
export class AsyncLruCache<Value> {
  readonly #maxEntries: number;
  readonly #values = new Map<string, Promise<Value>>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(name: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(name) ?? this.#create(name, make);
    // Moves the entry to the end: the map is ordered by last use.
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#maxEntries && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  #create(name: string, make: () => Promise<Value>): Promise<Value> {
    const value = make();
    value.catch(() => this.#values.delete(name));
    return value;
  }
}
