/**
 * Limits how often a query restarts by itself, and requires that each pass gets further than the one before. Otherwise
 * a service that refuses every token, or answers slower than its tokens expire, would get the first request forever.
 */
const MAX_RESTARTS = 10;

export class Restarts {
  #count = 0;
  #furthest = 0;

  /** @param rows rows of the pass that ends here */
  mayRestart(rows: number): boolean {
    if (this.#count > 0 && rows <= this.#furthest) return false;
    this.#count += 1;
    this.#furthest = Math.max(this.#furthest, rows);
    return this.#count <= MAX_RESTARTS;
  }
}
