/** Compares the names of controls with their visible words (WCAG 2.5.3). Axe calls most of these cases incomplete. */
import type { Page } from '@playwright/test';

/** Returns each control whose `aria-label` does not begin with its visible words, as "words: label". */
export const spokenLabelFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
    const visibleWords = (control: Element) => {
      const words: string[] = [];
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const parent = texts.currentNode.parentElement;
        const isHidden = parent?.closest('[aria-hidden="true"], .visually-hidden, kbd') ?? null;
        if (parent?.checkVisibility() === true && isHidden === null) words.push(texts.currentNode.textContent ?? '');
      }
      return plain(words.join(' '));
    };
    return [...document.querySelectorAll('a[aria-label], button[aria-label], [role=tab][aria-label]')].flatMap(
      (control) => {
        const [words, name] = [visibleWords(control), plain(control.getAttribute('aria-label') ?? '')];
        const hasLetters = /\p{L}/u.test(words);
        return !hasLetters || name.startsWith(words) ? [] : [`${words}: ${name}`];
      },
    );
  });
