/** Takes pictures of Watch in each of its states, the wall, cases, requests, shift report and support pack. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { ALLOCATION_CAUSE, CASES, fillShift, PARTIAL_REQUEST, type ShiftKind } from './filled-shift.ts';
import { type Host, movePointerAway, type Service, visitService, waitForSignal, waitForText } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

/** The operator has already chosen a name and was last here 8 h ago. */
const PERSON = { id: 'ines-1', name: 'Ines Haugen' };
const AWAY_MS = 8 * 3_600_000;

export async function watching(browser: Browser, shots: Screenshots): Promise<void> {
  if (shots.includes('watch-calm', 'watch-calm-wall'))
    await shift(browser, 'calm', async ({ page, at }) => {
      await shots.capture(page, 'watch-calm', () => at('watch'));
      await shots.capture(page, 'watch-calm-wall', () => at('watch', '?wall'));
    });
  await shift(browser, 'busy', async (shown) => busy(shown, shots));
  if (shots.includes('watch-storm', 'watch-storm-wall'))
    await shift(browser, 'storm', async ({ page, at }) => {
      await shots.capture(page, 'watch-storm', () => at('watch'));
      await shots.captureExtremes(page, 'watch-storm');
      await shots.capture(page, 'watch-storm-wall', () => at('watch', '?wall'));
    });
}

interface Shown extends Host, Service {
  readonly at: (address: string, search?: string) => Promise<void>;
}

async function shift(browser: Browser, trouble: ShiftKind, visit: (shown: Shown) => Promise<void>): Promise<void> {
  const fill = (store: EventStore) => fillShift(store, trouble);
  await visitService(browser, { service: { scenario: 'none' }, fill }, async (visited) => {
    const { page, origin } = visited;
    await page.evaluate(
      ([person]) => localStorage.setItem('watchfloor.person', person ?? ''),
      [JSON.stringify(PERSON)],
    );
    await page.reload();
    await waitForSignal(page, 'Watching');
    const at = async (address: string, search = '') => {
      await page.keyboard.press('Escape');
      await page.goto(`${origin}/${search}#/${address}`);
      await page.getByTestId('signal').waitFor();
      if (address === 'watch') await watchIsThere(page, search !== '');
      await page.waitForTimeout(1_500);
      await movePointerAway(page);
    };
    await visit({ ...visited, at });
  });
}

/** Waits for the board and for the histogram, which takes long for a storm on a busy machine. */
async function watchIsThere(page: Page, isWall: boolean): Promise<void> {
  await page.getByText('Reading failures').first().waitFor({ state: 'hidden' });
  if (!isWall) await page.locator('[role=slider] rect').nth(1).waitFor({ state: 'attached' });
}

async function busy({ page, at, context, origin, simulator }: Shown, shots: Screenshots): Promise<void> {
  await shots.capture(page, 'watch-busy', () => at('watch'));
  await shots.captureInWindow(context, page, 'desktop-app', () => at('watch'));
  await shots.captureExtremes(page, 'watch-busy');
  await shots.captureZoomed(context, `${origin}/#/watch`, 'watch-busy');
  for (const [name, key] of Object.entries(CASES))
    await shots.capture(page, `case-${name}`, () => at(`localizations?case=${encodeURIComponent(key)}`));
  await shots.captureExtremes(page, 'case');
  const group = `localizations?group=${encodeURIComponent(ALLOCATION_CAUSE)}`;
  await shots.capture(page, 'group', () => at(group));
  await shots.capture(page, 'localizations', () => at('localizations'));
  await shots.capture(page, 'localizations-by-euicc', () => at('localizations?by=eid'));
  await shots.capture(page, 'owning-done', async () => {
    await at(group);
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
  });
  await shots.capture(page, 'owning-mute', async () => {
    await at(group);
    await page.keyboard.press('m');
    await page.getByRole('dialog').waitFor();
  });
  await undoStrip(page, () => at(group), shots);
  const request = `requests?case=${encodeURIComponent(`request:${PARTIAL_REQUEST}`)}`;
  await shots.capture(page, 'requests', () => at('requests'));
  await shots.capture(page, 'request-partial', () => at(request));
  await shots.captureExtremes(page, 'request-partial');
  await shots.capture(page, 'request-inconsistent', () => at('requests?case=request%3AREQ-1121-0419'));
  await shots.capture(page, 'support-pack', () =>
    pack(page, () => at(`localizations?case=${encodeURIComponent(CASES.tried)}`)),
  );
  await shots.capture(page, 'support-pack-request', () => pack(page, () => at(request)));
  await page.keyboard.press('Escape');
  await shots.capture(page, 'shift-report', () => at('report'));
  await shots.captureExtremes(page, 'shift-report');
  await shots.capture(page, 'service-report', () => at('report?span=2026-10'));
  if (shots.includes('since-you-left')) await sinceYouLeft(context, origin, shots);
  await shots.capture(page, 'watch-busy-wall', () => at('watch', '?wall'));
  await shots.capture(page, 'watch-blind', async () => {
    await at('watch');
    simulator.control.takeSeat(true);
    simulator.control.dropStreams('end');
    await waitForSignal(page, 'Stream in use');
    await page.waitForTimeout(1_500);
  });
  await shots.captureExtremes(page, 'watch-blind');
  await shots.capture(page, 'watch-blind-wall', () => at('watch', '?wall'));
}

/** Takes a picture of each step of marking a group as done, undoing it, and reopening it later. */
async function undoStrip(page: Page, openGroup: () => Promise<void>, shots: Screenshots): Promise<void> {
  const markAsDone = async (): Promise<void> => {
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await waitForText(page, 'You marked');
    await waitForText(page, 'marked as done by');
  };
  await shots.capture(page, 'undo-1-open', openGroup);
  await shots.capture(page, 'undo-2-done', markAsDone);
  await shots.capture(page, 'undo-3-undone', async () => {
    await page.keyboard.press('Control+z');
    await waitForText(page, 'Allocation failed');
    await page.getByRole('button', { name: /^Done D/ }).waitFor();
  });
  await shots.capture(page, 'undo-4-listed', async () => {
    await openGroup();
    await markAsDone();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: /^Done, 24 h/ }).click();
    await movePointerAway(page);
  });
  await shots.capture(page, 'undo-5-reopened', async () => {
    await page.getByRole('button', { name: /^Reopen/ }).click();
    await page.getByRole('button', { name: /^Done D/ }).waitFor();
  });
}

async function sinceYouLeft(context: BrowserContext, origin: string, shots: Screenshots): Promise<void> {
  const page = await context.newPage();
  // Must run before the page reads the stored time.
  await page.addInitScript((away) => {
    const stored: unknown = JSON.parse(localStorage.getItem('watchfloor.looked') ?? '{}');
    const [profile = ''] = Object.keys(Object(stored));
    localStorage.setItem('watchfloor.looked', JSON.stringify({ [profile]: { at: Date.now() - away } }));
  }, AWAY_MS);
  await shots.capture(page, 'since-you-left', async () => {
    await page.goto(`${origin}/#/watch`);
    await waitForText(page, 'still open');
    await page.waitForTimeout(1_500);
    await movePointerAway(page);
  });
  await page.close();
}

async function pack(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await page.keyboard.press('p');
  await page.getByRole('region', { name: 'Preview of the pack' }).getByRole('heading').first().waitFor();
  await page.waitForTimeout(500);
}
