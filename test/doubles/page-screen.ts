/** A known window and a resting pointer at the start of each test. Playwright needs a round trip for either, so both are left alone if they are right. */
import { page, userEvent } from 'vitest/browser';

const WIDTH = 1440;
const HEIGHT = 900;

// The pointer may be anywhere when the first test starts.
let hasMoved = true;
for (const type of ['pointermove', 'pointerdown'])
  window.addEventListener(type, () => void (hasMoved = true), { capture: true });

/** Sets the usual window size and moves the pointer to a corner: elsewhere it could hold a list still or open a tip. */
export async function resetScreen(): Promise<void> {
  if (window.innerWidth !== WIDTH || window.innerHeight !== HEIGHT) await page.viewport(WIDTH, HEIGHT);
  if (!hasMoved) return;
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } });
  hasMoved = false;
}
