/**
 * Takes pictures of one page in each size and colour scheme, so that each state is prepared only once. A state that
 * fails is reported, and the others continue.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { inDesktopWindow } from './desktop-window.ts';

export const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 900, height: 600 };
const HUGE = { width: 3840, height: 2160 };
const ZOOMED = { width: 450, height: 300 };
/** Time for elements that redraw after a resize. The page does not show when they are ready. */
const SETTLE_MS = 200;

/** `everything` takes all pictures in every size. `some` takes only the named ones, in the wide size. */
export type ShotSelection =
  | { readonly kind: 'everything' }
  | { readonly kind: 'some'; readonly names: ReadonlySet<string> };

export class Screenshots {
  readonly failures: string[] = [];
  count = 0;
  readonly #folder: string;
  readonly #extent: ShotSelection;

  constructor(folder: string, extent: ShotSelection) {
    this.#folder = folder;
    this.#extent = extent;
    mkdirSync(folder, { recursive: true });
  }

  includes(...names: readonly string[]): boolean {
    const extent = this.#extent;
    return extent.kind === 'everything' || names.some((name) => extent.names.has(name));
  }

  /** @param prepare prepares the page, in the wide size and the dark scheme */
  async capture(page: Page, name: string, prepare: () => Promise<unknown>): Promise<void> {
    if (!this.includes(name)) return;
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'dark' });
    try {
      await prepare();
      for (const size of this.#extent.kind === 'everything' ? [WIDE, SMALL] : [WIDE])
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme });
          await this.#take(page, `${name}-${colorScheme}`);
        }
    } catch (error) {
      this.#fail(name, error);
    }
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'dark' });
  }

  /**
   * Takes the page in the wide size in the window of the desktop app.
   * @param prepare prepares the page
   */
  async captureInWindow(
    context: BrowserContext,
    page: Page,
    name: string,
    prepare: () => Promise<unknown>,
  ): Promise<void> {
    if (!this.includes(name)) return;
    await prepare();
    for (const colorScheme of ['dark', 'light'] as const) {
      const tab = await inDesktopWindow(context, page, colorScheme);
      await this.#take(tab, `${name}-${colorScheme}`);
      await tab.close();
    }
    await page.emulateMedia({ colorScheme: 'dark' });
  }

  /** Takes one picture each: very large, with more contrast, with system colours, and printed. */
  async captureExtremes(page: Page, name: string): Promise<void> {
    if (this.#extent.kind !== 'everything') return;
    const usual = { colorScheme: 'dark', contrast: null, forcedColors: null, media: null } as const;
    try {
      await page.setViewportSize(HUGE);
      await this.#take(page, `${name}-dark`);
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ ...usual, contrast: 'more' });
      await this.#take(page, `${name}-contrast`);
      await page.emulateMedia({ ...usual, forcedColors: 'active' });
      await this.#take(page, `${name}-forced`);
      await page.emulateMedia({ ...usual, media: 'print', colorScheme: 'light' });
      await this.#take(page, `${name}-print`);
    } catch (error) {
      this.#fail(name, error);
    }
    await page.emulateMedia(usual);
  }

  /** Takes one screen in each width, in both colour schemes. Its height follows the width, within those of real windows. */
  async captureWidths(
    page: Page,
    name: string,
    widths: readonly number[],
    open: () => Promise<unknown>,
  ): Promise<void> {
    await page.setViewportSize(WIDE);
    try {
      await open();
      for (const width of widths)
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.setViewportSize({ width, height: Math.min(2_160, Math.max(700, Math.round(width * 0.625))) });
          await page.emulateMedia({ colorScheme });
          await this.#take(page, `${name}-${colorScheme}`);
        }
    } catch (error) {
      this.#fail(name, error);
    }
  }

  /** Takes the same address at 200 % in a window of its own. */
  async captureZoomed(context: BrowserContext, address: string, name: string): Promise<void> {
    if (this.#extent.kind !== 'everything') return;
    const browser = context.browser();
    if (browser === null) return;
    const near = await browser.newContext({
      viewport: ZOOMED,
      deviceScaleFactor: 2,
      locale: 'en-GB',
      timezoneId: 'UTC',
      storageState: await context.storageState(),
    });
    try {
      const page = await near.newPage();
      await page.goto(address);
      await page.getByTestId('signal').waitFor();
      await page.waitForTimeout(1_000);
      await this.#take(page, `${name}-zoom200`);
    } catch (error) {
      this.#fail(`${name}-zoom200`, error);
    } finally {
      await near.close();
    }
  }

  async #take(page: Page, name: string): Promise<void> {
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(SETTLE_MS);
    const { width, height } = page.viewportSize() ?? WIDE;
    const size = this.#extent.kind === 'everything' ? `-${width}x${height}` : '';
    await page.screenshot({ path: join(this.#folder, `${name}${size}.png`) });
    this.count += 1;
  }

  #fail(name: string, error: unknown): void {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    this.failures.push(`${name}: ${reason}`);
    console.log(`  FAILED ${name}: ${reason}`);
  }
}
