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
          // In narrow windows some buttons hide a part of their words.
          const labels = width === 1_440 ? await spokenLabelFaults(page) : [];
          const found = [...(await layoutFaults(page)), ...labels];
          if (found.length > 0) faults[`${screen} at ${width} px`] = found;
        }
      });
      expect(faults).toEqual({});
    },
  );

test('[PAGE-445] the print of an open case or request has no list, and its marks stay at their places', async ({
  browser,
}) => {
  const printed: Record<string, unknown> = {};
  await visitScreens(browser, async (page, name, open) => {
    if (name !== 'case' && name !== 'request') return;
    await page.setViewportSize({ width: 1440, height: 900 });
    await open();
    await page.getByRole('button', { name: 'Take' }).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    printed[name] = await page.evaluate(() => ({
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
  });
  const clean = { lists: 0, notRound: 0, linesAway: 0 };
  expect(printed).toEqual({ case: clean, request: clean });
});
