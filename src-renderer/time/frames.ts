/** Schedules work for the next frame. A hidden page draws no frames, so a timer runs the work instead. */
export interface Frames {
  /** Runs the callback once before the next paint. Returns a function that cancels it. */
  next(run: () => void): () => void;
}

/** Used if the page draws no frame for this long. */
const MAX_FRAME_DELAY_MS = 250;

export function pageFrames(): Frames {
  return {
    next(run) {
      let isOver = false;
      const once = () => {
        if (isOver) return;
        isOver = true;
        drop();
        run();
      };
      const frame = typeof requestAnimationFrame === 'function' ? requestAnimationFrame(once) : null;
      const timer = setTimeout(once, frame === null ? 0 : MAX_FRAME_DELAY_MS);
      const drop = () => {
        isOver = true;
        clearTimeout(timer);
        if (frame !== null) cancelAnimationFrame(frame);
      };
      return drop;
    },
  };
}
