/** Finds what a layout cuts off, hides or pushes out of reach, in the page itself. */
import type { Page } from '@playwright/test';

/** Returns a sentence for each cut time, each control out of reach, and for a page that scrolls sideways. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE_PX = 1.5;
    const CONTROLS = 'a[href], button, input, select, textarea, [role=slider], [role=tab], [role=combobox]';
    const faults: string[] = [];
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('.visually-hidden') === null;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}"`;
    /** Px that are cut off at the sides; 0 if the rest can be scrolled to, or if the line is hidden as a whole. */
    const cutPx = (element: Element): number => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      if (right - left < 2) return 0;
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edges = box.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll') [left, right] = [edges.left, edges.right];
        else if (overflowX !== 'visible') {
          // A flex line that wraps out of its box is hidden on purpose, as a whole.
          const isOutside = top >= edges.bottom - 1 || bottom <= edges.top + 1;
          if (isOutside && overflowY !== 'visible') return 0;
          const cut = Math.max(edges.left - left, right - edges.right);
          if (cut > TOLERANCE_PX) return cut;
        }
        if (overflowY === 'auto' || overflowY === 'scroll') [top, bottom] = [edges.top, edges.bottom];
        if (position === 'fixed') break;
      }
      const cut = Math.max(-left, right - innerWidth);
      return cut > TOLERANCE_PX ? cut : 0;
    };
    for (const time of document.querySelectorAll('time')) {
      const cut = isShown(time)
        ? Math.max(cutPx(time), time.clientWidth > 0 ? time.scrollWidth - time.clientWidth : 0)
        : 0;
      if (cut > 1) faults.push(`${Math.round(cut)} px of the ${nameOf(time)} are cut`);
    }
    for (const control of document.querySelectorAll(CONTROLS)) {
      const cut = isShown(control) ? cutPx(control) : 0;
      if (cut > 0) faults.push(`${Math.round(cut)} px of the ${nameOf(control)} are out of reach`);
    }
    for (const box of document.querySelectorAll('*')) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const over = box.scrollWidth - box.clientWidth;
      const isSideways = (overflowX === 'auto' || overflowX === 'scroll') && overflowY !== 'hidden' && over > 1;
      if (isSideways && innerWidth <= 480 && box.clientHeight > innerHeight / 2)
        faults.push(`${over} px to scroll sideways in ${nameOf(box).slice(0, 30)} ${box.className}`);
    }
    const pagePx = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
    if (pagePx > 0) faults.push(`the page scrolls sideways by ${pagePx} px`);
    return faults;
  });

/** Returns the texts of which a box that does not scroll hides the upper or lower part. */
export const halfHiddenTexts = (page: Page): Promise<string[]> =>
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
