/** Tests searches in the inventory of the simulator, from the query to the export. */
import { DARK, LIGHT, violations } from './axe.ts';
import { expect, signal } from './page.ts';
import {
  expectAllLoaded,
  readExports,
  fleetIds,
  loadAllButton,
  nextButton,
  pager,
  advanceHostClock,
  runSearch,
  searchButton,
  subscriptionRows,
  test,
  toSubscriptions,
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
      await page.getByRole('button', { name: /^HTTP log/ }).click();
      await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.getByRole('button', { name: 'Compare ids' }).click();
      await page.getByLabel('Ids to compare').fill('sub-0000000001\nsub-9999999999');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Export the difference' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
    },
  );
