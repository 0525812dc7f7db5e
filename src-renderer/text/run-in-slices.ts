/** Runs a generator that yields often in short slices, so that the page stays responsive. */

export interface SliceScheduler {
  now(): number;
  /** Runs in a later task. Returns a function that cancels it. */
  later(run: () => void): () => void;
}

/** Half a frame at 60 Hz; the other half is for the page. */
export const MAX_SLICE_MS = 8;

export const pageSliceScheduler: SliceScheduler = {
  now: () => performance.now(),
  later(run) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

/** Runs the first slice synchronously, so that short work ends before the next paint. The result stops the work. */
export function runInSlices<T>(work: Iterator<void, T>, slices: SliceScheduler, done: (result: T) => void): () => void {
  let stop = () => {};
  const slice = () => {
    const until = slices.now() + MAX_SLICE_MS;
    do {
      const step = work.next();
      if (step.done === true) {
        done(step.value);
        return;
      }
    } while (slices.now() < until);
    stop = slices.later(slice);
  };
  slice();
  return () => stop();
}
