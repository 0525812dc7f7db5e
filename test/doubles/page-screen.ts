/**
 * Sets the window size and the pointer position at the start of each test. Playwright needs a round trip for each, so
 * both are skipped if they are already right.
 */
import { page, userEvent } from 'vitest/browser';

const WIDTH = 1440;
const HEIGHT = 900;

// The pointer may be anywhere when the first test starts.
let hasMoved = true;
for (const type of ['pointermove', 'pointerdown'])
  window.addEventListener(type, () => void (hasMoved = true), { capture: true });

/** Sets the default window size and moves the pointer to a corner, where it cannot pause a list or open a tooltip. */
export async function resetScreen(): Promise<void> {
  if (window.innerWidth !== WIDTH || window.innerHeight !== HEIGHT) await page.viewport(WIDTH, HEIGHT);
  if (!hasMoved) return;
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } });
  hasMoved = false;
}
