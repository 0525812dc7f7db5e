/** Shows the page in a drawn window frame of the desktop app, because no desktop is available to draw one. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';

const TITLE_BAR = 38;
const AROUND = 24;
const COLOURS = {
  dark: { desk: '#2b3440', bar: '#1b2129', line: '#3a4450', text: '#d5dbe3' },
  light: { desk: '#cfd6de', bar: '#e9edf1', line: '#b9c2cc', text: '#2a333d' },
} as const;
/** Minimize, maximize, close. */
const BUTTONS = ['M2 6h8', 'M2.5 2.5h7v7h-7z', 'M2.5 2.5l7 7m0-7l-7 7'];

/**
 * Takes a picture of the page and shows it in a window frame in another tab, so that the page stays unchanged.
 * @returns the tab
 */
export async function inDesktopWindow(
  context: BrowserContext,
  page: Page,
  scheme: keyof typeof COLOURS,
): Promise<Page> {
  await page.emulateMedia({ colorScheme: scheme });
  const picture = (await page.screenshot()).toString('base64');
  const icon = readFileSync(new URL('../../build/icons/png/32x32.png', import.meta.url)).toString('base64');
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  const { desk, bar, line, text } = COLOURS[scheme];
  const buttons = BUTTONS.map(
    (path) => `<svg width="12" height="12"><path d="${path}" fill="none" stroke="${text}"/></svg>`,
  );
  const tab = await context.newPage();
  await tab.setViewportSize({
    width: width + 2 * AROUND,
    height: height + TITLE_BAR + 2 * AROUND,
  });
  await tab.setContent(`<!doctype html><style>
    body { margin: 0; padding: ${AROUND}px; background: ${desk}; font: 13px Inter, system-ui, sans-serif; color: ${text} }
    main { border-radius: 8px; overflow: hidden; box-shadow: 0 0 0 1px ${line}, 0 10px 24px rgb(0 0 0 / 35%) }
    header { display: flex; align-items: center; height: ${TITLE_BAR}px; padding: 0 14px; background: ${bar} }
    header img { width: 18px; margin-right: 10px }
    nav { display: flex; gap: 20px; margin-left: auto }
    main > img { display: block; width: ${width}px }
  </style><main>
    <header><img src="data:image/png;base64,${icon}"><span></span><nav>${buttons.join('')}</nav></header>
    <img src="data:image/png;base64,${picture}">
  </main>`);
  // Uses the title without its mark, as the desktop app does.
  const title = (await page.title()).replace(/^(?:\(\d+\))?\W+/, '').replaceAll('—', '–');
  await tab.locator('header span').evaluate((element, words) => void (element.textContent = words), title);
  return tab;
}
