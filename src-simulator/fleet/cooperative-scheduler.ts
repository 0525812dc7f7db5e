/**
 * Runs long computations in slices on the thread that also sends heartbeats; a short one does not wait for a long one.
 * A worker thread would need a second copy of every source of rows, and a file that each kind of package has to find.
 */

/** A task that can be interrupted at each `yield`, which must come at least every 0.1 ms. */
export type TaskSteps<Result> = Generator<undefined, Result, undefined>;

/** Time of one slice of all tasks together. A delay of this length is not noticeable in a heartbeat. */
const MAX_SLICE_MS = 4;

interface Task {
  readonly step: () => boolean;
  readonly fail: (error: unknown) => void;
}

export class CooperativeScheduler {
  readonly #tasks: Task[] = [];
  #next: NodeJS.Immediate | null = null;
  #isStopped = false;
  #maxSliceMs = 0;

  get maxSliceMs(): number {
    return this.#maxSliceMs;
  }

  /** @throws the error of a step, or an error if the scheduler stops before the task ends */
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
    const startedAt = performance.now();
    let took = 0;
    while (took < MAX_SLICE_MS) {
      const work = this.#tasks.shift();
      if (work === undefined) break;
      if (!this.#isOver(work, startedAt + MAX_SLICE_MS)) this.#tasks.push(work);
      took = performance.now() - startedAt;
    }
    this.#maxSliceMs = Math.max(this.#maxSliceMs, took);
    this.#next = this.#tasks.length === 0 ? null : setImmediate(() => this.#runSlice());
  }

  /** Runs the task until it ends or the time is up. Returns true when it has ended. */
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
