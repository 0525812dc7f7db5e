/**
 * Long work in short pieces, with room between them for whatever else the page has to do. The work is a generator that
 * yields often; how long it may go on is decided here, not there.
 */

/** The page's scheduler, as far as slices need it. */
export interface SliceScheduler {
  /** ms, never backward. */
  now(): number;
  /** Runs later, in a task of its own; returns what takes it back. */
  later(run: () => void): () => void;
}

/** Half of a frame: the other half is the page's. */
export const MAX_SLICE_MS = 8;

export const pageSliceScheduler: SliceScheduler = {
  now: () => performance.now(),
  later(run) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

/** The first piece is done at once, so that short work is over before anything is drawn. Returns what stops it. */
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
