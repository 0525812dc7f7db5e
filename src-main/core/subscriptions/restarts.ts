/**
 * How often a query is begun anew by itself: as long as each pass came further than the one before. A service that
 * refuses every token, or answers slower than its tokens live, would be asked for its first page for ever.
 */
const MAX_RESTARTS = 10;

export class Restarts {
  #count = 0;
  #furthest = 0;

  /** @param rows that the pass brought which ends here */
  mayRestart(rows: number): boolean {
    if (this.#count > 0 && rows <= this.#furthest) return false;
    this.#count += 1;
    this.#furthest = Math.max(this.#furthest, rows);
    return this.#count <= MAX_RESTARTS;
  }
}
