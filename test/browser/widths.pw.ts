/** Checks every screen, filled with the data of a busy shift, from the width of a phone to that of a 4K display, and its print. */
import type { Page } from '@playwright/test';
import { visitScreens, WIDTHS } from '../pictures/widths.ts';
import { layoutFaults } from './layout-faults.ts';
import { expect, test } from './page.ts';
import { spokenLabelFaults } from './spoken-labels.ts';

const USUAL_WIDTHS: readonly number[] = [320, 1440];
const CLEAN_PRINT = { lists: 0, notRound: 0, linesAway: 0 };

for (const { name, widths, tag } of [
  { name: 'two usual widths', widths: USUAL_WIDTHS, tag: [] },
  { name: 'all widths', widths: WIDTHS, tag: ['@long'] },
])
  test(
    `[PAGE-441, PAGE-258, PAGE-72] no screen cuts a time, scrolls sideways or puts a control out of reach, and names begin with the visible words, in ${name}; the print of an open case or request has no list, and its marks stay at their places`,
    { tag },
    async ({ browser }) => {
      const faults: Record<string, readonly string[]> = {};
      const printed: Record<string, unknown> = {};
      await visitScreens(browser, async (page, screen, open) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await open();
        for (const width of widths) {
          await page.setViewportSize({ width, height: width > 1440 ? 2160 : 700 });
          // Sizes that depend on a ResizeObserver follow in the next frame.
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          );
          // In narrow windows some buttons hide a part of their words.
          const labels = width === 1_440 ? await spokenLabelFaults(page) : [];
          const found = [...(await layoutFaults(page)), ...labels];
          if (found.length > 0) faults[`${screen} at ${width} px`] = found;
        }
        if (screen === 'case' || screen === 'request') printed[screen] = await printOf(page);
      });
      expect(faults).toEqual({});
      expect(printed).toEqual({ case: CLEAN_PRINT, request: CLEAN_PRINT });
    },
  );

/** Counts what does not belong into the print of an open item. */
async function printOf(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Take' }).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const counts = await page.evaluate(() => ({
    // The open item may have fields and lists of its own.
    lists: [...document.querySelectorAll('input, [role=grid]')].filter(
      (part) => part.checkVisibility() && part.closest('[class*="_detail"], [class*="_file"]') === null,
    ).length,
    notRound: [...document.querySelectorAll('[data-mark=done]')]
      .map((disc) => disc.getBoundingClientRect())
      .filter(({ width, height }) => Math.abs(width - height) > 1).length,
    linesAway: [...document.querySelectorAll('[data-line]')].filter(
      (step) => step.tagName === 'LI' && getComputedStyle(step).position === 'static',
    ).length,
  }));
  await page.emulateMedia({ media: 'screen' });
  return counts;
}
