/**
 * Takes pictures of the timeline of a busy day: filtered, zoomed, without results, with a mistake in the query, with an
 * open event, exported.
 */
import type { Browser, Page } from '@playwright/test';
import { timelineRows, movePointerAway, visitService, waitForSignal } from './web-host.ts';
import { fillBusyDay } from './filled-days.ts';
import type { Screenshots } from './screenshots.ts';

const STORM = 'code:START_PROFILE_ALLOCATION_FAILED';
const DAY = 'since:-24h';

export async function exploring(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('explore-busy', 'explore-detail', 'explore-completion')) return;
  const visited = { service: { scenario: 'calm-shift' }, fill: fillBusyDay };
  await visitService(browser, visited, async ({ page, context, origin, process: host }) => {
    await waitForSignal(page, 'Watching');
    await views(page, origin);
    await shots.capture(page, 'explore-busy', () => shown(page, origin, DAY));
    await shots.captureExtremes(page, 'explore-busy');
    await shots.captureZoomed(context, `${origin}/${addressOf(DAY)}`, 'explore-busy');
    await shots.capture(page, 'explore-filtered', () =>
      shown(page, origin, `outcome:failed country:SE,NO -code:CMP-5022 ${DAY}`),
    );
    await shots.capture(page, 'explore-hover', async () => {
      await shown(page, origin, DAY);
      await overBars(page, 0.93);
    });
    await shots.capture(page, 'explore-zoomed', async () => {
      await shown(page, origin, DAY);
      const bars = await overBars(page, 0.91);
      await page.mouse.down();
      await page.mouse.move(bars.x + bars.width * 0.955, bars.y + bars.height / 2, { steps: 8 });
      await page.mouse.up();
      await movePointerAway(page);
      await page.waitForTimeout(800);
    });
    await shots.capture(page, 'explore-nothing', () =>
      shown(page, origin, `outcome:failed country:PL code:PROVISION_PROFILE_FAILED seen:yes ${DAY}`, false),
    );
    await shots.capture(page, 'explore-completion', async () => {
      await shown(page, origin, `-country:NO ${DAY}`);
      await write(page, 'code:START_PROFILE_A');
    });
    await shots.capture(page, 'explore-mistake', async () => {
      await shown(page, origin, `-country:NO ${DAY}`);
      await write(page, 'outcome:failled ');
    });
    await shots.capture(page, 'explore-span', async () => {
      await shown(page, origin, DAY);
      await page.keyboard.press('Shift+T');
      await page.waitForTimeout(400);
    });
    await shots.capture(page, 'explore-detail', async () => {
      await shown(page, origin, `${STORM} ${DAY}`);
      await timelineRows(page)
        .filter({ hasText: /Allocation failed/ })
        .nth(2)
        .click({ position: { x: 60, y: 10 } });
      await page.getByRole('complementary').last().getByText('Provider says').waitFor();
      await page.waitForTimeout(1_500);
      await movePointerAway(page);
    });
    await page.keyboard.press('Escape');
    await shots.capture(page, 'explore-export', async () => {
      await shown(page, origin, `${STORM} ${DAY}`);
      await page.keyboard.press('Shift+E');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(600);
    });
    await page.keyboard.press('Escape');
    await shots.capture(page, 'explore-save', async () => {
      await shown(page, origin, `${STORM} ${DAY}`);
      await page.keyboard.press('s');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(400);
    });
    await page.keyboard.press('Escape');
    await shots.capture(page, 'explore-offline', async () => {
      await shown(page, origin, DAY);
      host.kill('SIGKILL');
      await waitForSignal(page, 'Not connected');
      await movePointerAway(page);
    });
  });
}

const addressOf = (query: string) => `#/timeline?q=${encodeURIComponent(query)}`;

async function shown(page: Page, origin: string, query: string, hasLines = true): Promise<void> {
  await page.goto(`${origin}/${addressOf(query)}`);
  // Reloads to discard half-written input of an earlier picture.
  await page.reload();
  if (hasLines) await timelineRows(page).nth(5).waitFor();
  else await page.getByText(/^No event matches/).waitFor();
  await movePointerAway(page);
  // The counts arrive after the rows, and the page does not show when the last one arrived.
  await page.waitForTimeout(1_000);
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.waitForTimeout(1_500);
}

async function overBars(page: Page, share: number) {
  const bars = await page.getByRole('slider').first().boundingBox();
  if (bars === null) throw new Error('there is no histogram');
  await page.mouse.move(bars.x + bars.width * share, bars.y + bars.height / 2);
  await page.waitForTimeout(300);
  return bars;
}

async function views(page: Page, origin: string): Promise<void> {
  for (const [name, query] of [
    ['Failed today', 'outcome:failed since:-24h'],
    ['Allocation storm', `${STORM} since:-24h`],
    ['Partial requests', 'outcome:partial since:-24h'],
  ] as const) {
    await shown(page, origin, query);
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill(name);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  }
}
