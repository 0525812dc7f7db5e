/**
 * Long work on the one thread that also sends heartbeats: done in pieces of a few milliseconds, with everything else
 * between them. Several works take turns, so that a short one does not wait for a long one. The road not taken is a
 * thread: it would need every source of rows a second time, and a file to be found in each kind of package.
 */

/** Work that can be interrupted at each `yield`, which should come at least every tenth of a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All works together: well below what somebody would notice in a heartbeat. */
const PIECE_MS = 4;

interface Work {
  /** True where it is over. */
  readonly step: () => boolean;
  readonly fail: (error: unknown) => void;
}

export class Pieces {
  readonly #works: Work[] = [];
  #next: NodeJS.Immediate | null = null;
  #isStopped = false;
  #longestMs = 0;

  /** The longest piece so far, in ms. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** @throws what the steps throw, and where this was stopped before they were over */
  run<Result>(steps: Steps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) throw stopped();
      const step = (): boolean => {
        const { done, value } = steps.next();
        if (done === true) resolve(value);
        return done === true;
      };
      this.#works.push({ step, fail: reject });
      this.#next ??= setImmediate(() => this.#doPiece());
    });
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#next !== null) clearImmediate(this.#next);
    for (const { fail } of this.#works.splice(0)) fail(stopped());
  }

  #doPiece(): void {
    const begun = performance.now();
    let took = 0;
    while (took < PIECE_MS) {
      const work = this.#works.shift();
      if (work === undefined) break;
      if (!this.#isOver(work, begun + PIECE_MS)) this.#works.push(work);
      took = performance.now() - begun;
    }
    this.#longestMs = Math.max(this.#longestMs, took);
    this.#next = this.#works.length === 0 ? null : setImmediate(() => this.#doPiece());
  }

  /** Goes on with it until the time is up. */
  #isOver({ step, fail }: Work, until: number): boolean {
    try {
      do if (step()) return true;
      while (performance.now() < until);
      return false;
    } catch (error) {
      fail(error);
      return true;
    }
  }
}

function stopped(): Error {
  return new Error('The simulator was stopped.');
}
