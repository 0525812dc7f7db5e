/**
 * Checks the main screens with axe in one look. The tests with the tag `@long` check more states and the other looks.
 */
import { DARK, violations } from './axe.ts';
import { checkTimelineOverlays } from './timeline-overlays.ts';
import { expect, timelineRows, test } from './page.ts';

test('[PAGE-72] axe finds no violation on the main screens and in what opens over the timeline', async ({
  page,
  start,
  complaints,
}) => {
  await page.emulateMedia(DARK.media);
  const { link } = await start([]);
  await page.goto(link);
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('p');
  await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(3);

  await checkTimelineOverlays(page, DARK, 'search');

  // Checks an open event next to the list, with the time span open above it.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Received text' })).toBeVisible();
  await page.keyboard.press('Shift+T');
  await expect(page.getByRole('button', { name: 'Yesterday' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  for (const screen of ['Watch', 'Localizations', 'Subscriptions']) {
    const entry = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) });
    await entry.click();
    await expect(entry).toHaveAttribute('aria-current', 'page');
    expect(await violations(page), screen).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('[PACKED-28, PAGE-338] About shows the licences that the host serves, without any profile and in both colour schemes, and leads to the glossary', async ({
  page,
  start,
  complaints,
}) => {
  const { link } = await start([]);
  await page.goto(link);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).click();
  const licence = (words: RegExp) => page.getByRole('article').filter({ hasText: words });
  await expect(licence(/^react \d.*Copyright \(c\) Meta/s)).toBeAttached();
  await expect(licence(/@fontsource-variable\/inter.*SIL OPEN FONT LICENSE/s)).toBeAttached();
  await expect(licence(/SQLite.*The author disclaims copyright/s)).toBeAttached();
  await page.getByRole('textbox', { name: 'Find a part' }).fill('fontsource');
  await expect(page.getByRole('article')).toHaveCount(2);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('link', { name: 'Glossary' }).click();
  await expect(page.getByRole('article', { name: 'Glossary' })).toBeVisible();
  expect(await violations(page), 'Glossary').toEqual([]);
  expect(complaints).toEqual([]);
});
