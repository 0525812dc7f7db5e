/** Tests searches in the inventory of the simulator, from the query to the export. */
import { DARK, LIGHT, violations } from './axe.ts';
import { expect, timelineRows, signal } from './page.ts';
import {
  expectAllLoaded,
  readExports,
  fleetIds,
  subscriptionGrid,
  loadAllButton,
  nextButton,
  pager,
  advanceHostClock,
  runSearch,
  searchButton,
  subscriptionRows,
  test,
  toSubscriptions,
  writeQuery,
} from './search-fixtures.ts';

const BY_ID = [{ field: 'iotSubscription.iotSubscriptionId', direction: 'asc' }];

test('the first page of the inventory is three clicks away from the first run', async ({ page, start, complaints }) => {
  const { link } = await start([]);
  await page.goto(link);
  await page.getByRole('button', { name: 'Start practising' }).click();
  await expect(signal(page)).toHaveText(/Watching/);
  await page.getByRole('link', { name: /Subscriptions/ }).click();
  await searchButton(page).click();
  await expect(subscriptionRows(page).nth(5)).toContainText('sub-');
  await expect(page.getByText(/next page available 1:\d\d/)).toBeVisible();
  await expect(loadAllButton(page)).toContainText('250,000');
  await expect(page.getByText(/service order: iotSubscriptionId ↑/)).toBeVisible();

  await nextButton(page).click();
  await expect(pager(page)).toContainText('200');
  expect(complaints).toEqual([]);
});

test(
  'form, chips and JSON edit one query: each shows the changes of the others, and keeps what it cannot show',
  { tag: '@long' },
  async ({ page, simulator, watch, complaints }) => {
    await watch(simulator);
    await writeQuery(page, { sortBy: BY_ID, limit: 25, x: { kept: 1e2 } });
    await page.keyboard.press('Control+1');
    const limit = page.getByRole('textbox', { name: 'Rows per page' });
    await expect(limit).toHaveValue('25');
    await limit.fill('50');
    await expect(page.getByText('1 more in JSON').first()).toBeVisible();
    await page.keyboard.press('Control+2');
    await expect(page.getByText('50', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Control+3');
    const json = page.getByRole('textbox', { name: /JSON/ });
    expect(await json.inputValue()).toContain('"limit":50');
    expect(await json.inputValue()).toContain('"x":{"kept":100}');

    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/The service refused this query/)).toBeVisible();
    await expect(page.getByText(/Unrecognized key/).first()).toBeVisible();
    await expect(page.getByText(/not accepted here/).first()).toBeVisible();
    expect(complaints).toEqual([]);
  },
);

test(
  'a filter type that the service refuses is remembered, and the query can be sent with between',
  { tag: '@long' },
  async ({ page, simulator, watch }) => {
    await watch(simulator);
    const value = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString();
    const filters = [{ fields: ['iotSubscription.lastModifiedAt'], type: 'after', values: { value } }];
    const sortBy = [{ direction: 'desc', field: 'iotSubscription.lastModifiedAt' }];
    await runSearch(page, { filters, sortBy, limit: 20 });
    await expect(page.getByText(/filters\.0\.type: this service supports/).first()).toBeVisible();
    await expect(page.getByText(/Remembered for Acme Europe: .*after is not accepted here/)).toBeVisible();
    await expect(page.getByText(/desc is not accepted here/)).toBeHidden();
    await page.getByRole('button', { name: 'Search with “between”' }).click();
    await expect(subscriptionRows(page).first()).toBeVisible();
  },
);

test(
  'a row opens with all its fields and its own address, and sorting and finding in place send no query',
  { tag: '@long' },
  async ({ page, simulator, watch }) => {
    await watch(simulator);
    await runSearch(page, { sortBy: BY_ID, limit: 500 });
    await expect(subscriptionRows(page).first()).toBeVisible();
    const asked = simulator.control.counters().search;
    const first = (await subscriptionRows(page).first().textContent()) ?? '';
    await subscriptionGrid(page)
      .getByRole('columnheader', { name: /Last modified/ })
      .click();
    await expect(page.getByText(/sorted here by lastModifiedAt/)).toBeVisible();
    await expect(subscriptionRows(page).first()).not.toHaveText(first);
    await page.keyboard.press('f');
    await page.keyboard.type('EUICC');
    await expect(pager(page)).toContainText(/\d+ of 500 rows loaded/);

    await subscriptionRows(page)
      .nth(2)
      .click({ position: { x: 60, y: 10 } });
    await expect(page.getByText(/Not in the provider.s document/)).toBeVisible();
    await expect(page).toHaveURL(/#\/subscriptions\?.*row=\d+/);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/row=/);
    expect(simulator.control.counters().search).toBe(asked);
  },
);

for (const { fleetSize, tag } of [
  { fleetSize: 5_000, tag: [] },
  { fleetSize: 250_000, tag: ['@long'] },
])
  test.describe(`a fleet of ${fleetSize}`, { tag }, () => {
    test.use({ fleetSize });
    test('[QUERY-27] is loaded with pause and cancel, and its export equals the fleet', async ({
      page,
      simulator,
      watch,
      workplace,
    }) => {
      await watch(simulator);
      await runSearch(page, { sortBy: BY_ID, limit: 1_000 });
      await expect(subscriptionRows(page).first()).toBeVisible();
      // Pages are slow enough for the keys to reach a running load.
      const slow = simulator.control.planFault({ endpoint: 'search', times: 'forever', delayMs: 2_000 });
      await loadAllButton(page).click();
      await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
      await page.keyboard.press('p');
      await expect(page.getByText(/[Pp]aused/).first()).toBeVisible();
      const paused = simulator.control.counters().search;
      await expect(page.getByRole('button', { name: /^Continue/ }).first()).toBeVisible();
      expect(simulator.control.counters().search - paused).toBeLessThanOrEqual(1);
      await page.keyboard.press('p');
      await expect(page.getByText(/rows\/s/).first()).toBeVisible();
      await page
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      simulator.control.forgetFaultPlan(slow);
      await expect(loadAllButton(page)).toBeVisible();
      await loadAllButton(page).click();
      await expectAllLoaded(page, fleetSize);

      await page.keyboard.press('Shift+E');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'JSON Lines' }).click();
      await dialog.getByRole('button', { name: 'Export' }).click();
      // Masking a quarter of a million rows takes minutes on a busy machine.
      await expect.poll(async () => (await readExports(workplace, '.jsonl')).length, { timeout: 1_000_000 }).toBe(1);
      const [text = ''] = await readExports(workplace, '.jsonl');
      const ids = text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { iotSubscription: { iotSubscriptionId: string } }).iotSubscription)
        .map(({ iotSubscriptionId }) => iotSubscriptionId);
      expect(ids.length).toBe(fleetSize);
      // Compared without a matcher, which would print a difference of a quarter of a million lines.
      const fleet = fleetIds(fleetSize).toSorted();
      expect(ids.findIndex((id, index) => id !== fleet[index])).toBe(-1);
    });
  });

test('[QUERY-3] an expired page token is reported, the rows stay, and Continue loads the rest without a duplicate', async ({
  page,
  simulator,
  watchWithClock,
}) => {
  const started = await watchWithClock(simulator);
  await runSearch(page, { sortBy: BY_ID, limit: 300 });
  await expect(page.getByText(/next page available/)).toBeVisible();
  advanceHostClock(started);
  await expect(page.getByText(/The page token lapsed at/)).toBeVisible();
  await expect(page.getByText(/the list may have shifted/).first()).toBeVisible();
  await expect(subscriptionRows(page).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Continue from 300/ })
    .first()
    .click();
  await expect(pager(page)).toContainText(/^600 of/);
  await expect(page.getByText(/next page available/)).toBeVisible();
  await expect(page.getByText(/started twice/).first()).toBeVisible();
  await expect(page.getByText(/came twice/)).toHaveCount(0);
});

test('[QUERY-13] loaded rows are read as stored after a restart without any service', async ({
  page,
  simulator,
  watch,
  start,
}) => {
  const started = await watch(simulator);
  await runSearch(page, { sortBy: BY_ID, limit: 200 });
  await expect(subscriptionRows(page).first()).toBeVisible();
  const first = /sub-\d{10}/.exec((await subscriptionRows(page).first().textContent()) ?? '')?.[0] ?? 'none';
  await started.command.stop();
  await simulator.stop();

  const again = await start([]);
  await page.goto(again.link);
  await toSubscriptions(page);
  await expect(page.getByText(/^Stored .* ago\. Not live\./)).toBeVisible();
  await expect(subscriptionRows(page).first()).toContainText(first);
  await expect(page.getByText(/next page available/)).toHaveCount(0);
});

test(
  'Ctrl+K finds a stored subscription by a part of its ICCID, and opens it',
  { tag: '@long' },
  async ({ page, simulator, watch }) => {
    await watch(simulator);
    await runSearch(page, { sortBy: BY_ID, limit: 100 });
    await subscriptionRows(page)
      .nth(3)
      .click({ position: { x: 60, y: 10 } });
    const pane = page.getByRole('complementary').last();
    const readIccid = async () =>
      /8946\d{15}/.exec(((await pane.textContent()) ?? '').replaceAll(/\s/g, ''))?.[0] ?? '';
    await expect.poll(readIccid).not.toBe('');
    const iccid = await readIccid();
    const opened = /row=\d+/.exec(page.url())?.[0] ?? '';
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(timelineRows(page).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(iccid.slice(6, 16));
    await page
      .getByRole('option', { name: /stored/ })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`subscriptions\\?.*${opened}`));
  },
);

test(
  'a user without a pointer searches, opens rows, pages, finds and exports',
  { tag: '@long' },
  async ({ page, simulator, watch, complaints }) => {
    await watch(simulator);
    await page.keyboard.press('Control+Enter');
    await expect(subscriptionRows(page).first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Not in the provider.s document/)).toBeVisible();
    const address = page.url();
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(address);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/row=/);
    await page.keyboard.press('n');
    await expect(pager(page)).toContainText(/^200 of/);
    await page.keyboard.press('f');
    await page.keyboard.type('PAUSE');
    await expect(pager(page)).toContainText(/\d+ of 200 rows loaded/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+E');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(complaints).toEqual([]);
  },
);

test('two pages show the same search', { tag: '@long' }, async ({ page, simulator, watch, context }) => {
  await watch(simulator);
  const other = await context.newPage();
  await other.goto(new URL('/', page.url()).href);
  await expect(signal(other)).toHaveText(/Watching/);
  await toSubscriptions(other);
  await runSearch(page, { sortBy: BY_ID, limit: 120 });
  await expect(subscriptionRows(page).first()).toBeVisible();
  const first = /sub-\d{10}/.exec((await subscriptionRows(page).first().textContent()) ?? '')?.[0] ?? 'none';
  await expect(subscriptionRows(other).first()).toContainText(first);
  await other.close();
});

const QUERY = 'search[aria-label=Query]';
for (const look of [DARK, LIGHT])
  test(
    `axe finds no violation on the Subscriptions screen (${look.name})`,
    { tag: '@long' },
    async ({ page, simulator, watchWithClock }) => {
      await page.emulateMedia(look.media);
      const started = await watchWithClock(simulator);
      expect(await violations(page, look)).toEqual([]);
      await runSearch(page, { sortBy: BY_ID, limit: 200 });
      await expect(subscriptionRows(page).first()).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      for (const keys of ['Control+1', 'Control+2']) {
        await page.keyboard.press(keys);
        expect(await violations(page, look, QUERY)).toEqual([]);
      }
      await subscriptionRows(page)
        .nth(2)
        .click({ position: { x: 60, y: 10 } });
      await expect(page.getByText(/Not in the provider.s document/)).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.keyboard.press('Escape');
      advanceHostClock(started);
      await expect(page.getByText(/The page token lapsed at/)).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await runSearch(page, { filters: [{ type: 'equals' }] });
      await expect(page.getByText(/The service refused this query/)).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.keyboard.press('Control+1');
      await page.getByRole('button', { name: 'Choose' }).click();
      await expect(page.getByRole('group', { name: 'In the provider’s document' })).toBeVisible();
      expect(await violations(page, look, QUERY)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Requests/ }).click();
      await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.getByRole('button', { name: 'Compare ids' }).click();
      await page.getByLabel('Ids to compare').fill('sub-0000000001\nsub-9999999999');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Export the difference' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
    },
  );
