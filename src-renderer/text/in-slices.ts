/**
 * Long work in short pieces, with room between them for whatever else the page has to do. The work is a generator that
 * yields often; how long it may go on is decided here, not there.
 */

/** The page's scheduler, as far as slices need it. */
export interface Slices {
  /** ms, never backward. */
  now(): number;
  /** Runs later, in a task of its own; returns what takes it back. */
  later(run: () => void): () => void;
}

/** Half of a frame: the other half is the page's. */
export const SLICE_MS = 8;

export const pageSlices: Slices = {
  now: () => performance.now(),
  later(run) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

/** The first piece is done at once, so that short work is over before anything is drawn. Returns what stops it. */
export function inSlices<T>(work: Iterator<void, T>, slices: Slices, done: (result: T) => void): () => void {
  let stop = () => {};
  const slice = () => {
    const until = slices.now() + SLICE_MS;
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
