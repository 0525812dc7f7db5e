/** What was dear to make, as long as it is among the last that were asked for. Two who ask at once get the same. */
export class Kept<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(name) ?? this.#made(name, make);
    // The latest last.
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  #made(name: string, make: () => Promise<Value>): Promise<Value> {
    const value = make();
    value.catch(() => this.#values.delete(name));
    return value;
  }
}
