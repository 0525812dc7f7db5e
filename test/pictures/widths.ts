/** Takes pictures of every screen, with the data of a busy shift, from the width of a phone to that of a 4K display. */
import type { Browser, Page } from '@playwright/test';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { Workplace } from '../support/command.ts';
import { ALLOCATION_CAUSE, CASES, fillShift, PARTIAL_REQUEST, REQUEST_CAUSE } from './filled-shift.ts';
import type { Screenshots } from './screenshots.ts';
import { movePointerAway, visitService, withHost } from './web-host.ts';
import { DAY_MS } from '../../src-shared/lib/durations.ts';

/** CSS px: 320 is 1280 at a zoom of 400 % (WCAG 1.4.10), 3840 a 4K display. */
export const WIDTHS = [320, 400, 480, 900, 1440, 2560, 3840] as const;

/** The filled shift began on it. */
const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString();

/** Every screen and every part of Settings, by the name of its picture. */
const SCREENS: Readonly<Record<string, string>> = {
  watch: 'watch',
  timeline: 'timeline',
  'timeline-failed': 'timeline?q=outcome%3Afailed',
  'timeline-event': 'timeline?q=outcome%3Afailed&event=4',
  localizations: 'localizations',
  'localizations-by-euicc': 'localizations?by=eid',
  group: `localizations?group=${encodeURIComponent(ALLOCATION_CAUSE)}`,
  case: `localizations?case=${encodeURIComponent(CASES.tried)}`,
  requests: 'requests',
  'request-group': `requests?group=${encodeURIComponent(REQUEST_CAUSE)}`,
  request: `requests?case=${encodeURIComponent(`request:${PARTIAL_REQUEST}`)}`,
  id: `subject?id=${CASES.tried.slice('eid:'.length)}`,
  subscriptions: 'subscriptions',
  access: 'access',
  coverage: 'coverage',
  'coverage-days': 'coverage?span=30d&at=2026-11-20T04%3A10%3A00Z',
  quality: 'quality?span=7d',
  report: 'report',
  'service-report': `report?span=${YESTERDAY.slice(0, 7)}`,
  data: 'data',
  settings: 'settings',
  ...Object.fromEntries(
    ['appearance', 'alarms', 'outlets', 'links', 'desktop', 'person', 'documents', 'about'].map((part) => [
      `settings-${part}`,
      `settings?part=${part}`,
    ]),
  ),
};

/** Opens each screen of a filled store in turn, and then the first run of an empty data folder. */
export async function visitScreens(
  browser: Browser,
  visit: (page: Page, name: string, open: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await visitFilled(browser, (store) => fillShift(store, 'busy'), visit);
  const empty = await Workplace.create();
  try {
    await withHost(browser, empty, {}, async ({ page }) => visit(page, 'first-run', async () => undefined));
  } finally {
    await empty.close();
  }
}

async function visitFilled(
  browser: Browser,
  fill: (store: EventStore) => Promise<void>,
  visit: (page: Page, name: string, open: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await visitService(browser, { service: { scenario: 'none' }, fill }, async ({ page, origin }) => {
    for (const [name, address] of Object.entries(SCREENS))
      await visit(page, name, async () => {
        await page.goto(`${origin}/#/${address}`);
        await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
        if (name === 'subscriptions') {
          await page.keyboard.press('Control+Enter');
          await page.getByRole('grid').locator('tbody tr').first().waitFor();
        }
        await movePointerAway(page);
      });
  });
}

export async function widths(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('widths')) return;
  await visitScreens(browser, async (page, name, open) => shots.captureWidths(page, name, WIDTHS, open));
  const fills = { calm: (store: EventStore) => fillShift(store, 'calm'), empty: async () => undefined };
  for (const [content, fill] of Object.entries(fills))
    await visitFilled(browser, fill, async (page, name, open) =>
      shots.captureWidths(page, `${content}-${name}`, [1440], open),
    );
}
