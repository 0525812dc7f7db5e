/** Checks every screen, filled with the data of a busy shift, from the width of a phone to that of a 4K display. */
import { visitScreens, WIDTHS } from '../pictures/widths.ts';
import { layoutFaults } from './layout-faults.ts';
import { expect, test } from './page.ts';
import { spokenLabelFaults } from './spoken-labels.ts';

const USUAL_WIDTHS: readonly number[] = [320, 1440];

for (const { name, widths, tag } of [
  { name: 'two usual widths', widths: USUAL_WIDTHS, tag: [] },
  { name: 'all widths', widths: WIDTHS, tag: ['@long'] },
])
  test(
    `[PAGE-441, ACCESS-8] no screen cuts a time, scrolls sideways or puts a control out of reach, and names begin with the visible words, in ${name}`,
    { tag },
    async ({ browser }) => {
      const faults: Record<string, readonly string[]> = {};
      await visitScreens(browser, async (page, screen, open) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await open();
        for (const width of widths) {
          await page.setViewportSize({ width, height: width > 1440 ? 2160 : 700 });
          // Sizes that depend on a ResizeObserver follow in the next frame.
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          );
          const found = [...(await layoutFaults(page)), ...(await spokenLabelFaults(page))];
          if (found.length > 0) faults[`${screen} at ${width} px`] = found;
        }
      });
      expect(faults).toEqual({});
    },
  );
