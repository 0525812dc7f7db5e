/** Places the window where it was left, or on the nearest screen; never larger than it or out of reach. Pure. */
import * as z from 'zod';

/** Minimum for the layout of the page: rail, top bar and a readable row. */
export const MIN_WINDOW_SIZE = { width: 960, height: 600 };
const DEFAULT_WINDOW_SIZE = { width: 1440, height: 900 };

const pixels = z.number().int().min(-100_000).max(100_000);

/** Device-independent pixels. `bounds` are those of the normal state, even if the window is maximized. */
export const windowStateSchema = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) }),
  mode: z.enum(['normal', 'maximized', 'full-screen']),
});
export type WindowState = z.infer<typeof windowStateSchema>;
export type Rectangle = WindowState['bounds'];

export interface Screen {
  readonly workArea: Rectangle;
}

/** @param screens the primary screen first */
export function restoredWindowState(saved: WindowState | null, screens: readonly [Screen, ...Screen[]]): WindowState {
  const [primary] = screens;
  if (saved === null) {
    const { workArea } = primary;
    const width = Math.min(DEFAULT_WINDOW_SIZE.width, workArea.width);
    const height = Math.min(DEFAULT_WINDOW_SIZE.height, workArea.height);
    const x = workArea.x + Math.floor((workArea.width - width) / 2);
    const y = workArea.y + Math.floor((workArea.height - height) / 2);
    return { bounds: { x, y, width, height }, mode: 'normal' };
  }
  // If two screens are equally near, the first wins.
  const { workArea } = screens.reduce((best, screen) =>
    overlapOf(saved.bounds, screen.workArea) > overlapOf(saved.bounds, best.workArea) ||
    (overlapOf(saved.bounds, best.workArea) === 0 &&
      overlapOf(saved.bounds, screen.workArea) === 0 &&
      distanceOf(saved.bounds, screen.workArea) < distanceOf(saved.bounds, best.workArea))
      ? screen
      : best,
  );
  return { bounds: clampTo(saved.bounds, workArea), mode: saved.mode };
}

function clampTo(bounds: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(Math.max(bounds.width, MIN_WINDOW_SIZE.width), area.width);
  const height = Math.min(Math.max(bounds.height, MIN_WINDOW_SIZE.height), area.height);
  const x = Math.min(Math.max(bounds.x, area.x), area.x + area.width - width);
  const y = Math.min(Math.max(bounds.y, area.y), area.y + area.height - height);
  return { x, y, width, height };
}

function overlapOf(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

function distanceOf(one: Rectangle, other: Rectangle): number {
  const across = Math.max(other.x - (one.x + one.width), one.x - (other.x + other.width), 0);
  const down = Math.max(other.y - (one.y + one.height), one.y - (other.y + other.height), 0);
  return Math.hypot(across, down);
}
