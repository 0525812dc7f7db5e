/**
 * Long work on the one thread that also sends heartbeats: done in pieces of a few milliseconds, with everything else
 * between them. Several works take turns, so that a short one does not wait for a long one. The road not taken is a
 * thread: it would need every source of rows a second time, and a file to be found in each kind of package.
 */

/** Work that can be interrupted at each `yield`, which should come at least every tenth of a millisecond. */
export type TaskSteps<Result> = Generator<undefined, Result, undefined>;

/** All works together: well below what somebody would notice in a heartbeat. */
const MAX_SLICE_MS = 4;

interface Task {
  /** True where it is over. */
  readonly step: () => boolean;
  readonly fail: (error: unknown) => void;
}

export class CooperativeScheduler {
  readonly #tasks: Task[] = [];
  #next: NodeJS.Immediate | null = null;
  #isStopped = false;
  #longestMs = 0;

  /** The longest piece so far, in ms. */
  get longestSliceMs(): number {
    return this.#longestMs;
  }

  /** @throws what the steps throw, and where this was stopped before they were over */
  run<Result>(steps: TaskSteps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) throw stopped();
      const step = (): boolean => {
        const { done, value } = steps.next();
        if (done === true) resolve(value);
        return done === true;
      };
      this.#tasks.push({ step, fail: reject });
      this.#next ??= setImmediate(() => this.#runSlice());
    });
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#next !== null) clearImmediate(this.#next);
    for (const { fail } of this.#tasks.splice(0)) fail(stopped());
  }

  #runSlice(): void {
    const begun = performance.now();
    let took = 0;
    while (took < MAX_SLICE_MS) {
      const work = this.#tasks.shift();
      if (work === undefined) break;
      if (!this.#isOver(work, begun + MAX_SLICE_MS)) this.#tasks.push(work);
      took = performance.now() - begun;
    }
    this.#longestMs = Math.max(this.#longestMs, took);
    this.#next = this.#tasks.length === 0 ? null : setImmediate(() => this.#runSlice());
  }

  /** Goes on with it until the time is up. */
  #isOver({ step, fail }: Task, until: number): boolean {
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
