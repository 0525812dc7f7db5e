/**
 * Tests the Subscriptions screen with an irregular service: its shapes, its last pages, its refusals, and hostile text.
 */
import { PAGE_TOKEN_MS } from '../doubles/odd-service.ts';
import { expect } from './page.ts';
import { expectAllLoaded, loadAllButton, nextButton, runSearch, subscriptionRows, test } from './search-fixtures.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, row) => row);

test(
  '[QUERY-1] flat items whose last page starts again are loaded as the same rows',
  { tag: '@long' },
  async ({ page, odd, watch, complaints }) => {
    odd.shape = 'flat';
    odd.rows = numbers(45);
    odd.lastPage = 'begins-again';
    await watch(odd);
    await runSearch(page, { limit: 20 });
    await expect(subscriptionRows(page).first()).toContainText('odd-0000000');
    await loadAllButton(page).click();
    await expectAllLoaded(page, 45);
    expect(complaints).toEqual([]);
  },
);

test(
  '[QUERY-3] a page token that the service refuses too early is reported as expired',
  { tag: '@long' },
  async ({ page, odd, watch }) => {
    odd.rows = numbers(60);
    await watch(odd);
    await runSearch(page, { limit: 20 });
    await expect(page.getByText(/next page available/)).toBeVisible();
    odd.advance(PAGE_TOKEN_MS + 1_000);
    await nextButton(page).click();
    await expect(page.getByText(/begun twice|token lapsed/).first()).toBeVisible();
  },
);

test('[QUERY-5] an HTML answer is shown as text, and runs nothing', async ({ page, odd, watch, complaints }) => {
  odd.rows = numbers(60);
  await watch(odd);
  const body = '<html><body><script>document.title="harmed"</script><img src=x onerror="alert(1)"></body></html>';
  odd.queueResponses({ status: 502, headers: { 'content-type': 'text/html' }, body });
  await runSearch(page, { limit: 20 });
  await expect(page.getByText(/502/).first()).toBeVisible();
  await page.getByRole('button', { name: /Requests/ }).click();
  await expect(page.getByText(/document\.title="harmed"/).first()).toBeVisible();
  expect(await page.title()).not.toContain('harmed');
  expect(complaints).toEqual([]);
});

test(
  'a wait that the service asks for is shown in words, and can be cancelled',
  { tag: '@long' },
  async ({ page, odd, watch }) => {
    odd.rows = numbers(60);
    await watch(odd);
    await runSearch(page, { limit: 20 });
    await expect(subscriptionRows(page).first()).toBeVisible();
    odd.queueResponses({ status: 429, headers: { 'retry-after': '90' }, body: '{}' });
    await loadAllButton(page).click();
    await expect(page.getByText(/The service asks to wait/).first()).toBeVisible();
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await loadAllButton(page).click();
    await expectAllLoaded(page, 60);
  },
);

test(
  'rows that come twice and a changed total are reported when the list changes during a load',
  { tag: '@long' },
  async ({ page, odd, watch }) => {
    odd.rows = numbers(100);
    odd.beforePage = (number) => {
      if (number === 3) odd.rows = [...numbers(10).map((row) => row + 500), ...odd.rows];
    };
    await watch(odd);
    await runSearch(page, { limit: 20 });
    await loadAllButton(page).click();
    await expect(page.getByText(/10 rows came twice and were counted once/).first()).toBeVisible();
    await expect(page.getByText(/The total changed: 100 → 110/).first()).toBeVisible();
  },
);

test('a comparison of ids shows how many were not found, and which', { tag: '@long' }, async ({ page, odd, watch }) => {
  odd.rows = numbers(60);
  await watch(odd);
  await runSearch(page, { limit: 100 });
  await expect(subscriptionRows(page).first()).toBeVisible();
  await page.getByRole('button', { name: /Compare ids/ }).click();
  await page
    .getByRole('textbox', { name: 'Ids to compare' })
    .fill('odd-0000001\nodd-0000002\nodd-0000002\nodd-0000777\n');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/1 of 3 (was|were) not found/)).toBeVisible();
  await expect(page.getByText('odd-0000777').first()).toBeVisible();
});
