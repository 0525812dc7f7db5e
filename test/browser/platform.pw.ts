/** Checks every screen with the font size and the text spacing of users who need them, as `widths.pw.ts` does for widths. */
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../../build/chromium.ts';
import { visitScreens } from '../pictures/widths.ts';
import { layoutFaults } from './layout-faults.ts';
import { expect, test } from './page.ts';

/** More than most screens have controls outside of their lists. */
const MAX_TABS = 30;

/** Returns the faults of each screen at each width, after `prepare`. */
async function faultsOf(browser: Browser, widths: readonly number[], prepare = async (_page: Page) => undefined) {
  const faults: Record<string, readonly string[]> = {};
  await visitScreens(browser, async (page, screen, open) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open();
    await prepare(page);
    for (const width of widths) {
      // The smallest window of WCAG 1.4.10 is 320 × 256, at twice the font size 640 × 512.
      await page.setViewportSize({ width, height: width === 640 ? 512 : 900 });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const found = [...(await layoutFaults(page)), ...(await halfHiddenTexts(page))];
      if (found.length > 0) faults[`${screen} at ${width} px`] = found;
    }
  });
  return faults;
}

/** Returns the texts of which a box that does not scroll hides the upper or lower part. */
const halfHiddenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE_PX = 3;
    // A flex line that wraps out of its box is hidden on purpose, as a whole. Its box is a little higher than the text.
    const MAX_SHARE = 0.8;
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const range = document.createRange();
      range.selectNodeContents(text);
      const parent = text.parentElement;
      if (
        parent?.checkVisibility({ visibilityProperty: true }) !== true ||
        parent.closest('.visually-hidden, svg') !== null
      )
        continue;
      for (const { top, bottom, height } of range.getClientRects()) {
        for (let box: Element | null = parent; box !== null; box = box.parentElement) {
          const { overflowY } = getComputedStyle(box);
          if (overflowY === 'auto' || overflowY === 'scroll') break;
          const edges = box.getBoundingClientRect();
          // Visually hidden, for screen readers.
          if (edges.width < 2) break;
          if (overflowY === 'visible') continue;
          const hidden = Math.max(edges.top - top, bottom - edges.bottom);
          // Nothing scrolls to a text that is below the window.
          if (hidden >= height * MAX_SHARE && box !== document.body) break;
          if (hidden > TOLERANCE_PX)
            faults.push(`${Math.round(hidden)} px of the height of "${text.textContent?.slice(0, 40)}" are hidden`);
        }
      }
    }
    return faults;
  });

test('[PAGE-72, PAGE-441] with a font size of 32 px in the settings of the browser, all text is twice as large, no text is half hidden and no control out of reach', async () => {
  const options = await chromiumLaunchOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, '--blink-settings=defaultFontSize=32'] });
  try {
    const sizes = new Set<string>();
    const faults = await faultsOf(browser, [1440, 640], async (page) => {
      sizes.add(await page.evaluate(() => getComputedStyle(document.body).fontSize));
      return undefined;
    });
    expect([...sizes]).toEqual(['26px']);
    expect(faults).toEqual({});
  } finally {
    await browser.close();
  }
});

/** WCAG 1.4.12. Spacing of paragraphs is that of a user style sheet, which replaces the margins of the page. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

test('[PAGE-72, PAGE-441] with the text spacing of WCAG 1.4.12 no text is half hidden and no control out of reach', async ({
  browser,
}) => {
  const faults = await faultsOf(browser, [1440, 400, 320], async (page) => {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, TEXT_SPACING);
    return undefined;
  });
  expect(faults).toEqual({});
});

test('[PAGE-72] Tab reaches the controls of every screen, shows where it is, and leaves the address as it was', async ({
  browser,
}) => {
  const faults: Record<string, readonly string[]> = {};
  await visitScreens(browser, async (page, screen, open) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open();
    const { hash } = new URL(page.url());
    const found = new Set<string>();
    for (let presses = 0; presses < MAX_TABS; presses += 1) {
      await page.keyboard.press('Tab');
      const fault = await page.evaluate(async () => {
        const { activeElement: element } = document;
        if (element === null || element === document.body || element.matches('[role=grid]')) return null;
        const isRinged = (one: Element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        };
        // A line of a tree gets its ring a frame later.
        for (let frame = 0; frame < 30; frame += 1) {
          const active = document.querySelector(`#${CSS.escape(element.getAttribute('aria-activedescendant') ?? '-')}`);
          const boxes = [element, active, element.parentElement, element.parentElement?.parentElement];
          if (boxes.some((box) => box != null && isRinged(box))) return null;
          await new Promise(requestAnimationFrame);
        }
        return element.outerHTML.slice(0, 120);
      });
      if (fault !== null) found.add(fault);
    }
    if (new URL(page.url()).hash !== hash) found.add(`the address changed to ${page.url()}`);
    if (found.size > 0) faults[screen] = [...found];
  });
  expect(faults).toEqual({});
});
