/** Tests the check of a gap with the keyboard alone, in the built page over the built host and the simulator. */
import { violations } from './axe.ts';
import { expect, signal } from './page.ts';
import { subscriptionRows, test } from './search-fixtures.ts';

test(
  'a gap is opened, checked twice and closed with the keyboard, has no axe violation, and links to its search',
  { tag: '@long' },
  async ({ page, simulator, watch }) => {
    await watch(simulator);
    simulator.control.planFault({ endpoint: 'subscribe', times: 2, answer: { status: 503 } });
    simulator.control.dropStreams('reset');
    simulator.control.emitLocalization(false);
    simulator.control.emitConnectivityRequest(3, 0);
    await expect(signal(page)).toHaveText(/Blind|Reconnecting/);
    await expect(signal(page)).toHaveText(/Watching/);

    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page.getByRole('row', { name: /not checked/ }).first()).toBeVisible();
    const pane = page.getByRole('complementary', { name: 'Gap' });
    for (let line = 0; line < 4 && !(await pane.isVisible()); line += 1) {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    }
    await expect(pane.getByText('Inventory not checked')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('c');
    await expect(pane.getByText(/^\d+ subscriptions? changed without an event$/)).toBeVisible();
    await expect(pane.getByRole('row', { name: /none$/ }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect(pane.getByText(/does not prove/)).toBeVisible();
    // Both checks may be in the same second, which is all that the page shows of their time.
    const searches = () => simulator.control.requests({ endpoint: 'search', status: 200 }).length;
    const before = searches();
    await page.keyboard.press('c');
    await expect.poll(searches).toBeGreaterThan(before);
    await expect(pane.getByText(/^The inventory was checked at/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(pane).toHaveCount(0);
    await expect(page.getByRole('row', { name: /possibly missed/ })).toHaveCount(1);

    await page
      .getByRole('row', { name: /possibly missed/ })
      .first()
      .click();
    await page.getByRole('link', { name: /Open as search/ }).click();
    await expect(subscriptionRows(page).first()).toBeVisible();
  },
);
