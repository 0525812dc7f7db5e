/**
 * Takes pictures of the inventory search: query, pages, complete load, refusal, comparison of ids, offline, and a gap
 * with its possibly missed changes.
 */
import type { Browser, Page } from '@playwright/test';
import { generateFleet } from '../../src-simulator/fleet/fleet.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { type Host, movePointerAway, timelineRows, visitService, waitForSignal, waitForText } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

/** Moves the clock of the host forward at SIGUSR2, beyond the lifetime of a page token. */
const MOVED_CLOCK = { NODE_OPTIONS: `--import=${new URL('../support/moved-clock.js', import.meta.url).href}` };
const HOUR = 3_600_000;
const field = (name: string) => `iotSubscription.${name}`;
const COLUMNS = ['iotSubscriptionId', 'subscriptionType', 'domainId', 'lastModifiedAt', 'state', 'iccid'].map(field);

export async function searching(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('search-results', 'search-gap')) return;
  const service = { scenario: 'none', subscriptions: 12_480 };
  await visitService(browser, { service, host: { environment: MOVED_CLOCK } }, async (visited) => {
    const { page, simulator } = visited;
    await waitForSignal(page, 'Watching');
    failures(simulator, 60);
    // Waits for the failures before the stream is cut.
    await timelineRows(page).nth(12).waitFor();
    await shots.capture(page, 'search-first', () => shown(page));
    // Runs before the clock of the host moves ahead of the service's clock.
    await checked(visited, shots, simulator);
    await searchPictures(visited, shots);
    if (!shots.includes('search-load-all', 'search-offline')) return;
    await loaded(visited, shots);
    await offline(visited, shots, simulator);
  });
}

function failures(simulator: Simulator, count: number): void {
  for (let made = 0; made < count; made += 1) simulator.control.emitLocalization(made % 3 === 0);
}

/** Subscriptions that changed recently. Events name them. */
const recentlyChanged = (limit: number) => ({
  filters: [
    {
      fields: [field('lastModifiedAt')],
      type: 'between',
      values: {
        min: new Date(Date.now() - 90 * 24 * HOUR).toISOString(),
        max: new Date(Date.now() + HOUR).toISOString(),
      },
    },
  ],
  sortBy: [{ field: field('lastModifiedAt'), direction: 'desc' }],
  limit,
});

async function searchPictures({ page, process: host }: Host, shots: Screenshots): Promise<void> {
  await shots.capture(page, 'search-results', async () => {
    await shown(page);
    await search(page, { ...recentlyChanged(300), returnFields: COLUMNS });
    await page.keyboard.press('Control+1');
    await drawn(page);
  });
  await shots.captureExtremes(page, 'search-results');
  await shots.capture(page, 'search-chips', () => page.keyboard.press('Control+2'));
  await shots.capture(page, 'search-json', () => page.keyboard.press('Control+3'));
  await page.keyboard.press('Control+1');
  await shots.capture(page, 'search-detail', async () => {
    await lines(page)
      .nth(6)
      .click({ position: { x: 60, y: 10 } });
    await waitForText(page, /Not in the provider.s document/);
    await page.waitForTimeout(800);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'search-columns', async () => {
    await page
      .getByRole('button', { name: /Choose|Columns/ })
      .first()
      .click();
    await page.waitForTimeout(600);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'search-sorted', async () => {
    await page.getByRole('columnheader', { name: /state/ }).click();
    await drawn(page);
  });
  await page.getByRole('columnheader', { name: /state/ }).click();
  await page.getByRole('columnheader', { name: /state/ }).click();
  await shots.capture(page, 'search-lapsed', async () => {
    host.kill('SIGUSR2');
    await waitForText(page, /token lapsed/);
    await movePointerAway(page);
  });
  await waitForSignal(page, 'Watching');
  await shots.capture(page, 'search-refused', async () => {
    await search(page, {
      ...recentlyChanged(300),
      filters: [{ fields: [field('subscriptionType')], type: 'equals', values: { value: 'EUICC' } }],
    });
    await page.getByText(/refused this query/).waitFor();
  });
  await shots.capture(page, 'search-inspector', async () => {
    await page.getByRole('button', { name: /^HTTP log/ }).click();
    await page.waitForTimeout(600);
  });
  await page.getByRole('button', { name: /^HTTP log/ }).click();
  await shots.capture(page, 'search-nothing', async () => {
    const body = recentlyChanged(300);
    await search(page, {
      ...body,
      filters: body.filters.map((filter) => ({
        ...filter,
        values: { min: '1990-01-01T00:00:00.000Z', max: '1991-01-01T00:00:00.000Z' },
      })),
    });
    await waitForText(page, /No subscription matches/);
  });
}

async function loaded({ page }: Host, shots: Screenshots): Promise<void> {
  await shots.capture(page, 'search-load-all', async () => {
    await search(page, recentlyChanged(50));
    await page.keyboard.press('Control+2');
    await page.getByRole('button', { name: /^Load all/ }).click();
    await waitForText(page, /rows\/s/);
  });
  await shots.capture(page, 'search-paused', () => page.keyboard.press('p'));
  await page.keyboard.press('p');
  await waitForText(page, /^All [\d,]+ subscriptions loaded/, 120_000);
  await shots.capture(page, 'search-all', () => movePointerAway(page));
  await shots.capture(page, 'search-export', async () => {
    await page.keyboard.press('Shift+E');
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(600);
  });
  await page.keyboard.press('Escape');
  await shots.capture(page, 'search-ids', async () => {
    await page.getByRole('button', { name: /Compare ids/ }).click();
    await page.getByRole('textbox', { name: 'Ids to compare' }).fill(someIds());
    await page.keyboard.press('Control+Enter');
    await waitForText(page, /not found/);
    await page.waitForTimeout(800);
  });
  await page.keyboard.press('Escape');
}

function someIds(): string {
  const fleet = generateFleet(1, 12_480, Date.now());
  const ids = Array.from({ length: 240 }, (_, index) => fleet.subscription(index * 50).iccid);
  const turned = ids.map((id, index) =>
    index % 30 === 7 ? `${id.slice(0, 12)}${(Number(id[12]) + 1) % 10}${id.slice(13)}` : id,
  );
  return ['iccid', ...turned, ids[3], ids[9], '8933201000099120007'].join('\n');
}

async function checked({ page }: Host, shots: Screenshots, simulator: Simulator): Promise<void> {
  simulator.control.planFault({ endpoint: 'subscribe', times: 3, answer: { status: 503 } });
  simulator.control.dropStreams('reset');
  failures(simulator, 9);
  await page
    .getByTestId('signal')
    .getByText(/Stream in use|Blind|Reconnecting/)
    .first()
    .waitFor();
  await waitForSignal(page, 'Watching', 90_000);
  await shots.capture(page, 'search-gap', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page
      .getByRole('row', { name: /not checked/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Check inventory/ }).click();
    await waitForText(page, /without an event/);
    await movePointerAway(page);
    await page.waitForTimeout(600);
  });
  await shots.capture(page, 'search-palette', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('894620');
    await page.waitForTimeout(1_500);
  });
  await page.keyboard.press('Escape');
}

async function offline({ page }: Host, shots: Screenshots, simulator: Simulator): Promise<void> {
  await shots.capture(page, 'search-offline', async () => {
    await simulator.stop();
    await shown(page);
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(3_000);
    await movePointerAway(page);
  });
}

const lines = (page: Page) => page.getByRole('grid', { name: /subscriptions/i }).locator('tbody tr');

async function shown(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .waitFor();
  await movePointerAway(page);
  await page.waitForTimeout(400);
}

async function search(page: Page, body: object): Promise<void> {
  await page.keyboard.press('Control+3');
  await page.getByRole('textbox', { name: /JSON/ }).fill(JSON.stringify(body, null, 2));
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(300);
}

async function drawn(page: Page): Promise<void> {
  await lines(page).nth(5).waitFor();
  await movePointerAway(page);
  // The failures arrive after the rows, and the page does not show when the last one arrived.
  await page.waitForTimeout(1_500);
}
