/** When the page draws next. A page that is hidden draws nothing, but must not stand still: then a timer does. */
export interface Frames {
  /** Calls once before the next drawing, unless it was dropped. */
  next(run: () => void): () => void;
}

/** For a page that draws less often than this. */
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
