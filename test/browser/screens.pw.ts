/**
 * Checks every screen, filled with the data of a busy shift: from the width of a phone to that of a 4K display, with the
 * font size and the text spacing of users who need them, with Tab, and printed.
 */
import type { Page } from '@playwright/test';
import { visitScreens, WIDTHS } from '../pictures/widths.ts';
import { halfHiddenTexts, layoutFaults } from './layout-faults.ts';
import { expect, test } from './page.ts';
import { spokenLabelFaults } from './spoken-labels.ts';

type Faults = Record<string, readonly string[]>;

/** CSS px, of the standard and the monospaced font. */
const USUAL_FONTS = { standard: 16, fixed: 13 };
const LARGE_FONTS = { standard: 32, fixed: 26 };
/** WCAG 1.4.12. Spacing of paragraphs is that of a user style sheet, which replaces the margins of the page. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';
/** More than most screens have controls outside of their lists. */
const MAX_TABS = 30;
/** A missing ring is waited for, so a screen without any would take a minute. */
const MAX_TAB_FAULTS = 2;
const CLEAN_PRINT = { lists: 0, notRound: 0, linesAway: 0 };

test.describe('every screen', () => {
  const atWidths: Faults = {};
  const printed: Record<string, unknown> = {};
  const withLargeFont: Faults = {};
  const textSizes = new Set<string>();
  const withSpacing: Faults = {};
  const withTab: Faults = {};

  // A screen takes longer to open than to check, so one visit serves all tests.
  test.beforeAll(async ({ browser }) => {
    await visitScreens(browser, async (page, screen, open) => {
      await openWide(page, open);
      await checkWidths(page, screen, [1440, 320], atWidths);
      if (screen === 'case' || screen === 'request') printed[screen] = await printOf(page);

      await setTextSpacing(page, TEXT_SPACING);
      await checkTexts(page, screen, [1440, 400, 320], withSpacing);
      await setTextSpacing(page, '');

      await setFontSizes(page, LARGE_FONTS);
      await checkTexts(page, screen, [1440, 640], withLargeFont);
      textSizes.add(await page.evaluate(() => getComputedStyle(document.body).fontSize));
      await setFontSizes(page, USUAL_FONTS);

      await checkTab(page, screen, withTab);
    });
  });

  test('[PAGE-441, PAGE-258, PAGE-72] no screen cuts a time, scrolls sideways or puts a control out of reach, and names begin with the visible words, in two usual widths; the print of an open case or request has no list, and its marks stay at their places', () => {
    expect(atWidths).toEqual({});
    expect(printed).toEqual({ case: CLEAN_PRINT, request: CLEAN_PRINT });
  });

  test('[PAGE-72, PAGE-441] with a font size of 32 px in the settings of the browser, all text is twice as large, no text is half hidden and no control out of reach', () => {
    expect([...textSizes]).toEqual(['26px']);
    expect(withLargeFont).toEqual({});
  });

  test('[PAGE-72, PAGE-441] with the text spacing of WCAG 1.4.12 no text is half hidden and no control out of reach', () => {
    expect(withSpacing).toEqual({});
  });

  test('[PAGE-72] Tab reaches the controls of every screen, shows where it is, and leaves the address as it was', () => {
    expect(withTab).toEqual({});
  });
});

test(
  '[PAGE-441, PAGE-258, PAGE-72] no screen cuts a time, scrolls sideways or puts a control out of reach, and names begin with the visible words, in all widths',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: Faults = {};
    await visitScreens(browser, async (page, screen, open) => {
      await openWide(page, open);
      await checkWidths(page, screen, WIDTHS, faults);
    });
    expect(faults).toEqual({});
  },
);

async function openWide(page: Page, open: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open();
}

async function checkWidths(page: Page, screen: string, widths: readonly number[], faults: Faults): Promise<void> {
  for (const width of widths) {
    await resize(page, width, width > 1440 ? 2160 : 700);
    // In narrow windows some buttons hide a part of their words.
    const labels = width === 1_440 ? await spokenLabelFaults(page) : [];
    const found = [...(await layoutFaults(page)), ...labels];
    if (found.length > 0) faults[`${screen} at ${width} px`] = found;
  }
}

async function checkTexts(page: Page, screen: string, widths: readonly number[], faults: Faults): Promise<void> {
  for (const width of widths) {
    // The smallest window of WCAG 1.4.10 is 320 × 256, at twice the font size 640 × 512.
    await resize(page, width, width === 640 ? 512 : 900);
    const found = [...(await layoutFaults(page)), ...(await halfHiddenTexts(page))];
    if (found.length > 0) faults[`${screen} at ${width} px`] = found;
  }
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // Sizes that depend on a ResizeObserver follow in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

const setTextSpacing = (page: Page, text: string) =>
  page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, text);

/** Changes the default font sizes in the settings of the browser. */
async function setFontSizes(page: Page, fontSizes: typeof USUAL_FONTS): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes });
  await session.detach();
}

async function checkTab(page: Page, screen: string, faults: Faults): Promise<void> {
  await resize(page, 1440, 900);
  const { hash } = new URL(page.url());
  const found = new Set<string>();
  const reached = await page.evaluateHandle(() => new Set<Element>());
  for (let presses = 0; presses < MAX_TABS && found.size < MAX_TAB_FAULTS; presses += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(async (before) => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return null;
      if (before.has(element)) return 'all reached';
      before.add(element);
      if (element.matches('[role=grid]')) return null;
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
    }, reached);
    if (fault === 'all reached') break;
    if (fault !== null) found.add(fault);
  }
  if (new URL(page.url()).hash !== hash) found.add(`the address changed to ${page.url()}`);
  if (found.size > 0) faults[screen] = [...found];
}

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
