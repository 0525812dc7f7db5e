/**
 * Pictures of one page as it stands: in each size and scheme, from the same page, so that a state is made once. A state
 * that could not be made is said, and the others are made all the same.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { inDesktopWindow } from './desktop-window.ts';

export const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 900, height: 600 };
const HUGE = { width: 3840, height: 2160 };
/** 900 × 600 at 200 %. */
const ZOOMED = { width: 450, height: 300 };
/** For what draws itself anew when the window changes; nothing in the page says when that is over. */
const SETTLE_MS = 200;

/** All of them; or those of the documentation, wide. */
export type ShotSelection =
  | { readonly kind: 'everything' }
  | { readonly kind: 'some'; readonly names: ReadonlySet<string> };

export class Screenshots {
  readonly failures: string[] = [];
  taken = 0;
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

  /** @param prepare brings the page there, at the wide size in dark */
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

  /** Wide, in the window of the desktop app. @param prepare brings the page there */
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

  /** Very large, with more contrast, with the colours of the system, and printed: once each. */
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

  /** The same address at 200 %, in a window of its own. */
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
    this.taken += 1;
  }

  #fail(name: string, error: unknown): void {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    this.failures.push(`${name}: ${reason}`);
    console.log(`  FAILED ${name}: ${reason}`);
  }
}
