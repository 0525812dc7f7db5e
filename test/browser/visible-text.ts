/** Counts what a user has to read: words and numbers in the viewport. */
import type { Page } from '@playwright/test';

export interface VisibleText {
  readonly words: readonly string[];
  /** The words that have a digit, such as "26", "26," "04:10" and "12m". */
  readonly numbers: readonly string[];
}

/**
 * Returns the words in the viewport. A word is a run of characters between spaces with a letter or a digit whose centre
 * is neither hidden nor cut off. Text that only screen readers get does not count, text in pictures does.
 */
export async function visibleText(page: Page): Promise<VisibleText> {
  const words = await page.evaluate(() => {
    const found: string[] = [];
    const isInside = (box: DOMRect, x: number, y: number) =>
      x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const isCut = (start: Element | null, x: number, y: number) => {
      for (let box = start; box !== null; box = box.parentElement)
        if (getComputedStyle(box).overflow !== 'visible' && !isInside(box.getBoundingClientRect(), x, y)) return true;
      return x < 0 || x > innerWidth || y < 0 || y > innerHeight;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement, textContent } = text;
      if (parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) !== true) continue;
      if (parentElement.closest('script, style, .visually-hidden') !== null) continue;
      for (const { 0: word, index } of (textContent ?? '').matchAll(/\S+/g)) {
        if (!/[\p{L}\p{N}]/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        if (right > left && !isCut(parentElement, (left + right) / 2, (top + bottom) / 2)) found.push(word);
      }
    }
    return found;
  });
  return { words, numbers: words.filter((word) => /\d/.test(word)) };
}
